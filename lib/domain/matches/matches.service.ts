import { randomBytes } from 'node:crypto';
import { AppError, validationError } from '@/lib/core/errors';
import type { AnyGame, Seat } from '@/lib/core/game';
import { newId } from '@/lib/core/ids';
import { canonicalJson } from '@/lib/core/json';
import { Rng, seedCommitment } from '@/lib/core/rng';
import { EMPTY_HEAD, matchStream, type StreamHead } from '@/lib/core/stream';
import { INITIAL_ELO } from '@/lib/domain/ratings/elo';
import { publishNews, wakeStreams } from '@/lib/events';
import { gameById } from '@/lib/games';
import { botsReplyInline, nextBotDueAt, awaitedBots, playBotTurn, playInstantBots } from './bots';
import { commit } from './commit-queue';
import { findStepByKey, type Reply } from './commits.repo';
import { announceDue } from './due-signal';
import { applyDeadline, afterCommit } from './follow';
import { cacheMatch, runExclusive, loadMatch, evictMatch } from './live-matches';
import { liveNews } from './live-news';
import { type Client, pool } from './matches.repo';
import {
  type ActAnswer,
  BOT_NAMES,
  type BuiltinResponse,
  type MatchKind,
  type MatchRow,
  type SeatInput,
  type SeatRow,
  type StepRecord,
} from './matches.schema';
import { beginMatch, beginSoloMatch } from './openings.repo';
import { advance, type Input, open, type Transition } from './transition';
import { readMatch, responseFor, snapshotPlayers } from './views';

/** A version conflict is another process's move; after so many in a row something is wrong. */
const ATTEMPTS = 8;

/** @throws AppError EXPERIENCE_TOOL_NOT_FOUND when no such game is built in. */
export function requireGame(gameId: string): AnyGame {
  const game = gameById(gameId);
  if (!game) throw new AppError('EXPERIENCE_TOOL_NOT_FOUND', `There is no built-in game "${gameId}".`);
  return game;
}

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
  rated: boolean;
}

/**
 * Starts a match: seats, seed and its commitment, first state, first clock and `match_started`, in one transaction.
 * In the caller's transaction when `client` is given; call `publishStart` after the commit then.
 * @throws AppError VALIDATION_ERROR for options or numbers of seats that the game does not take.
 */
export async function startMatch(request: StartMatch, client?: Client): Promise<MatchRow> {
  const { game, options } = readStart(request);
  const { match } = await beginMatch(
    request,
    client,
    (head, ratings) => firstTransition(game, request, options, head, ratings),
    ({ match }) => [liveNews(match)],
  );
  if (!client) publishStart(match);
  return match;
}

/**
 * Starts a solo match together with its session, whose id it has, and takes the agent's one place: one statement. Null,
 * and nothing has happened, when the agent holds a place already or the experience is gone.
 * @throws AppError VALIDATION_ERROR as `startMatch` does
 */
export async function startSolo(
  request: StartMatch & { id: string; kind: 'solo' },
  player: { agentId: string; experienceAgentId: string; seat: Seat; elo: number | null },
): Promise<MatchRow | null> {
  const { game, options } = readStart(request);
  const ratings = new Map(player.elo === null ? [] : [[player.agentId, player.elo]]);
  const transition = firstTransition(game, request, options, EMPTY_HEAD, ratings);
  const begun = await beginSoloMatch(transition, player, pool(), [liveNews(transition.match)]);
  if (!begun) return null;
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

/** Tells the readers everywhere and the ticker of this process of a match that has been committed. */
export function publishStart(match: MatchRow): void {
  cacheMatch(match);
  wakeStreams([matchStream(match.id)]);
  announceDue(match);
  publishNews([liveNews(match)]);
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
  ratings: ReadonlyMap<string, number>,
): Transition {
  const seed = randomBytes(32).toString('hex');
  const rng = new Rng({ seed, drawn: 0 });
  const set = game.setup({ options, seats: request.seats.length, rng });
  const at = new Date();
  const moveTimeS = request.moveTimeS ?? game.moveTimeS?.fallback ?? null;
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
    moveTimeMs: moveTimeS === null ? null : moveTimeS * 1000,
    clockKey: null,
    clockStartedAt: at,
    deadlineAt: null,
    botDueAt: null,
    rated: request.rated,
    outcome: null,
    endReason: null,
    startedAt: at,
    endedAt: null,
    settledAt: null,
    seats: request.seats.map((input, seat) => seatRow(input, seat, ratings)),
  };
  const opened = open(game, match, set.events, snapshotPlayers(game, match), at);
  const played = botsReplyInline(match) ? playInstantBots(game, opened, at) : opened;
  return {
    ...played,
    match: { ...played.match, botDueAt: nextBotDueAt(game, played.match, at) },
  };
}

function seatRow(input: SeatInput, seat: Seat, ratings: ReadonlyMap<string, number>): SeatRow {
  if (input.kind === 'bot') {
    return {
      seat,
      kind: 'bot',
      agentId: null,
      experienceAgentId: null,
      sessionId: null,
      strength: input.strength,
      displayName: BOT_NAMES[input.strength],
      eloBefore: null,
      eloAfter: null,
    };
  }
  const { kind, agentId, experienceAgentId, sessionId, displayName } = input;
  return {
    seat,
    kind,
    agentId,
    experienceAgentId,
    sessionId,
    strength: null,
    displayName,
    eloBefore: ratings.get(agentId) ?? INITIAL_ELO,
    eloAfter: null,
  };
}

/**
 * One action of a seat: a move, `{ type: 'state' }` or `{ type: 'resign' }`. One round trip when the match is in memory:
 * the move, what it led to, its events and the session's step are one statement. In a solo game the house answers
 * before this returns.
 * @throws AppError EXPERIENCE_ERROR with the reason and `details.legal_moves` for what may not be done; nothing changes then.
 */
export async function actInMatch(args: {
  matchId: string;
  seat: Seat;
  action: unknown;
  step?: StepRecord;
}): Promise<ActAnswer> {
  return runExclusive(args.matchId, async () => {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const repeated = await findRepeatedStep(args.step);
      if (repeated) return repeated;
      const answer = await tryAct(args);
      if (answer) return answer;
      evictMatch(args.matchId);
    }
    throw new AppError(
      'EXPERIENCE_ERROR',
      'The match is moving too fast to accept this action; read the state and try again.',
      { retryable: true },
    );
  });
}

/** The answer of the same step when it was given before. @throws AppError IDEMPOTENCY_CONFLICT when the action differs. */
async function findRepeatedStep(step: StepRecord | undefined): Promise<ActAnswer | null> {
  if (!step?.idempotencyKey) return null;
  const found = await findStepByKey(step.sessionId, step.idempotencyKey);
  if (!found) return null;
  if (canonicalJson(found.action) !== canonicalJson(step.action)) {
    throw new AppError('IDEMPOTENCY_CONFLICT', 'This idempotency key was used for another action.');
  }
  return {
    response: found.response as BuiltinResponse,
    stepCount: found.step_number,
  };
}

/** Returns null when another process was first. */
async function tryAct(args: {
  matchId: string;
  seat: Seat;
  action: unknown;
  step?: StepRecord;
}): Promise<ActAnswer | null> {
  const match = await loadMatch(args.matchId);
  if (!match) throw new AppError('EXPERIENCE_TOOL_NOT_FOUND', 'There is no such match.');
  const game = requireGame(match.gameId);
  if (match.status !== 'active')
    throw new AppError('EXPERIENCE_ERROR', `The match is ${match.status}, not active.`, {
      details: { status: match.status },
    });
  const at = new Date();
  if (match.deadlineAt && match.deadlineAt <= at) {
    await applyDeadline(match, at);
    return null;
  }
  const own = await judgeAction(game, match, args, at);
  if (!own) return null;
  const { input } = own;
  const played = botsReplyInline(match) && input !== null ? playInstantBots(game, own.transition, at) : own.transition;
  const transition: Transition = {
    ...played,
    match: {
      ...played.match,
      botDueAt: input === null ? match.botDueAt : nextBotDueAt(game, played.match, at),
    },
  };
  const response = responseFor(game, transition.match, args.seat, at);
  const stored = await commit({
    transition,
    ...(args.step ? { step: { ...args.step, response } } : {}),
  });
  if (!stored) {
    await failWhenSessionIsOver(args, match);
    return null;
  }
  afterCommit(transition.match);
  const answer: ActAnswer = { response, stepCount: stored.stepCount };
  const isHouseToMove = awaitedBots(game, transition.match).length > 0;
  return botsReplyInline(match) && input !== null && isHouseToMove ? waitForBots(game, args, answer) : answer;
}

/**
 * What the action leads to. A refusal counts only when the match still stands where it was judged: what this process
 * remembers may be behind a move that another process has made, and no commit would tell. Null when it is behind.
 * @throws AppError EXPERIENCE_ERROR with the reason for what may not be done
 */
async function judgeAction(
  game: AnyGame,
  match: MatchRow,
  { seat, action }: { seat: Seat; action: unknown },
  at: Date,
): Promise<{ input: Input | null; transition: Transition } | null> {
  try {
    const input = readAction(game, match, seat, action);
    return { input, transition: input === null ? unchanged(match) : applyAction(game, match, seat, input, at) };
  } catch (refusal) {
    if (await isBehind(match)) return null;
    throw refusal;
  }
}

async function isBehind(match: MatchRow): Promise<boolean> {
  const fresh = await readMatch(match.id);
  return fresh?.version !== match.version;
}

/** A commit is also refused when the session that should record it is no longer active; trying again would not help. */
async function failWhenSessionIsOver(args: { matchId: string; step?: StepRecord }, match: MatchRow): Promise<void> {
  if (!args.step) return;
  evictMatch(args.matchId);
  const fresh = await loadMatch(args.matchId);
  if (fresh && fresh.version === match.version && fresh.status === 'active') {
    throw new AppError('EXPERIENCE_ERROR', 'Session is not active.');
  }
}

function unchanged(match: MatchRow): Transition {
  return {
    match: { ...match, version: match.version + 1 },
    events: [],
    inputs: [],
  };
}

/** What the action asks for; null only looks. @throws AppError EXPERIENCE_ERROR when it is no action of this game. */
function readAction(game: AnyGame, match: MatchRow, seat: Seat, action: unknown): Input | null {
  const type = typeof action === 'object' && action !== null && 'type' in action ? action.type : action;
  if (type === 'state') return null;
  if (type === 'resign') return { kind: 'resign', seat };
  if (!game.actors(match.state).includes(seat)) {
    throw new AppError(
      'EXPERIENCE_ERROR',
      'It is not your turn. Wait with events.wait, or look with {"type":"state"}.',
      { details: { your_turn: false } },
    );
  }
  const parsed = game.move.safeParse(action);
  if (!parsed.success) {
    throw illegalMove(game, match, seat, parsed.error.issues[0]?.message ?? 'This is no move of this game.');
  }
  return { kind: 'move', seat, move: parsed.data };
}

function applyAction(game: AnyGame, match: MatchRow, seat: Seat, input: Input, at: Date): Transition {
  const result = advance(game, match, input, at);
  if ('refused' in result) throw illegalMove(game, match, seat, result.refused, result.nearest);
  return result;
}

function illegalMove(game: AnyGame, match: MatchRow, seat: Seat, reason: string, nearest?: unknown[]): AppError {
  const legal = game.legalMoves(match.state, seat);
  return new AppError('EXPERIENCE_ERROR', reason, {
    details: {
      legal_moves: legal.slice(0, 300),
      ...(nearest && nearest.length > 0 ? { nearest } : {}),
    },
  });
}

/** In a solo game the house's reply belongs to the answer, also when it thinks in another thread. */
async function waitForBots(
  game: AnyGame,
  args: { matchId: string; seat: Seat; step?: StepRecord },
  answer: ActAnswer,
): Promise<ActAnswer> {
  const { stepCount } = answer;
  let { response } = answer;
  const replyFor = (moved: MatchRow): Reply | undefined => {
    response = responseFor(game, moved, args.seat, new Date());
    if (!args.step || stepCount === null) return undefined;
    return { sessionId: args.step.sessionId, agentId: args.step.agentId, stepNumber: stepCount, response };
  };
  let match = await loadMatch(args.matchId);
  while (match && awaitedBots(game, match).length > 0) {
    const moved = await playBotTurn(game, match, replyFor);
    if (!moved) evictMatch(args.matchId);
    else afterCommit(moved);
    match = moved ?? (await loadMatch(args.matchId));
    if (!moved && match) response = responseFor(game, match, args.seat, new Date());
  }
  return { response, stepCount };
}

/** Makes the house move first where it is its turn; for a solo game that has just been started. Answers the player's view. */
export async function playBotTurns(match: MatchRow, seat: Seat): Promise<BuiltinResponse> {
  const game = requireGame(match.gameId);
  const response = responseFor(game, match, seat, new Date());
  if (awaitedBots(game, match).length === 0 || !botsReplyInline(match)) return response;
  const answer = await runExclusive(match.id, () =>
    waitForBots(game, { matchId: match.id, seat }, { response, stepCount: null }),
  );
  return answer.response;
}

/** Ends a match without a result: nothing is rated. Does nothing when it is over already. */
export async function abortMatch(args: { matchId: string; reason: string }): Promise<void> {
  await applyInput(args.matchId, { kind: 'cancel', reason: args.reason });
}

/**
 * A seat gives up, with `ends` for everybody, also where the game could go on without it. Does nothing when the match is
 * over or the seat has given up already.
 */
export async function resignMatch(args: { matchId: string; seat: Seat; ends?: true }): Promise<void> {
  const { matchId, ...resignation } = args;
  await applyInput(matchId, { kind: 'resign', ...resignation });
}

async function applyInput(matchId: string, input: Input): Promise<void> {
  await runExclusive(matchId, async () => {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const match = await loadMatch(matchId);
      if (match?.status !== 'active') return;
      const transition = advance(requireGame(match.gameId), match, input, new Date());
      if ('refused' in transition) return;
      if (await commit({ transition })) return afterCommit(transition.match);
      evictMatch(matchId);
    }
    throw new AppError('INVALID_STATE', 'The match is moving too fast to be ended; try again.', { retryable: true });
  });
}

export { fireDueMatches as fireDue, nextMatchDue as nextDue, closeLeftoverMatches as settleLeftovers } from './due';
export {
  type LiveMatch,
  listLiveMatches,
  listRecentMatches,
  loadMatchSnapshot,
  matchAudiences,
  matchResponse,
  readMatch,
} from './views';
