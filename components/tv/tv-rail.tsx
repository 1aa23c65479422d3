'use client';
import { useState } from 'react';
import { GameBoard } from '@/components/boards/game-board';
import { nameInText } from '@/components/match/names';
import { Link } from '@/components/ui/link';
import type { LiveMatch } from '@/lib/domain/matches';
import { type Channel, inPlaces } from './rounds';
import classes from './tv.module.css';
import type { Tv } from './use-tv';

/** Small boards beside the large one. */
const MAX_BOARDS = 8;

/** The channels, and what else can be seen: small live boards, or the names of the recordings, whose ends stay untold. */
export function TvRail({ tv, game }: { tv: Tv; game: Channel | null }) {
  const others = useInPlaces(
    tv.offered.filter(({ match_id }) => match_id !== tv.current?.match_id),
    matchIdOf,
  ).slice(0, MAX_BOARDS);
  const channels = useInPlaces(tv.channels, channelIdOf);
  return (
    <div className={classes.rail}>
      <nav className={classes.channels} aria-label="Channels">
        <Link href="/tv" aria-current={game === null ? 'page' : undefined}>
          All games
        </Link>
        {channels.map(({ id, title }) => (
          <Link key={id} href={`/tv?game=${id}`} aria-current={game?.id === id ? 'page' : undefined}>
            {title}
          </Link>
        ))}
      </nav>
      {others.length > 0 && (
        <ul className={classes.others} aria-label={tv.isQuiet ? 'Other recordings' : 'Also on'} data-quiet={tv.isQuiet}>
          {others.map((match) => (
            <li key={match.match_id}>
              <button type="button" className={classes.other} onClick={() => tv.show(match)}>
                {!tv.isQuiet && (
                  <GameBoard
                    gameId={match.game_type}
                    view={match.view}
                    text={match.text}
                    label={`${match.title} board`}
                    flipped={false}
                    live
                    mini
                  />
                )}
                <span className={classes.game}>{match.title}</span>
                <span className={classes.names}>{namesOf(match)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const matchIdOf = ({ match_id }: LiveMatch): string => match_id;
const channelIdOf = ({ id }: Channel): string => id;

/** What is offered, each in the place that it had when it was drawn before. */
function useInPlaces<One>(offered: readonly One[], idOf: (one: One) => string): One[] {
  const [places, setPlaces] = useState<readonly string[]>([]);
  const rail = inPlaces(places, offered, idOf);
  const ids = rail.map(idOf);
  if (ids.join() !== places.join()) setPlaces(ids);
  return rail;
}

/** Who plays, or how many. */
function namesOf({ players }: LiveMatch): string {
  return players.length > 2 ? `${players.length} players` : players.map(nameInText).join(' – ');
}
