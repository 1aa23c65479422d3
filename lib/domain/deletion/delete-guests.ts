import { registerCleanup } from '@/lib/core/cleanup';
import { now } from '@/lib/core/clock';
import { DueRows } from '@/lib/core/due';
import { endGuest, findGuestsBefore, GUEST_KEPT_DAYS } from '@/lib/domain/auth';
import { deletePrivateRows, transaction } from './deletion.repo';
import './row-owners';

const removals = new DueRows('guests.remove');

/**
 * Removes guests that have started or joined no game for 30 days: what only they could read goes; what the public has seen
 * stays under the name of the guest, which says nothing about a person. Returns their number, at most `limit`.
 * Decision: docs/decisions/0034-people-and-guests.md.
 */
async function deleteIdleGuests(limit: number): Promise<number> {
  const before = new Date(now().getTime() - GUEST_KEPT_DAYS * 86_400_000);
  const ids = await findGuestsBefore(before, removals.postponed(), limit);
  return removals.attemptEach(ids, (id) =>
    transaction(async (client) => {
      if (await endGuest(client, id, before)) await deletePrivateRows(client, id);
    }),
  );
}

registerCleanup({ name: 'guests', removeBatch: deleteIdleGuests });
