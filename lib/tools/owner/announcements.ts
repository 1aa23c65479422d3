import { z } from 'zod';
import { defineTool, type OwnerOperation } from '@/lib/core/tool';
import {
  announce,
  announcementSchema,
  listAnnouncements,
  newAnnouncementBody,
  removeAnnouncement,
} from '@/lib/domain/announcements';

/** What administrators tell everybody who opens a page. */
export const ANNOUNCEMENT_OPERATIONS: OwnerOperation[] = [
  defineTool({
    name: 'get_v1_announcements',
    title: 'List announcements that have not ended',
    caller: 'admin',
    rest: 'GET /announcements',
    restRoot: '/v1',
    input: z.strictObject({}),
    output: z.strictObject({ announcements: z.array(announcementSchema).describe('The first to begin first') }),
    examples: [{}],
    run: async () => ({ announcements: await listAnnouncements() }),
  }),
  defineTool({
    name: 'post_v1_announcements',
    title: 'Announce something on every page',
    caller: 'admin',
    rest: 'POST /announcements',
    restRoot: '/v1',
    restStatus: 201,
    input: newAnnouncementBody,
    output: announcementSchema,
    errors: ['QUOTA_EXCEEDED'],
    examples: [
      { text: 'Botplay stops for an update at 18:00 UTC.', severity: 'warning', ends_at: '2027-01-31T18:00:00Z' },
    ],
    run: (_context, order) => announce(order),
  }),
  defineTool({
    name: 'delete_v1_announcements_announcement_id',
    title: 'Remove an announcement',
    caller: 'admin',
    rest: 'DELETE /announcements/{announcement_id}',
    restRoot: '/v1',
    input: z.strictObject({ announcement_id: z.uuid().describe('The announcement') }),
    output: z.strictObject({ removed: z.literal(true).describe('No page shows it') }),
    examples: [{ announcement_id: '0190f3a0-0000-7000-8000-000000000001' }],
    async run(_context, { announcement_id: id }) {
      await removeAnnouncement(id);
      return { removed: true as const };
    },
  }),
];
