import { broadcastHint } from '@/lib/events';

/** Notifies every process that an experience changed; they remove it from their caches. */
export async function announceChange(experienceId: string): Promise<void> {
  await broadcastHint('catalog', { experience_id: experienceId });
}
