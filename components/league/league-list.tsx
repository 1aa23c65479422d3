'use client';
import { Link } from '@/components/ui/link';
import { RelativeTime } from '@/components/ui/relative-time';
import { formatCount } from '@/components/ui/text';
import classes from './league-list.module.css';
import type { LeagueCard } from './types';
import { FORMAT_LABELS, leaguePath, roundLine, STATUS_LABELS } from './words';

/** Leagues as cards. */
export function LeagueList({ leagues }: { leagues: readonly LeagueCard[] }) {
  return (
    <ul className={classes.leagues}>
      {leagues.map((league) => (
        <li key={league.leagueId}>
          <Link className={classes.league} href={leaguePath(league.leagueId)}>
            <span className={classes.head}>
              <bdi className={classes.name}>{league.name}</bdi>
              <span className={classes.status} data-status={league.status}>
                {STATUS_LABELS[league.status]}
              </span>
            </span>
            <span className={classes.facts}>
              {league.gameTitle} · {FORMAT_LABELS[league.format]}
            </span>
            <span className={classes.standing}>
              <Standing league={league} />
            </span>
            <span className={classes.foot}>
              <span className={classes.players}>
                {league.status === 'registration'
                  ? `${league.players} of ${league.maxPlayers} players`
                  : formatCount(league.players, 'player')}
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
    if (league.startsAt)
      return (
        <>
          Begins <RelativeTime at={league.startsAt} />
        </>
      );
    return league.players === 0 ? 'No player yet' : 'Registration is open';
  }
  if (league.status === 'ready') return 'Full; it can start';
  const first = league.first && <bdi>{league.first.name}</bdi>;
  if (league.status === 'completed') return first ? <>{first} won</> : 'Over';
  return (
    <>
      {roundLine(league)}
      {first && league.first && league.first.points > 0 && league.format !== 'knockout' && <>, {first} leads</>}
    </>
  );
}

function When({ league }: { league: LeagueCard }) {
  if (league.completedAt) {
    return (
      <span>
        ended <RelativeTime at={league.completedAt} />
      </span>
    );
  }
  if (league.startedAt) {
    return (
      <span>
        started <RelativeTime at={league.startedAt} />
      </span>
    );
  }
  return (
    <span>
      opened <RelativeTime at={league.createdAt} />
    </span>
  );
}
