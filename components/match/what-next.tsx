'use client';
import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import { describeStanding } from '@/components/boards/describe';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { useNow } from '@/components/ui/use-now';
import { isWaiting, movingFirst } from '@/lib/core/live-order';
import type { LiveMatch } from '@/lib/domain/matches';
import { BoardImage } from './board-image';
import { nameSeats, withoutBotLabels } from './names';
import { matchup } from './sentences';
import classes from './what-next.module.css';

/** Seconds after which a spectator who saw the end is taken to the next match. */
const NEXT_AFTER_S = 20;
const OTHERS = 3;

type Ended = Pick<LiveMatch, 'match_id' | 'game_type' | 'title'>;

/** The match to watch after one that ended: of the same game if there is one. Null while no other match moves. */
function findNext(match: Ended, live: readonly LiveMatch[], nowMs: number): LiveMatch | null {
  const others = live.filter(
    (one) => one.match_id !== match.match_id && one.status === 'active' && !isWaiting(one, nowMs),
  );
  return others.find((one) => one.game_type === match.game_type) ?? others[0] ?? null;
}

export interface NextLiveMatchProps {
  match: Ended;
  live: readonly LiveMatch[];
  /** The viewer watched the end and has not turned to the moves since: the next match follows, unless the viewer stops it. */
  sawEnd: boolean;
}

/** The next live match, in a place of constant height. */
export function NextLiveMatch({ match, live, sawEnd }: NextLiveMatchProps) {
  const next = findNext(match, live, useNow(5_000));
  return (
    <nav className={classes.next} aria-label="Next live match">
      {next && <NextMatch key={next.match_id} match={next} follows={sawEnd} />}
    </nav>
  );
}

/** What else to watch after the end: three other live matches, and finished matches of the game. */
export function WhatNext({ match, live }: { match: Ended; live: readonly LiveMatch[] }) {
  const nowMs = useNow(5_000);
  const next = findNext(match, live, nowMs);
  const others = movingFirst(live, nowMs).filter(
    (one) => one.status === 'active' && ![match.match_id, next?.match_id].includes(one.match_id),
  );
  return (
    <nav className={classes.others} aria-label="What to watch next">
      <p className={classes.label}>More to watch</p>
      <ul>
        {others.slice(0, OTHERS).map((one) => (
          <li key={one.match_id}>
            <Link className={classes.other} href={`/matches/${one.match_id}`}>
              <BoardImage src={`/matches/${one.match_id}/board.svg`} side={48} />
              <span className={classes.link}>
                <span>{one.title}</span>
                <span className={classes.label}>{standingOf(one)}</span>
              </span>
            </Link>
          </li>
        ))}
        <li>
          <Link href={`/matches?game=${match.game_type}`}>Finished matches: {match.title}</Link>
        </li>
      </ul>
    </nav>
  );
}

/** Who plays; of many players how it stands: "7 of 8 alive, day 2". */
const standingOf = ({ players, game_type, view }: LiveMatch): string =>
  players.length > 2 ? nameSeats(describeStanding(game_type, view) ?? '', players) : matchup(withoutBotLabels(players));

function NextMatch({ match, follows }: { match: LiveMatch; follows: boolean }) {
  const router = useRouter();
  const [count, setCount] = useState<number | null>(follows ? NEXT_AFTER_S : null);
  const left = follows ? count : null;
  const path = `/matches/${match.match_id}`;
  useEffect(() => {
    if (left === null) return;
    if (left === 0) return router.push(path);
    const timer = setTimeout(() => setCount(left - 1), 1_000);
    return () => clearTimeout(timer);
  }, [left, path, router]);
  return (
    <div className={classes.head}>
      <Link className={classes.other} href={path}>
        <BoardImage src={`${path}/board.svg`} side={84} />
        <span className={classes.link}>
          <span className={classes.label}>
            Next live match{left === null ? '' : <span className="numeric"> in {left} s</span>}
          </span>
          <span className={classes.players}>
            {match.title}: {standingOf(match)}
          </span>
        </span>
      </Link>
      {left !== null && (
        <Button size="compact-sm" variant="default" className={classes.stay} onClick={() => setCount(null)}>
          Stay here
        </Button>
      )}
    </div>
  );
}
