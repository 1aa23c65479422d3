import { now } from '@/lib/core/clock';
import type { AgentId, OwnerId } from '@/lib/core/ids';
import type { RestrictionJson } from '@/lib/core/restrictions';
import { isUniqueViolation, type Queryable, sql } from '@/lib/data/database';
import { PLAYER, type PlayerRow } from './players.repo';

/** A guest; null for one that has signed up or was removed. One query by primary key. */
export async function findGuest(id: AgentId): Promise<(PlayerRow & { restrictions: RestrictionJson[] | null }) | null> {
  const rows = await sql<PlayerRow & { restrictions: RestrictionJson[] | null }>(
    'people.guest',
    `SELECT ${PLAYER}, (
       SELECT json_agg(json_build_object('kind', s.kind, 'reason', s.reason, 'ends_at', s.ends_at))
         FROM restrictions s WHERE s.subject_id = $1) AS restrictions
     FROM agents WHERE id = $1 AND guest_seen_at IS NOT NULL`,
    [id],
  );
  return rows[0] ?? null;
}

export async function insertGuest(guest: PlayerRow & { registeredFrom: string }): Promise<void> {
  await sql(
    'people.insert_guest',
    `INSERT INTO agents (id, display_name, registered_from, kind, guest_seen_at) VALUES ($1, $2, $3, 'human', $4)`,
    [guest.id, guest.displayName, guest.registeredFrom, now()],
  );
}

/** Notes that a guest plays; false for one that has signed up or was removed. */
export async function touchGuest(id: AgentId): Promise<boolean> {
  const rows = await sql(
    'people.touch_guest',
    'UPDATE agents SET guest_seen_at = $2 WHERE id = $1 AND guest_seen_at IS NOT NULL RETURNING 1',
    [id, now()],
  );
  return rows.length > 0;
}

/**
 * Makes a guest the player of an owner. False, without a change, for one that is no guest any more and for an owner who
 * has a player: the unique index of players decides between two browsers.
 */
export async function giveGuestToOwner(of: {
  guestId: AgentId;
  ownerId: OwnerId;
  displayName: string;
}): Promise<boolean> {
  try {
    const rows = await sql(
      'people.give_guest',
      `UPDATE agents SET owner_id = $2, display_name = $3, guest_seen_at = NULL
       WHERE id = $1 AND guest_seen_at IS NOT NULL RETURNING id`,
      [of.guestId, of.ownerId, of.displayName],
    );
    return rows.length > 0;
  } catch (thrown) {
    if (isUniqueViolation(thrown)) return false;
    throw thrown;
  }
}

/** Ends a guest that has played nothing since `before`. False when it has come back or signed up in the meantime. */
export async function endGuestRow(client: Queryable, id: string, before: Date): Promise<boolean> {
  const rows = await sql(
    'people.end_guest',
    'UPDATE agents SET guest_seen_at = NULL, deleted_at = $3 WHERE id = $1 AND guest_seen_at < $2 RETURNING id',
    [id, before, now()],
    client,
  );
  return rows.length > 0;
}

/** Deletes a guest that has ended and that no record names. */
export async function deleteGuestRow(client: Queryable, id: string): Promise<void> {
  await sql('people.delete_guest', 'DELETE FROM agents WHERE id = $1 AND deleted_at IS NOT NULL', [id], client);
}
