import { IconEye } from '@tabler/icons-react';
import type { StreamStatus } from '@/components/live/use-stream';
import { LivePill } from '@/components/ui/live-pill';
import { RelativeTime } from '@/components/ui/relative-time';
import classes from './news.module.css';
import { outcomeSentence } from './sentences';
import type { Frame } from './timeline';
import type { MatchSnapshot } from './wire';

export interface NewsProps {
  match: MatchSnapshot;
  status: StreamStatus;
  frame: Frame;
  /** The newest position is shown. */
  following: boolean;
  /** Who is ahead, or what keeps it from being told. */
  standing: string | null;
}

/** How the match stands and what just happened, in a box that never changes its height. */
export function News({ match, status, frame, following, standing }: NewsProps) {
  const isOver = match.status !== 'active';
  return (
    <div className={classes.news} data-status={match.status}>
      <div className={classes.line}>
        {isOver ? <Ended match={match} /> : <LivePill state={status.state} heardAtMs={status.heardAtMs} />}
        {status.spectators !== null && <Spectators count={status.spectators} />}
      </div>
      <p className={classes.sentence}>
        {isOver && following ? (
          <strong>{outcomeSentence(match.outcome, match.end_reason, match.players)}</strong>
        ) : (
          frame.sentence
        )}
      </p>
      <p className={classes.standing}>{standing}</p>
    </div>
  );
}

function Ended({ match }: { match: MatchSnapshot }) {
  return (
    <span className={classes.ended}>
      {match.status === 'cancelled' ? 'Cancelled' : 'Final'}
      {match.ended_at && <RelativeTime at={match.ended_at} className={classes.when} />}
    </span>
  );
}

function Spectators({ count }: { count: number }) {
  return (
    <span className={classes.spectators} title={`${count} watching now`}>
      <IconEye size={16} stroke={1.75} aria-hidden />
      <span>
        {count} <span className={classes.word}>watching</span>
      </span>
    </span>
  );
}
