import { z } from 'zod';
import { plainText } from '@/lib/core/plain-text';

const severity = z.enum(['info', 'warning', 'urgent']);

export const newAnnouncementBody = z.strictObject({
  text: plainText(300).describe('What everybody reads'),
  severity: severity.default('info').describe('How it is shown'),
  starts_at: z.iso.datetime({ offset: true }).optional().describe('From when it is shown; from now by default'),
  ends_at: z.iso.datetime({ offset: true }).describe('Until when it is shown, within a year'),
});

export const announcementSchema = z.strictObject({
  announcement_id: z.uuid().describe('The announcement'),
  text: z.string().describe('What everybody reads'),
  severity: severity.describe('How it is shown'),
  starts_at: z.string().describe('From when it is shown'),
  ends_at: z.string().describe('Until when it is shown'),
});
export type Announcement = z.infer<typeof announcementSchema>;
