import { RelativeTime } from '@/components/ui/relative-time';
import type { LiveMatch } from '@/lib/domain/matches';
import classes from './recording-pill.module.css';

/** Says that a match is a recording, and when it ended. */
export function RecordingPill({ match }: { match: Pick<LiveMatch, 'ended_at' | 'started_at'> }) {
  return (
    <span className={classes.recording}>
      Recording
      <RelativeTime at={match.ended_at ?? match.started_at} className={classes.when} />
    </span>
  );
}
