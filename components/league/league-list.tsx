'use client';
import { clsx } from 'clsx';
import { Link } from '@/components/ui/link';
import { RelativeTime } from '@/components/ui/relative-time';
import { formatCount } from '@/components/ui/text';
import shared from '../ui/shared.module.css';
import classes from './league-list.module.css';
import { leaguePath } from './paths';
import type { LeagueCard } from './types';
import { FORMAT_LABELS, roundLine, STATUS_LABELS } from './words';

/** Leagues as cards. */
export function LeagueList({ leagues }: { leagues: readonly LeagueCard[] }) {
  return (
    <ul className={classes.leagues}>
      {leagues.map((league) => (
        <li key={league.league_id}>
          <Link className={classes.league} href={leaguePath(league.league_id)}>
            <span className={classes.head}>
              <bdi className={clsx(shared.heading, shared.twoLines, shared.anywhere)}>{league.name}</bdi>
              <span className={classes.status} data-status={league.status}>
                {STATUS_LABELS[league.status]}
              </span>
            </span>
            <span className={classes.facts}>
              {league.game_title} · {FORMAT_LABELS[league.format]}
            </span>
            <span className={classes.standing}>
              <Standing league={league} />
            </span>
            <span className={classes.foot}>
              <span className={classes.players}>
                {league.status === 'registration'
                  ? `${league.player_count} of ${league.max_players} players`
                  : formatCount(league.player_count, 'player')}
              </span>
              <When league={league} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Standing({ league }: { league: LeagueCard }) {
  if (league.status === 'registration') {
    if (league.starts_at)
      return (
        <>
          Begins <RelativeTime at={league.starts_at} />
        </>
      );
    return league.player_count === 0 ? 'No player yet' : 'Registration is open';
  }
  if (league.status === 'ready') return 'Full; it can start';
  const first = league.first && <bdi>{league.first.display_name}</bdi>;
  if (league.status === 'completed') return first ? <>{first} won</> : 'Over';
  return (
    <>
      {roundLine({ round: league.current_round, rounds: league.round_count })}
      {first && league.first && league.first.points > 0 && league.format !== 'knockout' && <>, {first} leads</>}
    </>
  );
}

function When({ league }: { league: LeagueCard }) {
  if (league.completed_at) {
    return (
      <span>
        ended <RelativeTime at={league.completed_at} />
      </span>
    );
  }
  if (league.started_at) {
    return (
      <span>
        started <RelativeTime at={league.started_at} />
      </span>
    );
  }
  return (
    <span>
      opened <RelativeTime at={league.created_at} />
    </span>
  );
}
