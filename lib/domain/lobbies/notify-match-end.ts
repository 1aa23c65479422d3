import { agentStream, type StreamEvent } from '@/lib/core/stream';
import { onMatchEnd, seatOf, sessionOutcome } from '@/lib/domain/matches';
import { appendEvents } from '@/lib/events';

/** Adds a notice to the own stream of each player of a lobby's match, in the order of their ids against deadlocks. */
onMatchEnd('lobby', 'lobbies.notify_players', async (client, { match, completedSessions }) => {
  const events: StreamEvent[] = [];
  for (const { agentId, sessionId } of [...completedSessions].sort((a, b) => (a.agentId < b.agentId ? -1 : 1))) {
    const seat = seatOf(match, agentId);
    const data = {
      game_session_id: match.id,
      experience_id: match.experienceId,
      session_id: sessionId,
      status: match.status,
      reason: match.endReason,
      outcomes: seat ? sessionOutcome(match.outcome, seat) : null,
      ...(match.unrated && { unrated: match.unrated }),
    };
    events.push(...(await appendEvents(client, agentStream(agentId), [{ type: 'match_ended', data }])));
  }
  return events;
});
