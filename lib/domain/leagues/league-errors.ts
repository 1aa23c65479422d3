import { AppError } from '@/lib/core/errors';
import { findLeague, lockLeague, type Queryable } from './leagues.repo';
import type { LeagueListRow, LeagueRow } from './leagues.schema';

/** The league of an id. @throws NOT_FOUND */
export async function requireLeague(leagueId: string): Promise<LeagueListRow> {
  const league = await findLeague(leagueId);
  if (!league) throw leagueNotFound(leagueId);
  return league;
}

/** The same, locked until the transaction ends. @throws NOT_FOUND */
export async function requireLockedLeague(client: Queryable, leagueId: string): Promise<LeagueRow> {
  const league = await lockLeague(client, leagueId);
  if (!league) throw leagueNotFound(leagueId);
  return league;
}

function leagueNotFound(leagueId: string): AppError {
  return new AppError('NOT_FOUND', `There is no league "${leagueId.slice(0, 100)}". GET /api/leagues lists them.`);
}
