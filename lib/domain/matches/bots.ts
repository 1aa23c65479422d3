import { now } from '@/lib/core/clock';
import { type AnyGame, awaitedSeats, type Seat, whileRunning } from '@/lib/core/game';
import { randomHex } from '@/lib/core/random';
import { Rng } from '@/lib/core/rng';
import { chooseBotMove } from '@/lib/games/bots';
import { commit, isStored } from './commit-queue';
import type { Reply } from './commits.repo';
import type { MatchRow, SeatRow } from './matches.schema';
import { advance, mergeTransitions, type Transition } from './transition';

/** House bots that move more often in a row are a fault in the rules of their game. */
const MAX_MOVES_IN_A_ROW = 1_000;
/** When a process dies while its bot thinks about an inline reply, the ticker of another one moves it after this time. */
const INLINE_RESCUE_MS = 15_000;
/** Bounds of the pause before a house bot moves, in milliseconds: long enough to watch. */
const PAUSE_MS = {
  solo: [400, 900],
  lobby: [400, 900],
  league: [400, 900],
  town: [1_500, 4_000],
  exhibition: [1_600, 3_600],
} as const;

/** The house bots that the game waits for. */
export function awaitedBots(game: AnyGame, match: MatchRow): SeatRow[] {
  if (match.status !== 'active' || !game.bot) return [];
  const awaited = awaitedSeats(game, match.state);
  return match.seats.filter((seat) => seat.kind === 'bot' && awaited.includes(seat.seat));
}

/** Whether bots reply within the player's step. It saves an agent a wait; a person would not see the bot move. */
export function botsReplyInline(match: MatchRow): boolean {
  return match.kind === 'solo' && !match.seats.some((seat) => seat.kind === 'human');
}

/**
 * The transition with the time at which the ticker moves the next house bot; null when the game waits for none. A bot
 * that was awaited before keeps its time, so that the moves of others never delay it.
 */
export function withBotDueAt(game: AnyGame, before: MatchRow, transition: Transition, at: Date): Transition {
  const { match } = transition;
  const kept = match.status === 'active' && awaitedBots(game, before).length > 0 ? before.botDueAt : null;
  const botDueAt = awaitedBots(game, match).length === 0 ? null : (kept ?? nextBotDueAt(match, at));
  return { ...transition, match: { ...match, botDueAt } };
}

/** The time at which an awaited house bot moves: after a pause that is random within its bounds. */
export function nextBotDueAt(match: MatchRow, at: Date): Date {
  if (botsReplyInline(match)) return new Date(at.getTime() + INLINE_RESCUE_MS);
  const [min, max] = PAUSE_MS[match.kind];
  return new Date(at.getTime() + min + Math.floor(Math.random() * (max - min)));
}

/** Appends the moves of house bots that need no thinking to a transition, as one commit. */
export function playInstantBots(game: AnyGame, transition: Transition, at: Date): Transition {
  if (game.bot?.cost !== 'instant') return transition;
  let current = transition;
  for (let moves = 0; moves < MAX_MOVES_IN_A_ROW; moves++) {
    const [bot] = awaitedBots(game, current.match);
    if (!bot) return current;
    const move = chooseInline(game, current.match, bot);
    current = mergeTransitions(current, applyBotMove(game, current.match, bot.seat, move, at));
  }
  throw new Error(`house bots of ${game.id} moved ${MAX_MOVES_IN_A_ROW} times in a row`);
}

/**
 * Moves an awaited house bot, which thinks in another thread where its game needs that. One bot moves a turn, so that
 * spectators can follow; each has its own pause. `replyFor` makes the response of the step that the move
 * answers. Returns the stored match, or null when another process was first.
 */
export async function playBotTurn(
  game: AnyGame,
  match: MatchRow,
  replyFor: (moved: MatchRow) => Reply | undefined = () => undefined,
): Promise<MatchRow | null> {
  const [bot] = awaitedBots(game, match);
  if (!bot) return match;
  const move = await chooseBotAction(game, match, bot);
  const at = now();
  const transition = applyBotMove(game, match, bot.seat, move, at);
  const isNextAwaited = awaitedBots(game, transition.match).length > 0;
  const next = { ...transition.match, botDueAt: isNextAwaited ? nextBotDueAt(transition.match, at) : null };
  const stored = await commit({ transition: { ...transition, match: next }, reply: replyFor(next) });
  return isStored(stored) ? next : null;
}

function applyBotMove(game: AnyGame, match: MatchRow, seat: Seat, move: unknown, at: Date): Transition {
  const result = advance(game, match, { kind: 'move', seat, move }, at);
  if ('refused' in result) throw new Error(`the house bot of ${game.id} chose an illegal move: ${result.refused}`);
  return result;
}

function chooseInline(game: AnyGame, match: MatchRow, bot: SeatRow): unknown {
  if (!game.bot) throw new Error(`${game.id} has no house bot`);
  return game.bot.choose({
    view: game.view(match.state, whileRunning(bot.seat)),
    legalMoves: game.legalMoves(match.state, bot.seat),
    seat: bot.seat,
    strength: bot.strength ?? 'medium',
    rng: new Rng({ seed: randomHex(32), drawn: 0 }),
  });
}

async function chooseBotAction(game: AnyGame, match: MatchRow, bot: SeatRow): Promise<unknown> {
  if (game.bot?.cost === 'instant') return chooseInline(game, match, bot);
  return chooseBotMove({
    gameId: game.id,
    view: game.view(match.state, whileRunning(bot.seat)),
    legalMoves: game.legalMoves(match.state, bot.seat),
    seat: bot.seat,
    strength: bot.strength ?? 'medium',
    seed: randomHex(32),
  });
}
