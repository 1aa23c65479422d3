import { nextMoveOf, type OwnState, readOwnStates } from '@/lib/domain/leagues';
import { findLimitedUntil, isAwaited, type MatchRow, readMatch, readMatches } from '@/lib/domain/matches';
import type { NextAction } from './stream-kind';
import { findCorrespondenceMatches, findPlayedMatch, findRemoteTurn } from './streams.repo';

/** The step that an agent should take in a match now; null when the match does not wait for it. */
export async function nextActionInMatch(matchId: string, agentId: string): Promise<NextAction | null> {
  const match = await readMatch(matchId);
  if (!match) return nextRemoteStep(agentId, matchId);
  const own = match.seats.find((seat) => seat.agentId === agentId);
  if (match.status !== 'active' || !own) return null;
  if (match.kind === 'league') return nextMoveIn(agentId, ({ game_session_id }) => game_session_id === matchId);
  return nextActionOfSeat(match, own);
}

async function nextActionOfSeat(match: MatchRow, own: MatchRow['seats'][number]): Promise<NextAction | null> {
  if (!own.sessionId || !isAwaited(match, own.seat)) return null;
  const notBefore = await findLimitedUntil(match, own.seat);
  return {
    tool: 'session.step',
    arguments: { session_id: own.sessionId },
    due_at: match.deadlineAt?.toISOString() ?? null,
    ...(notBefore ? { not_before: notBefore.toISOString() } : {}),
  };
}

/**
 * The step in the match of a remote experience: due when its last answer said that it waits for this player; a look when
 * another player has acted since, or when it does not say whose turn it is.
 */
async function nextRemoteStep(agentId: string, lobbyId: string | null): Promise<NextAction | null> {
  const turn = await findRemoteTurn(agentId, lobbyId);
  if (!turn || turn.yourTurn === false) return null;
  const { sessionId: session_id, yourTurn } = turn;
  if (yourTurn) return { tool: 'session.step', arguments: { session_id }, due_at: null };
  return { tool: 'session.step', arguments: { session_id, action: { type: 'state' } }, due_at: null, optional: true };
}

/** The move that an agent should make in a league, which has no sessions; null when no match of its own waits for it. */
async function nextMoveIn(agentId: string, isWanted: (state: OwnState) => boolean = () => true) {
  const state = (await readOwnStates(agentId)).find((one) => one.your_turn && isWanted(one));
  return state ? nextMoveOf(state) : null;
}

/** The step that is due first in the correspondence games of an agent; null when none waits for it. */
async function nextInCorrespondence(agentId: string): Promise<NextAction | null> {
  const ids = await findCorrespondenceMatches(agentId);
  if (ids.length === 0) return null;
  const due = (await readMatches(ids)).flatMap((match) => {
    const own = match.seats.find((seat) => seat.agentId === agentId);
    return own && isAwaited(match, own.seat) ? [{ match, own }] : [];
  });
  const [first] = due.sort((one, other) => dueMs(one.match) - dueMs(other.match));
  return first ? nextActionOfSeat(first.match, first.own) : null;
}

const dueMs = ({ deadlineAt }: MatchRow): number => deadlineAt?.getTime() ?? Number.POSITIVE_INFINITY;

/** The step that an agent should take in whatever it plays: first in its engagement, then in correspondence games. */
export async function nextStepOf(agentId: string): Promise<NextAction | null> {
  const matchId = await findPlayedMatch(agentId);
  const live = matchId === null ? await nextRemoteStep(agentId, null) : await nextActionInMatch(matchId, agentId);
  return live ?? (await nextInCorrespondence(agentId)) ?? (matchId === null ? nextMoveIn(agentId) : null);
}
