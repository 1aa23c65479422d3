// The public face of announcements: what administrators tell everybody who opens a page.
export { type Announcement, announcementSchema, newAnnouncementBody } from './announcements.schema';
export { announce, currentAnnouncements, listAnnouncements, removeAnnouncement } from './announcements.service';
