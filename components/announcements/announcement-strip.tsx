import type { Announcement } from '@/lib/domain/announcements';
import classes from './announcement-strip.module.css';

const WORDS: Record<Announcement['severity'], string> = { info: 'Notice', warning: 'Warning', urgent: 'Urgent' };

/** What administrators announce, above every page. Drawn by the server; the button is a form, so no script is loaded for it. */
export function AnnouncementStrip({ announcements }: { announcements: readonly Announcement[] }) {
  if (announcements.length === 0) return null;
  return (
    <aside aria-label="Announcements">
      {announcements.map(({ announcement_id: id, text, severity }) => (
        <div key={id} className={classes.strip} data-severity={severity}>
          <p className={classes.text}>
            <span className={classes.word}>{WORDS[severity]}: </span>
            <bdi>{text}</bdi>
          </p>
          <form method="post" action="/announcements/dismiss">
            <input type="hidden" name="id" value={id} />
            <button type="submit" className={classes.dismiss}>
              Dismiss
            </button>
          </form>
        </div>
      ))}
    </aside>
  );
}
