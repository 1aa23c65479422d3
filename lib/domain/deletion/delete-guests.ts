import { registerCleanup } from '@/lib/core/cleanup';
import { now } from '@/lib/core/clock';
import { DueRows } from '@/lib/core/due';
import { deleteGuest, endGuest, GUEST_KEPT_DAYS } from '@/lib/domain/people';
import { deletePrivateRows, findGuestsBefore, isEngaged, isInPublicRecords, transaction } from './deletion.repo';
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
      // A guest that starts a game is seen first, so that it is not ended after this look.
      if ((await isEngaged(client, id)) || !(await endGuest(client, id, before))) return;
      await deletePrivateRows(client, id);
      if (!(await isInPublicRecords(client, id))) await deleteGuest(client, id);
    }),
  );
}

registerCleanup({ name: 'guests', removeBatch: deleteIdleGuests });
