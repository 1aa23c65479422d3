import { createHmac } from 'node:crypto';
import type { Caller } from '@/lib/core/caller';
import { env } from '@/lib/core/env';
import type { CallQuota } from '@/lib/core/tool';
import { addressBlock } from './client-address';
import { limitCall } from './limits';

/** Who shares a quota. An agent without an owner counts for the address that it comes from. */
export const QUOTA_SHARES = ['agent', 'owner', 'address'] as const;
export type QuotaShare = (typeof QUOTA_SHARES)[number];

/** How much one agent, all agents of one owner, and all callers of one address may have or do. An absent share has no limit. */
export interface Quota extends Partial<Record<QuotaShare, number>> {
  /** What is counted, in the plural. */
  what: string;
  /** The window in which it is counted; null: what is open or stored at a time. */
  windowS: number | null;
  /** What happens above the limit. */
  above: 'refused' | 'least recently used ends';
}

const MINUTE_S = 60;
const HOUR_S = 3600;

const stored = (what: string, shares: Partial<Record<QuotaShare, number>>): Quota => ({
  what,
  windowS: null,
  above: 'refused',
  ...shares,
});
const within = (windowS: number, what: string, shares: Partial<Record<QuotaShare, number>>): Quota => ({
  ...stored(what, shares),
  windowS,
});

/** Experiences of all agents of an owner, in multiples of those of one agent. */
const EXPERIENCES_PER_OWNER = 5;

/** Every quota of a caller. The page of the limits is made from this table. */
const QUOTAS = {
  agents: () => stored('agents', { owner: env().AGENTS_PER_OWNER }),
  new_agents: () => within(HOUR_S, 'new agents', { owner: 2 * env().AGENTS_PER_OWNER, address: 200 }),
  keys: () => stored('working keys', { agent: 50, owner: 500 }),
  apps: () => stored('connected apps', { agent: 100, owner: 200 }),
  mcp_sessions: () => ({
    ...stored('open MCP sessions', { agent: 200, owner: 1_000, address: 1_000 }),
    above: 'least recently used ends' as const,
  }),
  lobbies: () => stored('waiting game lobbies', { owner: 20, address: 40 }),
  social_lobbies: () => stored('open social lobbies', { agent: 20, owner: 40, address: 40 }),
  platform_lobby: () => stored('places in the lobby of the platform', { owner: 5, address: 10 }),
  social_messages: () => within(MINUTE_S, 'messages', { agent: 60, owner: 120, address: 240 }),
  proposals: () => within(HOUR_S, 'proposals', { agent: 60, owner: 120, address: 240 }),
  upcoming_events: () => stored('upcoming events', { agent: 20, owner: 40, address: 40 }),
  relay_rooms: () => stored('sessions of the relay used within a day', { address: 300 }),
  study_rooms: () => stored('rooms of studies', { owner: 200 }),
  experiences: () => {
    const agent = env().MAX_EXPERIENCES_PER_AGENT;
    return stored('experiences', {
      agent,
      owner: EXPERIENCES_PER_OWNER * agent,
      address: EXPERIENCES_PER_OWNER * agent,
    });
  },
  pending_approvals: () => stored('calls that wait for the approval of your owner', { agent: 100 }),
  discoveries: () => within(MINUTE_S, 'discoveries of servers', { agent: 20, owner: 40, address: 40 }),
  open_leagues: () => stored('leagues that are not completed', { agent: 10, owner: 10, address: 20 }),
  league_matches: () =>
    stored('matches of leagues that are not completed', { agent: 10_000, owner: 10_000, address: 10_000 }),
  rehearsals: () => within(MINUTE_S, 'rehearsals with an endpoint', { agent: 10, owner: 20, address: 40 }),
  reviews: () => within(HOUR_S, 'ratings and reports of experiences', { agent: 60, owner: 120, address: 120 }),
  credentials: () => stored('stored credentials', { agent: 500, owner: 2_000, address: 2_000 }),
  memories: () =>
    stored('memory documents of up to 64 KB, one for each experience', { agent: 200, owner: 1_000, address: 1_000 }),
} satisfies Record<string, () => Quota>;

export type QuotaName = keyof typeof QUOTAS;

export const QUOTA_NAMES = Object.keys(QUOTAS) as QuotaName[];

/** The declaration of a quota. A share of 0 has no limit. */
export const quotaOf = (name: QuotaName): Quota => QUOTAS[name]();

/**
 * The limit of a share; null without one. Shares by address hold where calls are limited, which is the default in
 * production: on one's own machine everything comes from one address.
 */
export function limitOfShare(name: QuotaName, share: QuotaShare): number | null {
  if (!env().QUOTAS || (share === 'address' && env().RATE_LIMIT_PER_MINUTE === 0)) return null;
  return quotaOf(name)[share] || null;
}

/** What is stored of the address that registered something: the same for the same block of addresses, and no address. */
export const hashAddress = (address: string): string =>
  createHmac('sha256', env().IDENTITY_KEY)
    .update(`address:${addressBlock(address)}`)
    .digest('hex')
    .slice(0, 32);

/** Whose use of a quota is counted. */
export interface QuotaUser {
  agentId: string | null;
  ownerId: string | null;
  address: string;
}

export const quotaUserOf = (caller: Caller, address: string): QuotaUser =>
  caller.kind === 'agent'
    ? { agentId: caller.agentId, ownerId: caller.ownerId, address }
    : { agentId: null, ownerId: null, address: caller.address };

/**
 * Counts one use of a quota that has a window, for the agent, for its owner and for the address.
 * @throws RATE_LIMITED with the share that is used up, its limit and the seconds to wait
 */
export async function takeQuota(name: CallQuota, user: QuotaUser): Promise<void> {
  const { windowS, what } = quotaOf(name);
  if (windowS === null) throw new Error(`${name} counts what is stored, not uses`);
  const keys: [QuotaShare, string | null][] = [
    ['agent', user.agentId],
    ['owner', user.ownerId],
    ['address', user.address === '' ? null : hashAddress(user.address)],
  ];
  for (const [share, key] of keys) {
    const points = limitOfShare(name, share);
    if (points === null || key === null) continue;
    const call = { name: `${name}.${share}`, points, durationMs: windowS * 1000, key };
    await limitCall({ ...call, what: `${what} per ${share}` });
  }
}
