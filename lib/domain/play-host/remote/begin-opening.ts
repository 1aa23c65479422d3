import { now } from '@/lib/core/clock';
import { makePauses } from '@/lib/core/pauses';
import { openOrFindSession, readLastAnswer, type Session } from '@/lib/domain/seating';
import type { OpenRequest } from '../play-host';
import { transaction } from '../play-host.repo';

/** An unanswered session of this age was left by a process that stopped: it is opened again. */
const MAX_OPENING_MS = 60_000;

/** A session with the last answer of its experience; `isPending`: the server has to be asked to open it. */
interface BegunOpening {
  session: Session;
  stored: unknown;
  isPending: boolean;
}

/**
 * Stores a session, or finds the active one with its last answer. It is pending when it is new or was never answered. While
 * another call opens it, in this process or another one, its answer is waited for.
 */
export async function beginOpening(request: OpenRequest): Promise<BegunOpening> {
  const { agent, experience, signal } = request;
  const pause = makePauses();
  for (;;) {
    const { session, isNew } = await transaction((client) =>
      openOrFindSession(client, { agentId: agent.agentId, experienceId: experience.id, soloSeat: null }),
    );
    const last = isNew ? null : await readLastAnswer(session.id);
    const isLeft = now().getTime() - session.createdAt.getTime() >= MAX_OPENING_MS;
    if (isNew || last || isLeft || signal?.aborted) {
      return { session, stored: last?.response ?? null, isPending: isNew || (last === null && isLeft) };
    }
    await pause();
  }
}
