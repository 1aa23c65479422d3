import { type AnyGame, awaitedSeats, type Seat, whileRunning } from '@/lib/core/game';
import { randomHex } from '@/lib/core/random';
import { Rng } from '@/lib/core/rng';
import { chooseBotMove } from '@/lib/games/bots';
import { commit } from './commit-queue';
import type { Reply } from './commits.repo';
import type { MatchRow, SeatRow } from './matches.schema';
import { advance, mergeTransitions, type Transition } from './transition';

/** A house game ends within this many moves of the house in a row, or something is wrong with its rules. */
const MOVES_IN_A_ROW = 1_000;
/** A solo game's house moves at once; if the process dies meanwhile, another one moves for it after this long. */
const SOLO_RESCUE_MS = 15_000;
/** Bounds of the pause before the house moves, in milliseconds: long enough to be watched. */
const PACE_MS = {
  solo: [400, 900],
  lobby: [400, 900],
  league: [400, 900],
  town: [1_500, 4_000],
  exhibition: [1_600, 3_600],
} as const;

/** House bots whose turn it is. */
export function awaitedBots(game: AnyGame, match: MatchRow): SeatRow[] {
  if (match.status !== 'active' || !game.bot) return [];
  const awaited = awaitedSeats(game, match.state);
  return match.seats.filter((seat) => seat.kind === 'bot' && awaited.includes(seat.seat));
}

/** Whether the house's move belongs to the answer of the player's: so an agent saves a wait, and a person would miss the move. */
export function botsReplyInline(match: MatchRow): boolean {
  return match.kind === 'solo' && !match.seats.some((seat) => seat.kind === 'human');
}

/** When the ticker should move the house, or null when it is not the house's turn. */
export function nextBotDueAt(game: AnyGame, match: MatchRow, at: Date): Date | null {
  if (awaitedBots(game, match).length === 0) return null;
  if (botsReplyInline(match)) return new Date(at.getTime() + SOLO_RESCUE_MS);
  const [least, most] = PACE_MS[match.kind];
  return new Date(at.getTime() + least + Math.floor(Math.random() * (most - least)));
}

/** Plays the house as long as it is its turn and it need not think; joined to `transition` as one commit. */
export function playInstantBots(game: AnyGame, transition: Transition, at: Date): Transition {
  if (game.bot?.cost !== 'instant') return transition;
  let current = transition;
  for (let moves = 0; moves < MOVES_IN_A_ROW; moves++) {
    const [bot] = awaitedBots(game, current.match);
    if (!bot) return current;
    current = applyBotMove(game, current, bot.seat, chooseInline(game, current.match, bot), at);
  }
  throw new Error(`the house never stops moving in ${game.id}`);
}

/**
 * Lets every house bot whose turn it is move, thinking in another thread where its game needs that. `replyFor` makes
 * what the step before it is answered with. Returns the stored match, or null when another process was first.
 */
export async function playBotTurn(
  game: AnyGame,
  match: MatchRow,
  replyFor: (moved: MatchRow) => Reply | undefined = () => undefined,
): Promise<MatchRow | null> {
  let current: Transition | null = null;
  for (const bot of awaitedBots(game, match)) {
    const state: MatchRow = current?.match ?? match;
    if (!awaitedSeats(game, state.state).includes(bot.seat)) break;
    const move = await chooseBotAction(game, state, bot);
    const at = new Date();
    current = current
      ? applyBotMove(game, current, bot.seat, move, at)
      : requireBotMove(game, match, bot.seat, move, at);
  }
  if (!current) return match;
  const next = {
    ...current,
    match: {
      ...current.match,
      botDueAt: nextBotDueAt(game, current.match, new Date()),
    },
  };
  return (await commit({ transition: next, reply: replyFor(next.match) })) ? next.match : null;
}

function applyBotMove(game: AnyGame, current: Transition, seat: Seat, move: unknown, at: Date): Transition {
  return mergeTransitions(current, requireBotMove(game, current.match, seat, move, at));
}

function requireBotMove(game: AnyGame, match: MatchRow, seat: Seat, move: unknown, at: Date): Transition {
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
