import { now } from '@/lib/core/clock';
import { AppError, validationError } from '@/lib/core/errors';
import type { AnyGame, MoveNote, Seat } from '@/lib/core/game';
import { log } from '@/lib/core/log';
import { matchStream } from '@/lib/core/stream';
import { limitCall } from '@/lib/domain/limits';
import { compactStep, withEventIds } from '@/lib/domain/seating';
import { hasEvent } from '@/lib/events';
import { isDrawAction } from '@/lib/games/draw-offers';
import { afterCommit, applyDeadline } from './after-commit';
import { actingBots, botsOfCalls, botsReplyInline, playBotTurn, playInstantBots, rescueAt, withBotDueAt } from './bots';
import { commit } from './commit-queue';
import type { Reply } from './commits.repo';
import { matchDue } from './due-signal';
import { confirmGuess, evictMatch, loadMatch, loadMatchToMove, refreshMatch, runExclusive } from './match-cache';
import type { ActAnswer, ActionEvent, BuiltinResponse, MatchRow, StepRecord } from './matches.schema';
import { countMove, type UncountedMove } from './move-limits';
import { requireGame } from './require-game';
import { advance, type Input, type Refusal, type Transition, withoutChange } from './transition';
import { actionEvents, knowsDraws, responseFor } from './views';

/** A version conflict means that another process moved; so many in a row are a fault. */
const MAX_ATTEMPTS = 8;
/** Legal moves that a refusal lists. */
const MAX_LISTED_MOVES = 300;

export interface ActRequest {
  matchId: string;
  seat: Seat;
  action: unknown;
  /** Whether the action was meant for the match as it is now, when that matters; the action is refused if not. */
  isMeantFor?(match: MatchRow): boolean;
  /** Shown to spectators beside a move that is accepted. */
  note?: MoveNote | null;
  step?: StepRecord;
}

/**
 * Applies one action of a seat: a move, `{ type: 'state' }`, `{ type: 'resign' }` or an action about a draw. One round
 * trip when the match is cached: the move, its effects, its events and the step of the session are one statement. In an agent's solo game the
 * house bots reply before this returns.
 * @throws AppError EXPERIENCE_ERROR with the reason, `details.legal_moves` and the game's own `details.game_code`; the
 * match is unchanged then · RATE_LIMITED where the game limits such moves · IDEMPOTENCY_CONFLICT when a step of the session
 * has the key; runKeyed finds its answer
 */
export async function actInMatch(request: ActRequest): Promise<ActAnswer> {
  const uncounted = await countMove(request);
  return runExclusive(request.matchId, async () => {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const answer = await tryAct(request, uncounted);
      if (answer) return answer;
    }
    throw tooManyMoves();
  });
}

/** The refusal after `MAX_ATTEMPTS`. */
const tooManyMoves = () =>
  new AppError(
    'EXPERIENCE_ERROR',
    'Too many moves in this match at the same time. Read the state with {"type":"state"} and try again.',
    { retryable: true },
  );

/** Returns null when the cached match was stale; it is not any more, and the caller tries again. */
async function tryAct(request: ActRequest, uncounted: UncountedMove): Promise<ActAnswer | null> {
  const { match, isGuess } = await loadMatchToMove(request.matchId);
  if (!match) throw new AppError('EXPERIENCE_TOOL_NOT_FOUND', 'There is no such match.');
  const game = requireGame(match.gameId);
  if (match.status !== 'active')
    throw new AppError('EXPERIENCE_ERROR', `The match is ${match.status}, not active.`, {
      details: { status: match.status },
    });
  const at = now();
  if (match.deadlineAt && match.deadlineAt <= at) {
    await applyDeadline(match, at);
    evictMatch(match.id);
    return null;
  }
  const judgement = await judgeAction(game, match, request, at);
  if (!judgement) return null;
  const { isLook, own } = judgement;
  if (uncounted.limit) await limitCall(uncounted.limit);
  uncounted.limit = null;
  const repliesInline = botsReplyInline(match) && !isLook;
  const transition = withBotDueAt(game, match, repliesInline ? playInstantBots(game, own, at) : own, at);
  const events = isLook ? [] : actionEvents(own, request.seat);
  const response = withEvents(responseFor(game, transition.match, request.seat, at), isLook ? undefined : events);
  const { step } = request;
  const awaitsBots = repliesInline && actingBots(game, transition.match).length > 0;
  const record = step ? compactStep({ ...step, response, isFinal: !awaitsBots }) : null;
  const stored = await commit({
    transition,
    ...(step && record ? { step: { ...step, action: record.action, response: record.response } } : {}),
  });
  if (stored === 'repeated')
    throw new AppError('IDEMPOTENCY_CONFLICT', 'A step of this session has this idempotency_key.');
  if (!stored) return explainUnstored(request, match);
  if (isGuess) confirmGuess();
  record?.remember(stored.stepCount);
  afterCommit(transition.match);
  const answer: ActAnswer = { response, stepCount: stored.stepCount, events };
  if (!awaitsBots) return answer;
  return waitForBots(game, { ...request, isCompact: record?.isCompact ?? false }, answer).catch((error: unknown) => {
    // The action is stored. The bot that could not move now is due soon.
    log.warn({ err: error, match_id: match.id }, 'a house bot did not reply within the call');
    return answer;
  });
}

const withEvents = (response: BuiltinResponse, events: ActionEvent[] | undefined): BuiltinResponse =>
  events === undefined ? response : { ...response, events };

/**
 * The transition that the action makes. The cached match may be stale, and a refusal commits nothing that would notice:
 * before it refuses, this compares the version of the match with the database and returns null when that has moved on.
 * @throws AppError EXPERIENCE_ERROR
 */
async function judgeAction(
  game: AnyGame,
  match: MatchRow,
  { seat, action, note, isMeantFor }: Pick<ActRequest, 'seat' | 'action' | 'note' | 'isMeantFor'>,
  at: Date,
): Promise<{ isLook: boolean; own: Transition } | null> {
  try {
    if (isMeantFor && !isMeantFor(match))
      throw new AppError('EXPERIENCE_ERROR', 'The match has moved on: this was meant for an earlier position.');
    const input = withNote(readAction(game, match, seat, action), note);
    if (input === null) return { isLook: true, own: withoutChange(match) };
    const own = applyAction(game, match, seat, input, at);
    await requireAnsweredEvent(game, match, input);
    return { isLook: false, own };
  } catch (refusal) {
    if (await isStale(match)) return null;
    throw refusal;
  }
}

async function isStale(match: MatchRow): Promise<boolean> {
  const fresh = await refreshMatch(match);
  return fresh?.version !== match.version;
}

/** Null when another attempt may succeed; a commit is also refused for a session that is over. */
async function explainUnstored(request: ActRequest, match: MatchRow): Promise<null> {
  const fresh = await refreshMatch(match);
  if (request.step && fresh && fresh.version === match.version && fresh.status === 'active') {
    throw new AppError('EXPERIENCE_ERROR', 'Session is not active.');
  }
  return null;
}

/** The input of an action; null for a look. @throws AppError EXPERIENCE_ERROR when the game has no such action */
function readAction(game: AnyGame, match: MatchRow, seat: Seat, action: unknown): Input | null {
  const type = typeof action === 'object' && action !== null && 'type' in action ? action.type : action;
  if (type === 'state') return null;
  if (type === 'resign') return { kind: 'resign', seat };
  if (knowsDraws(game, match) && isDrawAction(type)) return { kind: 'draw', seat, action: type };
  if (!game.judgesEveryMove && !game.actors(match.state).includes(seat)) {
    throw new AppError(
      'EXPERIENCE_ERROR',
      'It is not your turn. Wait with events.wait, or look with {"type":"state"}.',
      { details: { your_turn: false } },
    );
  }
  const parsed = game.move.safeParse(action);
  if (!parsed.success) {
    const reason = parsed.error.issues[0]?.message ?? 'This is not a move of this game.';
    throw illegalMove(game, match, seat, { refused: reason });
  }
  return { kind: 'move', seat, move: parsed.data };
}

/** @throws VALIDATION_ERROR when a move answers what is no public event of its match. One query at most. */
async function requireAnsweredEvent(game: AnyGame, match: MatchRow, input: Input): Promise<void> {
  const answered = input.kind === 'move' ? game.answeredEvent?.(input.move) : null;
  if (!answered) return;
  const { id, type, field } = answered;
  if (await hasEvent({ stream: matchStream(match.id), id, type, audiences: ['public'] })) return;
  throw validationError([{ path: [field], message: 'Must be the id of a public message of this match' }]);
}

const withNote = (input: Input | null, note: MoveNote | null | undefined): Input | null =>
  note && input?.kind === 'move' ? { ...input, note } : input;

function applyAction(game: AnyGame, match: MatchRow, seat: Seat, input: Input, at: Date): Transition {
  const result = advance(game, match, input, at);
  if ('refused' in result) throw illegalMove(game, match, seat, result);
  return result;
}

function illegalMove(game: AnyGame, match: MatchRow, seat: Seat, { refused, code, nearest }: Refusal): AppError {
  const legal = game.legalMoves(match.state, seat);
  return new AppError('EXPERIENCE_ERROR', refused, {
    details: {
      ...(code === undefined ? {} : { game_code: code }),
      legal_moves: legal.slice(0, MAX_LISTED_MOVES),
      ...(nearest && nearest.length > 0 ? { nearest } : {}),
    },
  });
}

/** In an agent's solo game the reply of the bots belongs to the answer, also when they think in another thread. */
async function waitForBots(
  game: AnyGame,
  { matchId, seat, step, isCompact = false }: Omit<ActRequest, 'action'> & { isCompact?: boolean },
  answer: ActAnswer,
): Promise<ActAnswer> {
  const { stepCount } = answer;
  let { response } = answer;
  const current = (match: MatchRow) => withEvents(responseFor(game, match, seat, now()), answer.response.events);
  const replyFor = (moved: MatchRow): Reply | undefined => {
    response = current(moved);
    if (!step || stepCount === null) return undefined;
    const stored = isCompact ? withEventIds({ ...response }) : response;
    return { sessionId: step.sessionId, agentId: step.agentId, stepNumber: stepCount, response: stored };
  };
  botsOfCalls().add(matchId);
  try {
    let match = await loadMatch(matchId);
    while (match && actingBots(game, match).length > 0) {
      const moved = await playBotTurn(game, match, replyFor);
      if (!moved) evictMatch(matchId);
      else afterCommit(moved);
      match = moved ?? (await loadMatch(matchId));
      if (!moved && match) response = current(match);
    }
  } catch (error) {
    matchDue.announce(rescueAt());
    throw error;
  } finally {
    botsOfCalls().delete(matchId);
  }
  return { ...answer, response };
}

/** Lets house bots open a solo game that has just started, where they move first. Returns the player's response. */
export async function playBotTurns(match: MatchRow, seat: Seat): Promise<BuiltinResponse> {
  const game = requireGame(match.gameId);
  const response = responseFor(game, match, seat, now());
  if (actingBots(game, match).length === 0 || !botsReplyInline(match)) return response;
  const answer = await runExclusive(match.id, () =>
    waitForBots(game, { matchId: match.id, seat }, { response, stepCount: null, events: [] }),
  );
  return answer.response;
}
