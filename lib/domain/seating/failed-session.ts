import { log } from '@/lib/core/log';
import { publish } from '@/lib/events';
import { departActiveLobby } from './departure';
import { disengage } from './engagements';
import type { Session } from './seating.schema';
import { evictSession } from './session-cache';
import { failSession, transaction } from './sessions.repo';

/** Marks a session that could not be opened as failed and releases its agent. Logs its own errors. */
export async function closeFailedSession(session: Session, errorCode: string): Promise<void> {
  const { id, agentId, lobbyId } = session;
  evictSession(id);
  try {
    const events = await transaction(async (client) => {
      const departure = lobbyId === null ? [] : await departActiveLobby(client, { lobbyId, agentId });
      await failSession(client, id, errorCode.toLowerCase());
      await disengage(client, { agentIds: [agentId], sessionIds: [id] });
      return departure;
    });
    publish(events);
  } catch (fault) {
    log.error({ err: fault, session_id: id }, 'could not close a session whose opening failed');
  }
}
