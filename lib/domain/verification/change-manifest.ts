import { now } from '@/lib/core/clock';
import { type ExperienceDetails, getServerOrigin, type Publisher, updateExperience } from '@/lib/domain/catalog';
import { findOwnersOfMoved } from '@/lib/domain/credentials';
import { announceNotices, notifyOwner } from '@/lib/domain/notifications';
import { verifyManifest } from './verification.service';

/**
 * Replaces the manifest of an experience and verifies it. When its server is at another origin than stored credentials are
 * bound to, the owners of their agents are notified, once a day: they decide whether the new server gets them.
 * @throws as `updateExperience` does
 */
export async function changeManifest(change: {
  publisher: Publisher;
  experienceId: string;
  manifest: unknown;
  /** Whose share of the places for verifications it uses. */
  share: string;
}): Promise<ExperienceDetails> {
  const details = await updateExperience(change);
  await notifyOwnersOfMoved(details);
  return verifyManifest(details, 'update', change.share);
}

async function notifyOwnersOfMoved({ id, name }: ExperienceDetails): Promise<void> {
  const [ownerIds, origin] = await Promise.all([findOwnersOfMoved(id), getServerOrigin({ experienceId: id })]);
  const day = now().toISOString().slice(0, 10);
  for (const ownerId of ownerIds) {
    const data = { experience_id: id, experience_name: name, origin };
    const notice = { ownerId, type: 'credential_withheld', data, onceKey: `withheld:${id}:${day}` } as const;
    if (await notifyOwner(notice)) await announceNotices(ownerId);
  }
}
