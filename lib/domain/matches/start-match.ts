import { randomBytes } from 'node:crypto';
import { now } from '@/lib/core/clock';
import { AppError, validationError } from '@/lib/core/errors';
import type { AnyGame, Seat, TimeControl } from '@/lib/core/game';
import { nameHouseBot } from '@/lib/core/house-bots';
import { newId } from '@/lib/core/ids';
import { Rng, seedCommitment } from '@/lib/core/rng';
import { EMPTY_HEAD, matchStream, type StreamEvent, type StreamHead } from '@/lib/core/stream';
import { poolOf, type SeatRating } from '@/lib/domain/ratings';
import { publish, publishMessages, wakeStreams } from '@/lib/events';
import { botsReplyInline, playInstantBots, withBotDueAt } from './bots';
import { announceDue } from './due-signal';
import { liveMatchesMessage } from './live-news';
import { cacheMatch } from './match-cache';
import { type Client, pool } from './matches.repo';
import type { MatchKind, MatchRow, SeatInput, SeatRow } from './matches.schema';
import { omniscientDelayS } from './omniscient-delay';
import { requireGame } from './require-game';
import { findElo, insertMatch, insertMatches, insertSoloMatch } from './starts.repo';
import { openMatch, type Transition } from './transition';
import { snapshotPlayers } from './views';

export interface StartMatch {
  /** The lobby's id, or the session's for a solo game; a new one otherwise. */
  id?: string;
  experienceId: string;
  gameId: string;
  kind: MatchKind;
  /** Game options, as the lobby's config gives them. */
  options?: unknown;
  /** Where the caller wrote the options, for the paths of their faults. */
  optionsAt?: readonly string[];
  seats: readonly SeatInput[];
  /** Seconds a move; the game's default when left out. */
  moveTimeS?: number | null;
  /** One clock for the whole game, in place of a time for each move. */
  timeControl?: TimeControl | null;
  /** Seconds that spectators who see everything are behind at least while the match runs; default 0. `omniscientDelayS`. */
  omniscientDelayS?: number;
  rated: boolean;
}

/**
 * Starts a match: seats, seed and its commitment, first state, first clock and `match_started`, in one transaction.
 * In the caller's transaction when `client` is given; call `publishStart` after the commit then.
 * @throws AppError VALIDATION_ERROR for options or numbers of seats that the game does not take.
 */
export async function startMatch(request: StartMatch, client?: Client): Promise<MatchRow> {
  const { game, options } = readStart(request);
  const { match } = await insertMatch(request, client, (head, ratings) =>
    firstTransition(game, request, options, head, ratings),
  );
  if (!client) publishStart(match);
  return match;
}

/** A match that was started, with its first events. */
export interface StartedMatch {
  match: MatchRow;
  events: StreamEvent[];
}

/**
 * Starts matches with new ids in the caller's transaction, in one statement, and one more for each match with agents. Call
 * `publishStarted` after the commit.
 * @throws AppError VALIDATION_ERROR as `startMatch` does
 */
export async function startMatches(
  requests: readonly (StartMatch & { id: string })[],
  client: Client,
): Promise<StartedMatch[]> {
  const transitions: Transition[] = [];
  for (const request of requests) {
    const { game, options } = readStart(request);
    const agentIds = request.seats.flatMap((seat) => ('agentId' in seat ? [seat.agentId] : []));
    const ratings = await findElo(client, { ...request, pool: poolOf(request.seats) }, agentIds);
    transitions.push(firstTransition(game, request, options, EMPTY_HEAD, ratings));
  }
  await insertMatches(transitions, client);
  return transitions;
}

/**
 * Starts a solo match together with its session, whose id it has, and engages the agent, in one statement. Returns null,
 * without a change, when the agent is engaged already or the experience does not exist.
 * @throws AppError VALIDATION_ERROR as `startMatch` does
 */
export async function startSolo(
  request: StartMatch & { id: string; kind: 'solo' },
  player: { agentId: string; experienceAgentId: string; seat: Seat; rating: SeatRating | null },
): Promise<MatchRow | null> {
  const { game, options } = readStart(request);
  const ratings = new Map(player.rating === null ? [] : [[player.agentId, player.rating]]);
  const transition = firstTransition(game, request, options, EMPTY_HEAD, ratings);
  const isInserted = await insertSoloMatch(transition, player, pool());
  if (!isInserted) return null;
  publishStart(transition.match);
  return transition.match;
}

function readStart(request: StartMatch): { game: AnyGame; options: unknown } {
  const game = requireGame(request.gameId);
  const options = readOptions(game, request.options, request.optionsAt ?? ['options']);
  const count = request.seats.length;
  if (count < game.seats.min || count > game.seats.max) {
    throw new AppError(
      'VALIDATION_ERROR',
      `${game.title} takes ${game.seats.min} to ${game.seats.max} players, not ${count}.`,
    );
  }
  return { game, options };
}

/** Notifies the readers of all processes and the ticker of this one of a match that has been committed. */
export function publishStart(match: MatchRow): void {
  cacheMatch(match);
  wakeStreams([matchStream(match.id)]);
  announceDue(match);
  publishMessages([liveMatchesMessage(match)]);
}

/** `publishStart` of matches whose events are at hand. */
export function publishStarted(started: readonly StartedMatch[]): void {
  for (const { match } of started) {
    cacheMatch(match);
    announceDue(match);
  }
  publish(started.flatMap(({ events }) => events));
  publishMessages(started.map(({ match }) => liveMatchesMessage(match)));
}

/** Options of a game, with defaults. @throws AppError VALIDATION_ERROR naming what does not fit, under `at`. */
function readOptions(game: AnyGame, options: unknown, at: readonly string[]): unknown {
  const parsed = game.options.safeParse(options ?? {});
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map((issue) => ({ ...issue, path: [...at, ...issue.path] }));
  throw validationError(issues, `Options of ${game.title}`);
}

function firstTransition(
  game: AnyGame,
  request: StartMatch,
  options: unknown,
  head: StreamHead,
  ratings: ReadonlyMap<string, SeatRating>,
): Transition {
  const seed = randomBytes(32).toString('hex');
  const rng = new Rng({ seed, drawn: 0 });
  const set = game.setup({ options, seats: request.seats.length, rng });
  const at = now();
  const { timeControl = null } = request;
  const moveTimeS = timeControl ? null : (request.moveTimeS ?? game.moveTimeS?.fallback ?? null);
  const moveTimeMs = moveTimeS === null ? null : moveTimeS * 1000;
  const match: MatchRow = {
    id: request.id ?? newId(),
    experienceId: request.experienceId,
    gameId: game.id,
    gameVersion: game.version,
    kind: request.kind,
    status: 'active',
    options,
    state: set.state,
    seed,
    seedCommitment: seedCommitment(seed),
    rngDrawn: rng.state.drawn,
    version: -1,
    ply: 0,
    inputs: 0,
    head,
    moveTimeMs,
    timeControl,
    clockLeftMs: timeControl && request.seats.map(() => timeControl.baseMs),
    drawOffers: null,
    clockKey: null,
    clockStartedAt: at,
    deadlineAt: null,
    botDueAt: null,
    omniscientDelayS: omniscientDelayS({
      game,
      options,
      seats: request.seats.length,
      kind: request.kind,
      rated: request.rated,
      moveTimeMs,
      asked: request.omniscientDelayS,
    }),
    rated: request.rated,
    unrated: null,
    outcome: null,
    endReason: null,
    startedAt: at,
    endedAt: null,
    closedAt: null,
    seats: nameSeats(game, request.seats).map((input, seat) => seatRow(input, seat, ratings)),
  };
  const opened = openMatch(game, match, set.events, snapshotPlayers(game, match), at);
  const played = botsReplyInline(match) ? playInstantBots(game, opened, at) : opened;
  return withBotDueAt(game, match, played, at);
}

const NO_PLAYER = {
  agentId: null,
  experienceAgentId: null,
  sessionId: null,
  strength: null,
  isGuest: false,
  eloBefore: null,
  isProvisional: false,
  eloAfter: null,
} as const;

/** The seats with a name for each house bot that has none: no two bots of a match are the same. */
function nameBots(seats: readonly SeatInput[]): (Exclude<SeatInput, { kind: 'bot' }> | Required<BotInput>)[] {
  const usedNames = seats.flatMap((input) => input.displayName ?? []);
  return seats.map((input) => {
    if (input.kind !== 'bot') return input;
    const displayName = input.displayName ?? nameHouseBot(input.strength, usedNames);
    usedNames.push(displayName);
    return { ...input, displayName };
  });
}

/** The seats with the names under which they play. */
function nameSeats(game: AnyGame, seats: readonly SeatInput[]): ReturnType<typeof nameBots> {
  const named = nameBots(seats);
  const names = game.playerNames?.(named.map(({ displayName }) => displayName));
  return names ? named.map((input, seat) => ({ ...input, displayName: names[seat] ?? input.displayName })) : named;
}

type BotInput = Extract<SeatInput, { kind: 'bot' }>;

function seatRow(
  input: ReturnType<typeof nameBots>[number],
  seat: Seat,
  ratings: ReadonlyMap<string, SeatRating>,
): SeatRow {
  if (input.kind === 'endpoint') return { ...NO_PLAYER, seat, kind: 'agent', displayName: input.displayName };
  if (input.kind === 'bot') {
    const { kind, strength, displayName } = input;
    return { ...NO_PLAYER, seat, kind, strength, displayName };
  }
  const { isGuest = false, ...player } = input;
  const rating = isGuest ? undefined : ratings.get(input.agentId);
  return {
    ...NO_PLAYER,
    ...player,
    seat,
    isGuest,
    eloBefore: rating?.elo ?? null,
    isProvisional: rating?.isProvisional ?? false,
  };
}
