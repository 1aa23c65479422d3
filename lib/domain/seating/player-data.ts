import type { Member } from './seating.schema';

/** A player in the public events of a lobby. */
export function playerData(
  member: Pick<Member, 'experienceAgentId' | 'displayName' | 'kind'>,
): Record<string, unknown> {
  const { experienceAgentId, displayName, kind } = member;
  return { experience_agent_id: experienceAgentId, display_name: displayName, kind };
}
