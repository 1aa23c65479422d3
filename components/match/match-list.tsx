import type { ReactNode } from 'react';
import { Link } from '@/components/ui/link';
import { PlayerToken } from '@/components/ui/player-token';
import { RelativeTime } from '@/components/ui/relative-time';
import type { LiveMatch, SnapshotPlayer } from '@/lib/domain/matches';
import classes from './match-list.module.css';
import { nameInText } from './names';
import { seedOf } from './player-bar';
import { outcomeSentence } from './sentences';

export interface MatchListProps {
  matches: readonly LiveMatch[];
  /** What stands above the time of a row: `resultOf` of an agent. */
  mark?: (match: LiveMatch) => ReactNode;
  /** The time of a row: when the match ended, or when it began in lists that are in that order. */
  time?: 'ended' | 'began';
}

/** Matches in compact rows: players, result, time. */
export function MatchList({ matches, mark, time = 'ended' }: MatchListProps) {
  return (
    <ul className={classes.list}>
      {matches.map((match, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a place stays where it is and shows another match, so that nothing moves.
        <li key={place}>
          <Link className={classes.row} href={`/matches/${match.match_id}`}>
            <span className={classes.players}>
              {match.players.slice(0, 4).map((player) => (
                <PlayerToken key={player.seat} seed={seedOf(player)} kind={player.kind} size={24} />
              ))}
            </span>
            <span className={classes.text}>
              <span className={classes.names}>
                {/* No break before a long name, which would leave it out where one line is shown. */}
                {match.title}:{'\u00a0'}
                {namesOf(match.players)}
              </span>
              <span className={classes.outcome}>
                {match.status === 'active' ? 'Being played' : outcomeSentence(match)}
              </span>
            </span>
            <span className={classes.end}>
              {mark?.(match)}
              <RelativeTime at={(time === 'ended' && match.ended_at) || match.started_at} className={classes.when} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Without "(house bot)", which the ring of the face says. */
function namesOf(players: readonly SnapshotPlayer[]): string {
  return players.map(nameInText).join(players.length === 2 ? ' – ' : ', ');
}
