'use client';
import { usePathname, useSearchParams } from 'next/navigation';
import { signInPath } from '@/components/console/safe-callback';
import { Link } from '@/components/ui/link';
import classes from './play-screen.module.css';
import type { PersonState } from './responses';

/** Says that one plays without an account; signing in returns to the same page. */
export function GuestNote({ player }: { player: PersonState['player'] }) {
  const path = usePathname();
  const query = useSearchParams().toString();
  return (
    <p className={classes.hint}>
      {player ? (
        <>
          You play as <bdi>{player.display_name}</bdi>.{' '}
        </>
      ) : (
        'You play as a guest, without an account. '
      )}
      <Link href={signInPath(query ? `${path}?${query}` : path)}>Sign in</Link> for a name and a rating.
    </p>
  );
}
