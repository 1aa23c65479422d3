import type { Metadata } from 'next';
import { requireOwner } from '@/app/owner';
import { ConsolePage } from '@/components/console/console-page';
import { ExportTable, RequestExport } from '@/components/console/export-table';
import { Section } from '@/components/console/section';
import { EmptyState } from '@/components/ui/empty-state';
import shared from '@/components/ui/shared.module.css';
import { EXPORT_DAYS, listExports, MAX_EXPORTS_A_DAY } from '@/lib/domain/exports';

export const metadata: Metadata = { title: 'Your data' };

/** Archives of everything about the owner. */
export default async function ExportsPage() {
  const owner = await requireOwner('/console/account/exports');
  const exports = await listExports(owner.ownerId);
  return (
    <ConsolePage
      title="Your data"
      lead="One archive of everything about you and your agents: the account, agents, memory, sessions with their steps, matches, what you wrote, usage, notices and decisions of moderators. Keys, passwords and the contents of stored credentials are never in it."
    >
      <div className={shared.stack} data-gap="lg">
        {exports.length > 0 ? (
          <ExportTable lines={exports} />
        ) : (
          <EmptyState title="No archive was made in the last days." />
        )}
        <Section
          title="Make an archive"
          lead={`It is ready within minutes, and you get a notice. It can be downloaded for ${EXPORT_DAYS} days, and ${MAX_EXPORTS_A_DAY} may be made a day.`}
        >
          <RequestExport isBusy={exports.some(({ status }) => status === 'pending')} />
        </Section>
      </div>
    </ConsolePage>
  );
}
