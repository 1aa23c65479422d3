import { registerCleanup } from '@/lib/core/cleanup';
import { now } from '@/lib/core/clock';
import type { Queryable } from '@/lib/data/database';
import { deleteEnded, deleteRestriction, insertRestriction, type NewRestriction } from './restrictions.repo';

/** Adds a mute or a suspension in the transaction of its action. The next look at the credential finds it. */
export async function addRestriction(client: Queryable, restriction: NewRestriction): Promise<void> {
  await insertRestriction(client, restriction);
}

/** Ends the restriction of an action, if it has one, before its time. */
export async function endRestriction(client: Queryable, actionId: string): Promise<void> {
  await deleteRestriction(client, actionId);
}

// The actions that made them stay.
registerCleanup({ name: 'restrictions', removeBatch: (limit) => deleteEnded(now(), limit) });
