import type { Metadata } from 'next';
import { requireAdministrator } from '@/app/owner';
import { AnnouncementForm } from '@/components/announcements/announcement-form';
import { AnnouncementTable } from '@/components/announcements/announcement-table';
import { ConsolePage } from '@/components/console/console-page';
import { Section } from '@/components/console/section';
import { EmptyState } from '@/components/ui/empty-state';
import { listAnnouncements } from '@/lib/domain/announcements';

export const metadata: Metadata = { title: 'Announcements' };

/** What everybody reads above every page, for a time. */
export default async function AnnouncementsPage() {
  await requireAdministrator('/admin/announcements');
  const announcements = await listAnnouncements();
  return (
    <ConsolePage
      title="Announcements"
      lead="Everybody reads them above every page until they dismiss them, within 10 s. Incidents and planned work belong on the status page."
    >
      {announcements.length > 0 ? (
        <AnnouncementTable announcements={announcements} />
      ) : (
        <EmptyState title="Nothing is announced." />
      )}
      <Section title="Announce">
        <AnnouncementForm />
      </Section>
    </ConsolePage>
  );
}
