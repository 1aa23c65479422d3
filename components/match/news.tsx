import { IconEye } from '@tabler/icons-react';
import clsx from 'clsx';
import type { StreamStatus } from '@/components/live/use-stream';
import { RelativeTime } from '@/components/ui/relative-time';
import shared from '../ui/shared.module.css';
import { appearAfter } from './appear-after';
import { MatchPill } from './match-pill';
import classes from './news.module.css';
import { outcomeSentence } from './sentences';
import type { MatchSnapshot } from './types';

export interface NewsProps {
  match: MatchSnapshot;
  status: StreamStatus;
  /** What led to the position that is shown. */
  sentence: string;
  /** The newest position is shown. */
  isNewest: boolean;
  /** Who is ahead by the judgement of an engine; null where nothing is judged. */
  verdict: string | null;
  /** The words appear after this time, in ms: the board takes it to show the position. */
  lateMs: number;
  /** The platform's line about it; null for none. It stands in place of the sentence, which goes below. */
  commentary: string | null;
  /** Who is ahead on the board, or why the match cannot be followed. */
  standing: string | null;
}

/** What just happened and who is ahead, in a box of constant height. */
export function News({ match, status, sentence, isNewest, verdict, lateMs, commentary, standing }: NewsProps) {
  const isOver = match.status !== 'active';
  const isEnd = isOver && isNewest;
  const isLate = lateMs > 0;
  const key = isLate ? match.ply : 'now';
  const style = appearAfter(lateMs);
  return (
    <div className={classes.news} data-status={match.status}>
      <div className={classes.line}>
        {isOver ? (
          <Ended match={match} />
        ) : (
          <MatchPill state={status.state} heardAtMs={status.heardAtMs} match={match} />
        )}
        {verdict && <strong className={classes.verdict}>{verdict}</strong>}
        {status.spectators !== null && <Spectators count={status.spectators} />}
      </div>
      <p
        key={`said ${key}`}
        className={clsx(shared.twoLines, shared.textLg, shared.noMargin, isLate && 'appears-late')}
        style={style}
      >
        {isEnd ? <strong>{outcomeSentence(match)}</strong> : (commentary ?? sentence)}
      </p>
      <p key={`standing ${key}`} className={clsx(classes.standing, isLate && 'appears-late')} style={style}>
        {isEnd ? withFigure(standing) : !commentary || match.ply === 0 ? standing : sentence}
      </p>
    </div>
  );
}

/** A standing without a figure only repeats the result. */
const withFigure = (standing: string | null) => /\d/.test(standing ?? '') && standing;

function Ended({ match }: { match: MatchSnapshot }) {
  return (
    <span className={classes.ended}>
      {match.status === 'cancelled' ? 'Cancelled' : 'Final'}
      {match.ended_at && <RelativeTime at={match.ended_at} className={classes.when} />}
    </span>
  );
}

/** Everyone who has the page open, the viewer among them. */
function Spectators({ count }: { count: number }) {
  return (
    <span
      className={classes.spectators}
      title={count === 1 ? 'No one else has this page open' : `${count} have this page open, you among them`}
    >
      <IconEye size={16} stroke={1.75} aria-hidden />
      <span>
        {count === 1 ? (
          'Only you'
        ) : (
          <>
            {count} <span className={classes.word}>watching</span>
          </>
        )}
      </span>
    </span>
  );
}
