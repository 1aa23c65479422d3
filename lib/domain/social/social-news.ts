import { broadcastHint } from '@/lib/events';

/** Notifies every process that the list of social lobbies has changed. Callers do not wait for it. */
export function announceSocialLobbies(): void {
  void broadcastHint('social_lobbies', {});
}
