import { pool, type Queryable, sql } from '@/lib/data/database';
import type { Fields } from '@/lib/data/row';

export { isUniqueViolation } from '@/lib/data/database';

/** A building on the town map. */
export type Building = Fields<'TownBuilding', 'matchId' | 'number' | 'plot' | 'openedAt' | 'releaseAt'>;

const COLUMNS = `match_id AS "matchId", number, plot, opened_at AS "openedAt", release_at AS "releaseAt"`;

/**
 * Opens the building of a match at the lowest free plot. Call it in a transaction that holds the lock of a queue, so that
 * two matches do not choose the same plot; the unique index refuses it otherwise.
 */
export async function insertBuilding(client: Queryable, matchId: string, openedAt: Date): Promise<Building> {
  const rows = await sql<Building & Record<string, unknown>>(
    'town.open_building',
    `INSERT INTO town_buildings (match_id, plot, opened_at)
     SELECT $1, min(free.plot), $2
     FROM generate_series(0, (SELECT count(*)::int FROM town_buildings WHERE released_at IS NULL)) AS free(plot)
     WHERE NOT EXISTS (SELECT 1 FROM town_buildings b WHERE b.plot = free.plot AND b.released_at IS NULL)
     RETURNING ${COLUMNS}`,
    [matchId, openedAt],
    client,
  );
  return rows[0] as Building;
}

/** Sets when the building of a match that is over leaves the map. */
export async function setReleaseAt(client: Queryable, matchId: string, releaseAt: Date): Promise<void> {
  await sql(
    'town.set_release',
    'UPDATE town_buildings SET release_at = $2 WHERE match_id = $1',
    [matchId, releaseAt],
    client,
  );
}

/** Removes the buildings from the map whose time has come. Returns how many. */
export async function releaseBuildings(at: Date): Promise<number> {
  const rows = await sql(
    'town.release',
    `UPDATE town_buildings SET released_at = $1 WHERE released_at IS NULL AND release_at IS NOT NULL AND release_at <= $1
     RETURNING match_id`,
    [at],
  );
  return rows.length;
}

/** When the next building leaves the map, or null. */
export async function findNextRelease(): Promise<Date | null> {
  const rows = await sql<{ at: Date | null }>(
    'town.next_release',
    'SELECT min(release_at) AS at FROM town_buildings WHERE released_at IS NULL AND release_at IS NOT NULL',
    [],
  );
  return rows[0]?.at ?? null;
}

/** The buildings on the map, oldest first. */
export async function findBuildingsOnMap(limit: number): Promise<Building[]> {
  return sql<Building & Record<string, unknown>>(
    'town.buildings',
    `SELECT ${COLUMNS} FROM town_buildings WHERE released_at IS NULL ORDER BY number LIMIT $1`,
    [limit],
  );
}

/** The newest buildings, of matches that run, have ended, or both. */
export async function findBuildings(
  args: { active: boolean; ended: boolean; limit: number },
  on: Queryable = pool(),
): Promise<Building[]> {
  return sql<Building & Record<string, unknown>>(
    'town.newest_buildings',
    `SELECT ${COLUMNS} FROM town_buildings
     WHERE ($1 AND release_at IS NULL) OR ($2 AND release_at IS NOT NULL) ORDER BY number DESC LIMIT $3`,
    [args.active, args.ended, args.limit],
    on,
  );
}

/** The building of a match, or null. */
export async function findBuilding(matchId: string, on: Queryable = pool()): Promise<Building | null> {
  const rows = await sql<Building & Record<string, unknown>>(
    'town.building',
    `SELECT ${COLUMNS} FROM town_buildings WHERE match_id = $1`,
    [matchId],
    on,
  );
  return rows[0] ?? null;
}
