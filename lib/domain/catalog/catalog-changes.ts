import { broadcast } from '@/lib/events';

/** Tells every process that an experience changed; what they remember of it is dropped. */
export async function announceChange(experienceId: string): Promise<void> {
  await broadcast('catalog', { experience_id: experienceId });
}
