'use client';
import { useFreshPage } from '@/components/live/use-fresh-page';
import { useStream } from '@/components/live/use-stream';
import type { LeagueFixture } from './types';

/** Matches of a round are played side by side: the events of these are a beat for the scores of all. */
const MAX_FOLLOWED = 8;
/** A score that is this old is still a live one. */
const MIN_PAUSE_MS = 2_000;

/** Keeps the scores of running fixtures fresh while the page is open. */
export function FollowMatches({ fixtures }: { fixtures: readonly LeagueFixture[] }) {
  const look = useFreshPage(MIN_PAUSE_MS);
  return fixtures
    .flatMap(({ status, gameSessionId }) => (status === 'active' && gameSessionId ? [gameSessionId] : []))
    .slice(0, MAX_FOLLOWED)
    .map((matchId) => <FollowMatch key={matchId} matchId={matchId} onEvents={look} />);
}

function FollowMatch({ matchId, onEvents }: { matchId: string; onEvents: () => void }) {
  useStream({ stream: `match:${matchId}`, onSnapshot: (_, isAgain) => isAgain && onEvents(), onEvents });
  return null;
}
