import { env } from '@/lib/core/env';
import { quotaExceeded } from '@/lib/core/errors';
import { sha256Hex } from '@/lib/core/rng';
import { type Client, countOpenLeagues, findQuotaKey } from './leagues.repo';

/** Leagues of an owner that are not completed, and their matches. */
const MAX_OPEN_LEAGUES = 10;
const MAX_OPEN_FIXTURES = 20_000;
/** Outside production all agents without an owner call from one machine. */
const MAX_OPEN_LEAGUES_OF_LOCAL_ADDRESS = 100;

/** The key of a quota as it is stored: an address is not. */
export const quotaKeyOf = (share: string): string => sha256Hex(share);

/** @throws QUOTA_EXCEEDED when the share has as many open leagues as it may */
export async function requireLeagueQuota(client: Client, share: string): Promise<void> {
  const limit =
    share.startsWith('address:') && !env().production ? MAX_OPEN_LEAGUES_OF_LOCAL_ADDRESS : MAX_OPEN_LEAGUES;
  const { leagues } = await countOpenLeagues(client, quotaKeyOf(share));
  if (leagues < limit) return;
  throw quotaExceeded(`You have ${leagues} leagues that are not completed; ${limit} are allowed.`, {
    name: 'open_leagues',
    limit,
    next: 'league.list shows their status.',
  });
}

/**
 * Leagues of the platform have no quota.
 * @throws QUOTA_EXCEEDED when the owner's open leagues would have more matches than they may
 */
export async function requireFixtureQuota(client: Client, leagueUid: string, added: number): Promise<void> {
  const quotaKey = await findQuotaKey(client, leagueUid);
  if (quotaKey === null) return;
  const { fixtures } = await countOpenLeagues(client, quotaKey);
  if (fixtures + added <= MAX_OPEN_FIXTURES) return;
  const message = `This makes ${added} matches; your open leagues have ${fixtures}, and ${MAX_OPEN_FIXTURES} are allowed.`;
  throw quotaExceeded(message, {
    name: 'open_league_matches',
    limit: MAX_OPEN_FIXTURES,
    next: 'Choose the format swiss or knockout, or wait until a league is completed.',
  });
}
