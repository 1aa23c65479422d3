import { notFound } from 'next/navigation';
import { cache } from 'react';
import { requireOwner } from '@/app/owner';
import { isUuid } from '@/app/search-params';
import { getExperience, isPublisherOf, listRevisions, spansOf, type VersionSpan } from '@/lib/domain/catalog';

export interface Params {
  params: Promise<{ experienceId: string }>;
}

/** The experience if the visitor publishes it; else not found. Read once per request. */
export const findOwn = cache(async (experienceId: string) => {
  const owner = await requireOwner(`/publish/${experienceId}`);
  if (!isUuid(experienceId)) notFound();
  if (!(await isPublisherOf({ publisher: { agentId: null, ownerId: owner.ownerId }, experienceId }))) notFound();
  return getExperience({ experienceId });
});

/** The same for a page that only experiences with a server have. */
export async function findOwnServer({ params }: Params) {
  const experience = await findOwn((await params).experienceId);
  if (experience.tier !== 2) notFound();
  return experience;
}

/** The versions that a list about an experience may be narrowed to, and the times in which the chosen one held. One query. */
export async function readVersionChoice(of: {
  experienceId: string;
  version: string | undefined;
}): Promise<{ versions: string[]; spans: VersionSpan[] | undefined }> {
  const revisions = await listRevisions({ experienceId: of.experienceId });
  return {
    versions: [...new Set(revisions.map(({ version }) => version))],
    spans: of.version === undefined ? undefined : spansOf(revisions, of.version),
  };
}
