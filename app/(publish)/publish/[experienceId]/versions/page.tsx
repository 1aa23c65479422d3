import { VersionList } from '@/components/catalog/version-list';
import { Section } from '@/components/console/section';
import { listRevisions } from '@/lib/domain/catalog';
import { listVerifications } from '@/lib/domain/verification';
import { findOwn, type Params } from '../own';

const RUNS = 100;

/** Which version held since when, and what changed in the manifest and in the tools of the server. */
export default async function VersionsPage({ params }: Params) {
  const { id } = await findOwn((await params).experienceId);
  const of = { experienceId: id };
  const [revisions, runs] = await Promise.all([listRevisions(of), listVerifications({ ...of, limit: RUNS })]);
  return (
    <Section
      title="Versions and changes"
      lead="Each manifest that was saved, and each time that a check found other tools than before. The last 100 of both."
    >
      <VersionList experienceId={id} revisions={revisions} runs={runs} />
    </Section>
  );
}
