import { createHmac } from 'node:crypto';
import { env } from '@/lib/core/env';

/**
 * The pairwise id of an agent for an experience: stable for the pair, so that an experience recognises a returning player,
 * and different for every experience, so that two experiences cannot compare their players.
 * HMAC-SHA256(IDENTITY_KEY, agent_id + ":" + experience_id), hex, first 32 characters.
 * Specification: gateway-tool-contract.md, Identity Isolation; decisions.md, Pairwise id.
 */
export function experienceAgentId(pair: { agentId: string; experienceId: string }): string {
  const message = `${pair.agentId}:${pair.experienceId}`;
  return createHmac('sha256', env().IDENTITY_KEY).update(message).digest('hex').slice(0, 32);
}
