import type { Metadata } from 'next';
import { requireAdministrator } from '@/app/owner';
import { ConsolePage } from '@/components/console/console-page';
import { Section } from '@/components/console/section';
import { BACKUP_COLUMNS, JOB_COLUMNS } from '@/components/moderation/list-columns';
import { DataTable } from '@/components/ui/data-table';
import { EmptyState } from '@/components/ui/empty-state';
import { RelativeTime } from '@/components/ui/relative-time';
import { listJobs } from '@/lib/domain/administration';
import { readBackups } from '@/lib/domain/backups';

export const metadata: Metadata = { title: 'Jobs' };

/** Work that waits, is overdue or failed before, and the backups of the schedule. */
export default async function JobsPage() {
  await requireAdministrator('/admin/jobs');
  const [jobs, backups] = await Promise.all([listJobs(), readBackups()]);
  return (
    <ConsolePage title="Jobs" lead="Work that waits, is overdue or failed before.">
      {jobs.length > 0 ? (
        <DataTable
          caption="Work that waits"
          columns={JOB_COLUMNS}
          rows={jobs}
          keyOf={({ kind, id }) => `${kind} ${id}`}
          scrolls
        />
      ) : (
        <EmptyState title="Nothing waits: every notice is delivered, every verification done, no move is overdue." />
      )}
      {backups.runs.length > 0 && (
        <Section
          title="Backups"
          lead={
            backups.next_at !== null && (
              <>
                The next one is due <RelativeTime at={backups.next_at} />.
              </>
            )
          }
        >
          <DataTable
            caption="The last backups of the schedule"
            columns={BACKUP_COLUMNS}
            rows={backups.runs}
            keyOf={({ id }) => id}
            scrolls
          />
        </Section>
      )}
    </ConsolePage>
  );
}
