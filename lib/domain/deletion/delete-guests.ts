import { now } from '@/lib/core/clock';
import { endGuest, findGuestsBefore, GUEST_KEPT_DAYS } from '@/lib/domain/auth';
import { deletePrivateRows, transaction } from './deletion.repo';

const MAX_BATCH = 500;

/**
 * Removes guests that have started or joined no game for 30 days: what only they could read goes; what the public has seen
 * stays under the name of the guest, which says nothing about a person. A job calls it. Returns their number.
 * Decision: docs/decisions/0245-guests.md.
 */
export async function deleteIdleGuests(): Promise<number> {
  const before = new Date(now().getTime() - GUEST_KEPT_DAYS * 86_400_000);
  let removed = 0;
  for (const id of await findGuestsBefore(before, MAX_BATCH)) {
    const isRemoved = await transaction(async (client) => {
      if (!(await endGuest(client, id, before))) return false;
      await deletePrivateRows(client, id);
      return true;
    });
    if (isRemoved) removed++;
  }
  return removed;
}
