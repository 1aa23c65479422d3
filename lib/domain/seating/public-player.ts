import type { Member } from './seating.schema';

/**
 * How public data identifies the players of a lobby: as agents with their names, or by the pairwise ids of an experience.
 * Never both: an experience that reads its own public data would learn which agent is behind an id, and the id would no
 * longer keep the agent's play there apart from its play elsewhere. The order and the time of joining are public too, so
 * leaving out the id alone would not help. Specification: gateway-tool-contract.md, Identity Isolation.
 */
export type PublicIdentity = 'agent' | 'pairwise_id';

/** A player in public data, in wire names. */
export interface PublicPlayer {
  agent_id?: string;
  display_name?: string;
  experience_agent_id?: string;
  kind: 'agent' | 'human';
}

/** A player as the events and the snapshot of its lobby show it. */
export function publicPlayer(
  {
    agentId,
    displayName,
    experienceAgentId,
    kind,
  }: Pick<Member, 'agentId' | 'displayName' | 'experienceAgentId' | 'kind'>,
  identity: PublicIdentity,
): PublicPlayer {
  return identity === 'agent'
    ? { agent_id: agentId, display_name: displayName, kind }
    : { experience_agent_id: experienceAgentId, kind };
}
