import { z } from 'zod';
import { broadcastHint, onBroadcast } from '@/lib/events/index';

const changeForm = z.object({
  apiKeyId: z.string().optional(),
  agentId: z.string().optional(),
  ownerId: z.string().optional(),
  ended: z.boolean(),
});

/**
 * Something about the credentials of a key, an agent or a person is no longer as it was. `ended`: they stopped working
 * permanently, a person's cookies all together; otherwise they must be read again (new owner, new name, an earlier end).
 */
export type CredentialChange = z.infer<typeof changeForm>;

/**
 * Notifies every process. Call it after the commit: listeners read the database. Never throws: what was committed holds, and a process
 * that is not connected trusts no credential that it has read before.
 */
export async function announceCredentialChange(change: CredentialChange): Promise<void> {
  await broadcastHint('credentials', change);
}

/** Hears every change that any process announced. Returns the way to stop. */
export function onCredentialChange(listener: (change: CredentialChange) => void): () => void {
  return onBroadcast('credentials', (payload) => {
    const change = changeForm.safeParse(payload);
    if (change.success) listener(change.data);
  });
}
