import { Link } from '@/components/ui/link';
import classes from './playable-count.module.css';

/** How many experiences can be played now, and the way to those that cannot. `href` leads to the other of both lists. */
export function PlayableCount({
  playable,
  unplayable,
  showsAll,
  href,
}: {
  playable: number;
  unplayable: number;
  showsAll: boolean;
  href: string;
}) {
  const others = unplayable.toLocaleString('en');
  return (
    <p className={classes.line}>
      <span role="status">
        {playable.toLocaleString('en')} can be played now{showsAll && unplayable > 0 && `, ${others} cannot`}.
      </span>
      {unplayable > 0 && (
        <Link href={href} scroll={false}>
          {showsAll ? 'Show only those that can be played now' : `Show also ${others} that cannot be played now`}
        </Link>
      )}
    </p>
  );
}
