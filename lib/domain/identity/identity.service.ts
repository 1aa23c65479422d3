import { createHash, createHmac } from 'node:crypto';
import { env } from '@/lib/core/env';
import { canonicalJson } from '@/lib/core/json';

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

/**
 * SHA-256 of the canonical arguments of a call, hex, to recognise a call that is sent again. Secret fields count by an
 * HMAC with IDENTITY_KEY, so that a stored hash does not help to guess a password.
 * @param secretFields top fields whose contents are secret
 */
export function hashArguments(input: unknown, secretFields: readonly string[] = []): string {
  const hash = createHash('sha256');
  if (secretFields.length === 0) return hash.update(canonicalJson(input)).digest('hex');
  const fields = Object.entries(input as Record<string, unknown>).map(([name, value]) => {
    if (!secretFields.includes(name)) return [name, value];
    return [name, createHmac('sha256', env().IDENTITY_KEY).update(canonicalJson(value)).digest('hex')];
  });
  return hash.update(canonicalJson(Object.fromEntries(fields))).digest('hex');
}
