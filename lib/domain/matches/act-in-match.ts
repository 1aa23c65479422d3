import { AppError } from '@/lib/core/errors';
import type { AnyGame, Seat } from '@/lib/core/game';
import { afterCommit, applyDeadline } from './after-commit';
import { awaitedBots, botsReplyInline, nextBotDueAt, playBotTurn, playInstantBots } from './bots';
import { commit } from './commit-queue';
import type { Reply } from './commits.repo';
import { evictMatch, loadMatch, runExclusive } from './match-cache';
import type { ActAnswer, BuiltinResponse, MatchRow, StepRecord } from './matches.schema';
import { requireGame } from './require-game';
import { advance, type Input, type Transition } from './transition';
import { readMatch, responseFor } from './views';

/** A version conflict means that another process moved; so many in a row are a fault. */
const MAX_ATTEMPTS = 8;

/**
 * One action of a seat: a move, `{ type: 'state' }` or `{ type: 'resign' }`. One round trip when the match is in memory:
 * the move, what it led to, its events and the session's step are one statement. In a solo game the house answers
 * before this returns.
 * @throws AppError EXPERIENCE_ERROR with the reason and `details.legal_moves` for what may not be done; 23505 for a step whose
 * idempotency key is stored. Nothing changes then.
 */
export async function actInMatch(args: {
  matchId: string;
  seat: Seat;
  action: unknown;
  step?: StepRecord;
}): Promise<ActAnswer> {
  return runExclusive(args.matchId, async () => {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
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
