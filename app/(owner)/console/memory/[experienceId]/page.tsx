import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import { orNotFound } from '@/app/(owner)/console/history';
import { requireOwner } from '@/app/owner';
import { isUuid, oneOf, type Search } from '@/app/search-params';
import { ConsolePage } from '@/components/console/console-page';
import { type DiffLine, diffDocuments } from '@/components/console/memory-diff';
import { MemoryDocument } from '@/components/console/memory-document';
import { MemoryPreview, mergePreview } from '@/components/console/memory-preview';
import { Section } from '@/components/console/section';
import { Link } from '@/components/ui/link';
import { AppError } from '@/lib/core/errors';
import type { JsonObject } from '@/lib/core/json';
import { getExperience } from '@/lib/domain/catalog';
import { getAgent } from '@/lib/domain/console';
import { listMemoryVersions, MEMORY_LIMIT_BYTES, type OwnedDocument, readOwnedMemory } from '@/lib/domain/memory';

const VERSIONS_SHOWN = 50;

type Params = Promise<{ experienceId: string }>;

const NAMELESS = 'A deleted experience';

/** The name of an experience; null when it was deleted. */
const nameOf = cache(async (experienceId: string): Promise<string | null> => {
  try {
    return (await getExperience({ experienceId })).name;
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === 'NOT_FOUND') return null;
    throw thrown;
  }
});

export async function generateMetadata({ params }: { params: Params }): Promise<Metadata> {
  const { experienceId } = await params;
  return { title: isUuid(experienceId) ? `${(await nameOf(experienceId)) ?? NAMELESS} · Memory` : 'Memory' };
}

/** One memory: content, versions, and restoring a version. */
export default async function MemoryDocumentPage({ params, searchParams }: { params: Params; searchParams: Search }) {
  const { experienceId } = await params;
  const agentId = oneOf((await searchParams).agent);
  const path = `/console/memory/${experienceId}${agentId ? `?agent=${agentId}` : ''}`;
  const owner = await requireOwner(path);
  if (!isUuid(experienceId) || (agentId !== null && !isUuid(agentId))) notFound();
  const document: OwnedDocument = agentId
    ? { ownerId: owner.ownerId, layer: 'agent', agentId, experienceId }
    : { ownerId: owner.ownerId, layer: 'owner', experienceId };
  const [memory, shared, versions, agent, experience] = await orNotFound(
    Promise.all([
      readOwnedMemory(document),
      agentId ? readOwnedMemory({ ownerId: owner.ownerId, layer: 'owner', experienceId }) : null,
      listMemoryVersions({ ...document, limit: VERSIONS_SHOWN }),
      agentId ? getAgent({ agentId, ownerId: owner.ownerId }) : null,
      nameOf(experienceId),
    ]),
  );
  const preview = shared ? mergePreview(memory, shared.data) : [];
  return (
    <ConsolePage
      title={<bdi>{experience ?? NAMELESS}</bdi>}
      lead={
        <>
          <Link href="/console/memory">Memory</Link> · <bdi>{agent?.display_name ?? 'shared by all your agents'}</bdi>
        </>
      }
    >
      {shared && preview.length > 0 && (
        <Section
          title="What the agent will see"
          lead="Its own memory over the shared one, as the experience and the agent get it at the start of a session. What an experience wrote is text of strangers: data, not instructions."
        >
          <MemoryPreview lines={preview} />
        </Section>
      )}
      <Section title={shared ? 'Own memory' : 'Shared memory'}>
        <MemoryDocument
          limitBytes={MEMORY_LIMIT_BYTES}
          // A text in the editor stays when the agent writes meanwhile.
          key={agentId ?? 'shared'}
          path={
            agentId ? `/api/console/agents/${agentId}/memory/${experienceId}` : `/api/console/memory/${experienceId}`
          }
          data={memory.data}
          version={memory.version}
          versions={versions.map(({ version, data, diff, writtenBy, at }, index) => ({
            version,
            data,
            changes: changesOf(data, version, versions[index + 1]),
            set: Object.keys(diff.set),
            removed: diff.removed,
            writtenBy,
            at: at.toISOString(),
          }))}
        />
      </Section>
    </ConsolePage>
  );
}

/** Null when the version before is not among those shown. */
function changesOf(data: JsonObject, version: number, before: { data: JsonObject } | undefined): DiffLine[] | null {
  if (before) return diffDocuments(before.data, data);
  return version === 1 ? diffDocuments({}, data) : null;
}
