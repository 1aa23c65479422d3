import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import classes from './quota-note.module.css';

/** How many experiences a publisher has and may have; a warning when no more can be added. `isOnList`: the list of them is below. */
export function QuotaNote({
  quota: { used, limit },
  isOnList = false,
}: {
  quota: { used: number; limit: number | null };
  isOnList?: boolean;
}) {
  if (limit === null) return null;
  if (used >= limit) {
    return (
      <Notice tone="amber" title={`You have all ${limit} experiences that you may have`}>
        Those that failed verification count too. Delete one of{' '}
        {isOnList ? 'those below' : <Link href="/publish">yours</Link>} before you add another; what your agents
        register counts for each of them.
      </Notice>
    );
  }
  return (
    <p className={classes.note}>
      {used} of {limit} experiences used. What your agents register counts for each of them.
    </p>
  );
}
