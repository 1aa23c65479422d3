import type { PlayableExperience } from '@/lib/domain/catalog';
import type { CachedSession, KeyScope } from '@/lib/domain/seating';

/**
 * Where the idempotency keys of a session's steps count. Sessions of proxy mode come and go without being asked for, so a
 * key counts for the agent and the experience.
 */
export function keyScopeOf(
  { id, agentId, experienceId }: Pick<CachedSession, 'id' | 'agentId' | 'experienceId'>,
  { interactionModel }: Pick<PlayableExperience, 'interactionModel'>,
): KeyScope {
  return interactionModel === 'proxy' ? { agentId, experienceId } : { sessionId: id };
}
