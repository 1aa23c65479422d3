import { LRUCache } from 'lru-cache';
import type { AgentCaller } from '@/lib/core/caller';
import { once } from '@/lib/core/globals';
import { addressBlock } from './client-address';

const MAX_AGENTS = 100_000;

/** The shares of agents that called this process lately. */
const shares = () => once('limits.shares', () => new LRUCache<string, string>({ max: MAX_AGENTS }));

/**
 * Whose share of a fair queue a call uses: that of the owner, so that many agents are one; without an owner that of the
 * address. docs/decisions/0047-one-caller-never-holds-up-another.md
 */
export function shareOf(ownerId: string | null, address: string): string {
  return ownerId === null ? `address:${addressBlock(address)}` : `owner:${ownerId}`;
}

/** Notes the share of a calling agent, for work that goes on after its call. */
export function noteShare({ agentId, ownerId }: AgentCaller, address: string | undefined): void {
  if (ownerId !== null || address) shares().set(agentId, shareOf(ownerId, address ?? ''));
}

/** The share of an agent as of its last call to this process; its own when it has made none. */
export function shareOfAgent(agentId: string): string {
  return shares().get(agentId) ?? `agent:${agentId}`;
}
