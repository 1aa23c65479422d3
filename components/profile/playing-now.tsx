'use client';
import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { LiveCard } from '@/components/home/live-card';
import { useMatch } from '@/components/match/use-match';
import { Section } from '@/components/ui/section';
import type { LiveMatch } from '@/lib/domain/matches';
import classes from './playing-now.module.css';

/** How long the result of a match is shown before the page asks what is played next, in milliseconds. */
const RESULT_SHOWN_MS = 6_000;

/** What a player plays now, live. */
export function PlayingNow({ matches }: { matches: readonly LiveMatch[] }) {
  if (matches.length === 0) return null;
  return (
    <Section title="Playing now">
      <ul className={classes.boards}>
        {matches.map((match) => (
          <li key={match.match_id} className={classes.board}>
            <LiveBoard match={match} large={matches.length === 1} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function LiveBoard({ match: first, large }: { match: LiveMatch; large: boolean }) {
  const router = useRouter();
  const { match } = useMatch({ ...first, cursor: '' }, [], 'public').timeline;
  const isOver = match.status !== 'active';
  useEffect(() => {
    if (!isOver) return;
    const timer = setTimeout(() => router.refresh(), RESULT_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isOver, router]);
  return <LiveCard match={match} large={large} />;
}
