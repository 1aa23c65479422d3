import { LRUCache } from 'lru-cache';
import { now } from '@/lib/core/clock';
import { type AnyGame, awaitedSeats, type HeardEvent, type Manner, type Seat, whileRunning } from '@/lib/core/game';
import { once } from '@/lib/core/globals';
import { findHouseBotByName } from '@/lib/core/house-bots';
import { randomHex } from '@/lib/core/random';
import { Rng, sha256Hex } from '@/lib/core/rng';
import { matchStream, type StreamEvent, withoutView } from '@/lib/core/stream';
import { shareOfAgent } from '@/lib/domain/limits';
import { readEvents } from '@/lib/events';
import { acceptsDraw, type BotTurn, chooseBotMove } from '@/lib/games/bots';
import { isOffered } from '@/lib/games/draw-offers';
import { commit, isStored } from './commit-queue';
import type { Reply } from './commits.repo';
import { hasPlayers, type MatchRow, type SeatRow } from './matches.schema';
import { advance, mergeTransitions, type Transition, withoutChange } from './transition';
import { seatAudiences } from './views';

/** House bots that move more often in a row are a fault in the rules of their game. */
const MAX_MOVES_IN_A_ROW = 1_000;
/** When a process dies while its bot thinks about an inline reply, the ticker of another one moves it after this time. */
const INLINE_RESCUE_MS = 15_000;
/** Matches with a house bot that moves for a call which waits for its reply, in this process. */
export const botsOfCalls = () => once('matches.bots_of_calls', () => new Set<string>());

/** When a house bot moves whose reply a call waited for in vain. */
export const rescueAt = (): Date => new Date(now().getTime() + INLINE_RESCUE_MS);

/** Bounds of the pause before a house bot moves, in milliseconds: long enough to watch. */
const PAUSE_MS = {
  solo: { min: 400, max: 900 },
  lobby: { min: 400, max: 900 },
  league: { min: 400, max: 900 },
  town: { min: 1_500, max: 4_000 },
  exhibition: { min: 1_600, max: 3_600 },
} as const;

/**
 * The house bots that may act now: those that the game waits for, that take part in its conversation, or that are offered a
 * draw.
 */
export function actingBots(game: AnyGame, match: MatchRow): SeatRow[] {
  if (match.status !== 'active' || !game.bot) return [];
  const seats = game.bot.conversation?.actingSeats(match.state) ?? awaitedSeats(game, match.state);
  return match.seats.filter(
    ({ kind, seat }) => kind === 'bot' && (seats.includes(seat) || isOffered(match.drawOffers, seat)),
  );
}

/** Whether bots reply within the player's step. It saves an agent a wait; a person would not see the bot move. */
export function botsReplyInline(match: MatchRow): boolean {
  return match.kind === 'solo' && !match.seats.some((seat) => seat.kind === 'human');
}

/**
 * The transition with the time at which the ticker moves the next house bot; null when none may act. A bot that could act
 * before keeps its time, so that the moves of others never delay it.
 */
export function withBotDueAt(game: AnyGame, before: MatchRow, transition: Transition, at: Date): Transition {
  const { match } = transition;
  const kept = match.status === 'active' && actingBots(game, before).length > 0 ? before.botDueAt : null;
  const botDueAt = actingBots(game, match).length === 0 ? null : (kept ?? nextBotDueAt(game, match, at));
  return { ...transition, match: { ...match, botDueAt } };
}

/** The time at which the next house bot moves: after a pause that is random within its bounds. */
function nextBotDueAt(game: AnyGame, match: MatchRow, at: Date): Date {
  if (botsReplyInline(match)) return new Date(at.getTime() + INLINE_RESCUE_MS);
  const { min, max } =
    game.bot?.conversation?.pauseMs(game.view(match.state, whileRunning('spectator'))) ?? PAUSE_MS[match.kind];
  const pauseMs = min + Math.floor(Math.random() * (max - min));
  return new Date(at.getTime() + Math.min(pauseMs, ...clockShares(game, match)));
}

/** With one clock for the whole game a pause takes no more than a fortieth of the bot's time. */
function clockShares(game: AnyGame, match: MatchRow): number[] {
  const left = match.clockLeftMs;
  return left ? actingBots(game, match).map(({ seat }) => Math.floor((left[seat] ?? 0) / 40)) : [];
}

/** Appends the moves of house bots that need no thinking to a transition, as one commit. */
export function playInstantBots(game: AnyGame, transition: Transition, at: Date): Transition {
  if (game.bot?.cost !== 'instant') return transition;
  let current = transition;
  for (let moves = 0; moves < MAX_MOVES_IN_A_ROW; moves++) {
    const [bot] = actingBots(game, current.match);
    if (!bot || isOffered(current.match.drawOffers, bot.seat)) return current;
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
  const transition = await chooseTransition(game, match);
  if (!transition) return match;
  const isNextActing = actingBots(game, transition.match).length > 0;
  const next = { ...transition.match, botDueAt: isNextActing ? nextBotDueAt(game, transition.match, now()) : null };
  const stored = await commit({ transition: { ...transition, match: next }, reply: replyFor(next) });
  return isStored(stored) ? next : null;
}

/** What the next house bot does; null when none may act. */
async function chooseTransition(game: AnyGame, match: MatchRow): Promise<Transition | null> {
  const [first] = actingBots(game, match);
  if (!first) return null;
  if (game.bot?.conversation) return converse(game, game.bot.conversation, match);
  const asked = actingBots(game, match).find(({ seat }) => isOffered(match.drawOffers, seat));
  if (asked) return answerDraw(game, match, asked.seat);
  const move = await chooseBotAction(game, match, first);
  return applyBotMove(game, match, first.seat, move, now());
}

/** A house bot answers the offer of a draw by its evaluation of the position. */
async function answerDraw(game: AnyGame, match: MatchRow, seat: Seat): Promise<Transition> {
  const question = { gameId: game.id, state: match.state, seat, moves: match.ply };
  const accepts = await acceptsDraw(question, turnOf(match));
  const action = accepts ? 'accept_draw' : 'decline_draw';
  const result = advance(game, match, { kind: 'draw', seat, action }, now());
  if ('refused' in result) throw new Error(`the house bot of ${game.id} could not answer a draw: ${result.refused}`);
  return result;
}

/** Lets one house bot take part in the conversation of its match; a bot that does nothing leaves the match as it is. */
async function converse(
  game: AnyGame,
  conversation: NonNullable<NonNullable<AnyGame['bot']>['conversation']>,
  match: MatchRow,
): Promise<Transition> {
  const all = await readHeardEvents(match.id, conversation.hears);
  const hearing = { names: match.seats.map(({ displayName }) => displayName), nowMs: now().getTime() };
  const rng = new Rng({ seed: randomHex(32), drawn: 0 });
  const seat = conversation.pickSeat({
    ...hearing,
    view: game.view(match.state, whileRunning('spectator')),
    bots: actingBots(game, match).map((bot) => ({ seat: bot.seat, strength: bot.strength ?? 'medium' })),
    heard: all.filter(({ audience }) => audience === 'public'),
    rng,
  });
  if (seat === null) return withoutChange(match);
  const audiences = seatAudiences(match, seat);
  const move = conversation.act({
    ...hearing,
    view: game.view(match.state, whileRunning(seat)),
    legalMoves: game.legalMoves(match.state, seat),
    seat,
    strength: match.seats.find((row) => row.seat === seat)?.strength ?? 'medium',
    heard: all.filter(({ audience }) => audiences.includes(audience)),
    persona: sha256Hex(`${match.seed}|bot|${seat}`),
    rng,
  });
  return move === null ? withoutChange(match) : applyBotMove(game, match, seat, move, now());
}

function applyBotMove(game: AnyGame, match: MatchRow, seat: Seat, move: unknown, at: Date): Transition {
  const result = advance(game, match, { kind: 'move', seat, move }, at);
  if ('refused' in result) throw new Error(`the house bot of ${game.id} chose an illegal move: ${result.refused}`);
  return result;
}

/** How a bot prefers to play; undefined for one that is no character. */
const mannerOf = ({ displayName }: SeatRow): Manner | undefined => findHouseBotByName(displayName)?.manner;

function chooseInline(game: AnyGame, match: MatchRow, bot: SeatRow): unknown {
  if (!game.bot) throw new Error(`${game.id} has no house bot`);
  return game.bot.choose({
    view: game.view(match.state, whileRunning(bot.seat)),
    legalMoves: game.legalMoves(match.state, bot.seat),
    seat: bot.seat,
    strength: bot.strength ?? 'medium',
    manner: mannerOf(bot),
    rng: new Rng({ seed: randomHex(32), drawn: 0 }),
  });
}

async function chooseBotAction(game: AnyGame, match: MatchRow, bot: SeatRow): Promise<unknown> {
  if (game.bot?.cost === 'instant') return chooseInline(game, match, bot);
  const request = {
    gameId: game.id,
    view: game.view(match.state, whileRunning(bot.seat)),
    legalMoves: game.legalMoves(match.state, bot.seat),
    seat: bot.seat,
    strength: bot.strength ?? 'medium',
    manner: mannerOf(bot),
    seed: randomHex(32),
  };
  return chooseBotMove(request, turnOf(match));
}

/** A player's match goes before those of house bots alone; the matches of one owner share a turn. */
function turnOf(match: MatchRow): BotTurn {
  if (!hasPlayers(match)) return { key: 'bots' };
  const agentId = match.seats.find((seat) => seat.agentId !== null)?.agentId ?? null;
  return { key: agentId === null ? `match:${match.id}` : shareOfAgent(agentId), isReserved: true };
}
/** Matches whose conversation is kept: those with house bots that talk now. */
const MAX_MATCHES = 1_000;
/** Events that bots remember. */
const MAX_HEARD = 600;

interface Heard {
  lastId: string | null;
  events: HeardEvent[];
}

const cache = () => once('matches.heard', () => new LRUCache<string, Heard>({ max: MAX_MATCHES }));

/**
 * The events of some types that a match has had, of every audience, oldest first. One query, which reads only what was
 * added since this process asked last. Call it within `runExclusive`.
 */
async function readHeardEvents(matchId: string, types: readonly string[]): Promise<readonly HeardEvent[]> {
  const cached = cache().get(matchId) ?? { lastId: null, events: [] };
  const added = await readEvents({ stream: matchStream(matchId), after: cached.lastId, audiences: 'all', types });
  if (added.length === 0) return cached.events;
  const events = [...cached.events, ...added.map(toHeard)].slice(-MAX_HEARD);
  cache().set(matchId, { lastId: added.at(-1)?.id ?? cached.lastId, events });
  return events;
}

const toHeard = ({ id, type, audience, at, data }: StreamEvent): HeardEvent => ({
  id,
  type,
  audience: audience as HeardEvent['audience'],
  atMs: at.getTime(),
  data: withoutView(data),
});
