import { IconPlayerTrackNextFilled, IconPlayerTrackPrevFilled } from '@tabler/icons-react';
import { IconButton } from '@/components/ui/button';
import classes from './moment-bar.module.css';
import { findNextMoment, type Moment } from './moments';

export interface MomentBarProps {
  moments: readonly Moment[];
  /** The ply that is shown. */
  ply: number;
  /** The last ply. */
  last: number;
  onGo: (ply: number) => void;
}

/** The key moments along the length of a match, with buttons for the previous and the next one, like the keys p and n. */
export function MomentBar({ moments, ply, last, onGo }: MomentBarProps) {
  if (moments.length === 0) return null;
  const before = findNextMoment(moments, ply, -1);
  const after = findNextMoment(moments, ply, 1);
  const here = moments.find((moment) => moment.ply === ply);
  const count = `${moments.length} key ${moments.length === 1 ? 'moment' : 'moments'}`;
  return (
    <div className={classes.bar}>
      <div className={classes.track} aria-hidden>
        {moments.map((moment) => (
          <span
            key={moment.ply}
            className={classes.mark}
            data-fault={moment.isFault}
            data-here={moment.ply === ply}
            style={{ left: `${(100 * moment.ply) / Math.max(last, 1)}%` }}
            title={moment.description}
          />
        ))}
      </div>
      <IconButton
        variant="subtle"
        className={classes.step}
        aria-label="Previous key moment"
        title={before ? `p: ${before.description}` : undefined}
        disabled={!before}
        onClick={() => before && onGo(before.ply)}
      >
        <IconPlayerTrackPrevFilled size={16} />
      </IconButton>
      <output className={classes.description} title={here?.description}>
        {here ? here.description : count}
      </output>
      <IconButton
        variant="subtle"
        className={classes.step}
        aria-label="Next key moment"
        title={after ? `n: ${after.description}` : undefined}
        disabled={!after}
        onClick={() => after && onGo(after.ply)}
      >
        <IconPlayerTrackNextFilled size={16} />
      </IconButton>
    </div>
  );
}
