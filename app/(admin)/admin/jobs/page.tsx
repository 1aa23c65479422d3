import type { Metadata } from 'next';
import { requireAdministrator } from '@/app/owner';
import { ConsolePage } from '@/components/console/console-page';
import { JOB_COLUMNS } from '@/components/moderation/list-columns';
import { DataTable } from '@/components/ui/data-table';
import { EmptyState } from '@/components/ui/empty-state';
import { listJobs } from '@/lib/domain/administration';

export const metadata: Metadata = { title: 'Jobs' };

/** Work that waits, is overdue or failed before. */
export default async function JobsPage() {
  await requireAdministrator('/admin/jobs');
  const jobs = await listJobs();
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
    </ConsolePage>
  );
}
