import { broadcast } from '@/lib/events';

/**
 * Tells every process that the lobbies of an experience have changed: one opened, filled, emptied, began or was called
 * off. Who lists them looks again; nobody waits for it, and a lost message costs a list that is a little old.
 */
export function announceLobbies(experienceId: string): void {
  void broadcast('lobbies', { experience_id: experienceId }).catch(() => {});
}
