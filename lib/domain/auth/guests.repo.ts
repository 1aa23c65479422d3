import { now } from '@/lib/core/clock';
import type { AgentId, OwnerId } from '@/lib/core/ids';
import { prisma, type Queryable, sql, sqlState } from '@/lib/data/database';
import type { PlayerRow } from './players.repo';

const UNIQUE_VIOLATION = '23505';

/** A guest; null for one that has signed up or was removed. One query by primary key. */
export async function findGuest(id: AgentId): Promise<PlayerRow | null> {
  const row = await prisma().agent.findFirst({
    where: { id, guestSeenAt: { not: null } },
    select: { displayName: true },
  });
  return row && { id, displayName: row.displayName };
}

export async function insertGuest(guest: PlayerRow): Promise<void> {
  await prisma().agent.create({
    data: { id: guest.id, displayName: guest.displayName, kind: 'human', guestSeenAt: now() },
  });
}

/** Notes that a guest plays; false for one that has signed up or was removed. */
export async function touchGuest(id: AgentId): Promise<boolean> {
  const { count } = await prisma().agent.updateMany({
    where: { id, guestSeenAt: { not: null } },
    data: { guestSeenAt: now() },
  });
  return count > 0;
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
      'auth.give_guest',
      `UPDATE agents SET owner_id = $2, display_name = $3, guest_seen_at = NULL
       WHERE id = $1 AND guest_seen_at IS NOT NULL RETURNING id`,
      [of.guestId, of.ownerId, of.displayName],
    );
    return rows.length > 0;
  } catch (thrown) {
    if (sqlState(thrown) === UNIQUE_VIOLATION) return false;
    throw thrown;
  }
}

/** Guests that have started or joined no game since `before` and are not in one, longest ago first. One index scan. */
export async function findGuestsBefore(before: Date, except: readonly string[], limit: number): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    'auth.guests_before',
    `SELECT a.id FROM agents a WHERE a.guest_seen_at < $1 AND NOT EXISTS (SELECT 1 FROM engagements g WHERE g.agent_id = a.id)
       AND a.id <> ALL ($2::uuid[])
     ORDER BY a.guest_seen_at LIMIT $3`,
    [before, except, limit],
  );
  return rows.map((row) => row.id);
}

/**
 * Ends a guest without a game since `before`: the row goes, or stays without a use for the records of its matches.
 * False when the guest has come back or signed up in the meantime.
 */
export async function endGuest(client: Queryable, id: string, before: Date): Promise<boolean> {
  const rows = await sql(
    'auth.end_guest',
    `UPDATE agents SET guest_seen_at = NULL, deleted_at = $3 WHERE id = $1 AND guest_seen_at < $2
       AND NOT EXISTS (SELECT 1 FROM engagements WHERE agent_id = $1) RETURNING id`,
    [id, before, now()],
    client,
  );
  if (rows.length === 0) return false;
  await sql(
    'auth.delete_unseen_guest',
    `DELETE FROM agents WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM match_seats WHERE agent_id = $1)
       AND NOT EXISTS (SELECT 1 FROM lobby_members WHERE agent_id = $1)`,
    [id],
    client,
  );
  return true;
}
