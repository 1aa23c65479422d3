import { broadcast } from '@/lib/events';

/**
 * Notifies every process that the lobbies of an experience have changed, so that lists of them are read again. Callers do
 * not wait for it; a lost message leaves a list out of date until its next read.
 */
export function announceLobbies(experienceId: string): void {
  void broadcast('lobbies', { experience_id: experienceId }).catch(() => {});
}
