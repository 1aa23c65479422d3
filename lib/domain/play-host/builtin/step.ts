import { AppError } from '@/lib/core/errors';
import { actInMatch } from '@/lib/domain/matches';
import {
  type CachedSession,
  cacheSession,
  evictSession,
  explainIfOver,
  explainUnstoredStep,
  recordStep,
} from '@/lib/domain/seating';
import type { HostAnswer, HostStep } from '../play-host';

/** Plays an action in the session's match: the move, its events and the step are one statement. */
export async function step(request: HostStep): Promise<HostAnswer> {
  const { session, action, note, idempotencyKey } = request;
  const { id: sessionId, agentId, matchId, seat } = session;
  const startedMs = performance.now();
  if (matchId === null || seat === null) return lookBeforeStart(request, startedMs);
  const { response, stepCount } = await actInMatch({
    matchId,
    seat,
    action,
    note,
    step: { sessionId, agentId, action, idempotencyKey },
  }).catch((thrown: unknown) => explainRefusal(session, thrown));
  if (stepCount === null) throw new Error(`the step of session ${sessionId} was not stored`);
  if (response.status === 'active') cacheSession(session);
  else evictSession(sessionId);
  return { response, stepCount, latencyMs: performance.now() - startedMs };
}

/** A match that is over has ended the session: the error of the session says how. */
async function explainRefusal(session: CachedSession, thrown: unknown): Promise<never> {
  if (thrown instanceof AppError && thrown.details?.status !== undefined) {
    evictSession(session.id);
    throw (await explainIfOver(session.id)) ?? thrown;
  }
  throw thrown;
}

/** A session whose lobby has not started can only look. */
async function lookBeforeStart(request: HostStep, startedMs: number): Promise<HostAnswer> {
  const { session, experience, action, idempotencyKey } = request;
  const response = waitingResponse(experience.gameId ?? '');
  if (typeOf(action) !== 'state') {
    throw new AppError('EXPERIENCE_ERROR', 'The match has not started. Wait for it with events.wait on "me".', {
      details: { status: 'waiting', your_turn: false },
    });
  }
  const latencyMs = performance.now() - startedMs;
  const sessionId = session.id;
  const counted = await recordStep({
    sessionId,
    action,
    response,
    idempotencyKey,
    upstreamSessionId: null,
    latencyMs,
  });
  if (counted === null) throw await explainUnstoredStep(sessionId);
  return { response, stepCount: counted.stepCount, latencyMs };
}

function typeOf(action: unknown): unknown {
  return typeof action === 'object' && action !== null && 'type' in action ? action.type : action;
}

/** The view of a player while the lobby waits for players. */
export function waitingResponse(gameId: string): Record<string, unknown> {
  return {
    game_type: gameId,
    status: 'waiting',
    your_turn: false,
    legal_moves: [],
    view: {},
    message: 'The match has not started. The host starts it with match.start; wait with events.wait on "me".',
  };
}
