import { findLastResponse, openOrFindSession, type Session } from '@/lib/domain/seating';
import type { OpenRequest } from '../play-host';
import { transaction } from '../play-host.repo';

/** An unanswered session of this age was left by a process that stopped: it is opened again. */
const MAX_OPENING_MS = 60_000;

/**
 * Stores a session, or finds the active one with its last answer. `isPending`: the server has to be asked to open it, because
 * it is new or was never answered.
 */
export async function beginOpening({
  agent,
  experience,
}: OpenRequest): Promise<{ session: Session; stored: unknown; isPending: boolean }> {
  const { session, isNew } = await transaction((client) =>
    openOrFindSession(client, { agentId: agent.agentId, experienceId: experience.id, soloSeat: null }),
  );
  const stored = isNew ? null : await findLastResponse(session.id);
  const isUnanswered = stored === null && Date.now() - session.createdAt.getTime() >= MAX_OPENING_MS;
  return { session, stored, isPending: isNew || isUnanswered };
}
