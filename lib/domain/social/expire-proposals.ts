import { now } from '@/lib/core/clock';
import { DueRows } from '@/lib/core/due';
import { type NewEvent, socialStream } from '@/lib/core/stream';
import { appendEvents, publish } from '@/lib/events';
import { closeVote, findExpired, listActive, nextDue } from './proposals.repo';
import { type Client, lockLobby, transaction } from './social.repo';

const MAX_BATCH = 100;

/** Ends the votes of a lobby whose time is over, and returns their events. The caller has locked the lobby. */
export async function expireProposals(client: Client, lobbyId: string, at: Date): Promise<NewEvent[]> {
  const events: NewEvent[] = [];
  for (const { id, expires_at } of await listActive(client, lobbyId)) {
    if (expires_at > at) continue;
    await closeVote(client, { id, status: 'expired' });
    events.push({ type: 'proposal_closed', data: { proposal_id: id, status: 'expired' } });
  }
  return events;
}

/** By lobby. */
const expiries = new DueRows('social.expire_proposals');

/** Ends every vote whose time is over. The ticker calls it; of two processes one ends a vote. Returns how many lobbies it was. */
export async function expireDueProposals(at: Date = now()): Promise<number> {
  const expired = await findExpired(at, expiries.postponed(), MAX_BATCH);
  const lobbyIds = [...new Set(expired.map(({ lobbyId }) => lobbyId))];
  return expiries.attemptEach(lobbyIds, async (lobbyId) => {
    const events = await transaction(async (client) => {
      await lockLobby(client, lobbyId);
      return appendEvents(client, socialStream(lobbyId), await expireProposals(client, lobbyId, at));
    });
    publish(events);
  });
}

/** When the next proposal expires, or one that could not be ended is tried again; null when there is none. */
export async function nextProposalDue(): Promise<Date | null> {
  const times = [await nextDue(expiries.postponed()), expiries.nextRetry()].flatMap((at) => at?.getTime() ?? []);
  return times.length > 0 ? new Date(Math.min(...times)) : null;
}
