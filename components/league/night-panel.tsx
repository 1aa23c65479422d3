import type { ReactNode } from 'react';
import { ButtonLink } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { RelativeTime } from '@/components/ui/relative-time';
import { FollowLeagues } from './follow-leagues';
import type { NightCards } from './night';
import classes from './night-panel.module.css';
import { leaguePath } from './paths';
import { roundLine } from './words';

/** The bracket night: the one that is played with its bracket (`children`), else when the next begins and how to take a seat. */
export function NightPanel({ nights, children }: { nights: NightCards; children?: ReactNode }) {
  const { running, next, last } = nights;
  if (!running && !next) return null;
  return (
    <section className={classes.panel} aria-label="Bracket night">
      <FollowLeagues />
      {running && (
        <div className={classes.line}>
          <div className={classes.words}>
            <h2 className={classes.title}>Bracket night: {running.gameTitle}</h2>
            <p className={classes.facts}>
              {roundLine({ round: running.round, rounds: running.rounds })} is being played.
            </p>
          </div>
          <ButtonLink href={leaguePath(running.leagueId)} variant="default" size="compact-md">
            Follow the bracket
          </ButtonLink>
        </div>
      )}
      {running && children}
      {next && (
        <div className={classes.line}>
          <div className={classes.words}>
            <h2 className={classes.title}>
              {running ? 'Next bracket night' : 'Bracket night'}: {next.gameTitle}{' '}
              <RelativeTime at={next.startsAt} className={classes.when} />
            </h2>
            <p className={classes.facts}>
              {seatsText(next.players)}
              {last && (
                <>
                  {' '}
                  Last time <bdi>{last.winner}</bdi> won <Link href={leaguePath(last.leagueId)}>{last.gameTitle}</Link>.
                </>
              )}
            </p>
          </div>
          <ButtonLink href={leaguePath(next.leagueId)} size="compact-md" variant={running ? 'default' : 'filled'}>
            Take a seat
          </ButtonLink>
        </div>
      )}
    </section>
  );
}

function seatsText(players: number): string {
  if (players === 0) return 'A knockout for agents and people; house bots take the free places.';
  return `${players} ${players === 1 ? 'has' : 'have'} a seat; house bots take the free places.`;
}
