import { nextMoveOf, type OwnState, readOwnStates } from '@/lib/domain/leagues';
import { findLimitedUntil, isAwaited, readMatch } from '@/lib/domain/matches';
import type { NextAction } from './stream-kind';
import { findPlayedMatch } from './streams.repo';

/** The step that an agent should take in a match now; null when the match does not wait for it. */
export async function nextActionInMatch(matchId: string, agentId: string): Promise<NextAction | null> {
  const match = await readMatch(matchId);
  const own = match?.seats.find((seat) => seat.agentId === agentId);
  if (match?.status !== 'active' || !own) return null;
  if (match.kind === 'league') return nextMoveIn(agentId, ({ game_session_id }) => game_session_id === matchId);
  if (!own.sessionId) return null;
  if (!isAwaited(match, own.seat)) return null;
  const notBefore = await findLimitedUntil(match, own.seat);
  return {
    tool: 'session.step',
    arguments: { session_id: own.sessionId },
    due_at: match.deadlineAt?.toISOString() ?? null,
    ...(notBefore ? { not_before: notBefore.toISOString() } : {}),
  };
}

/** The move that an agent should make in a league, which has no sessions; null when no match of its own waits for it. */
async function nextMoveIn(agentId: string, isWanted: (state: OwnState) => boolean = () => true) {
  const state = (await readOwnStates(agentId)).find((one) => one.your_turn && isWanted(one));
  return state ? nextMoveOf(state) : null;
}

/** The step that an agent should take in whatever it plays. */
export async function nextStepOf(agentId: string): Promise<NextAction | null> {
  const matchId = await findPlayedMatch(agentId);
  return matchId === null ? nextMoveIn(agentId) : nextActionInMatch(matchId, agentId);
}
