import { Link } from '@/components/ui/link';
import shared from '@/components/ui/shared.module.css';
import type { FixtureOutcome } from '@/lib/domain/leagues';
import { FormMarks } from './form-marks';
import { MemberName } from './member-name';
import { watchPath } from './paths';
import classes from './player-fixtures.module.css';
import type { LeagueFixture, LeagueView } from './types';
import { faultWords, hasCountingLoss, isDecided, liveText } from './words';

/** The fixtures of one player, from its side: the result, the opponent, the role and the score. */
export function PlayerFixtures({
  league,
  playerId,
  fixtures,
}: {
  league: LeagueView;
  playerId: string;
  fixtures: readonly LeagueFixture[];
}) {
  const members = new Map(league.players.map((member) => [member.playerId, member]));
  return (
    <ol className={classes.fixtures}>
      {fixtures.map((fixture) => {
        const seat = fixture.first === playerId ? 0 : 1;
        const opponent = members.get((seat === 0 ? fixture.second : fixture.first) ?? '');
        if (!opponent) {
          return (
            <li key={fixture.matchId} className={classes.bye}>
              <span className={classes.round}>Round {fixture.round}</span> Bye
            </li>
          );
        }
        return (
          <li key={fixture.matchId}>
            <Link className={classes.line} href={watchPath(league.leagueId, fixture)}>
              <span className={classes.round}>Round {fixture.round}</span>
              <Outcome fixture={fixture} playerId={playerId} />
              <span className={shared.numeric}>{scoreOf(fixture, seat)}</span>
              <span className={classes.opponent}>
                <MemberName member={opponent} />
              </span>
              <span className={classes.role}>as {league.seatNames[seat] ?? `seat ${seat + 1}`}</span>
              {fixture.technicalLoss && hasCountingLoss(fixture) && (
                <span className={classes.fault}>
                  {fixture.technicalLoss.playerId === playerId ? 'Technical loss: ' : 'The opponent '}
                  {faultWords(fixture.technicalLoss.fault)}
                </span>
              )}
              {fixture.isAnnulled && <span className={classes.note}>annulled: does not count</span>}
              {isDecided(fixture) && <span className={classes.note}>decided by the organizer</span>}
            </Link>
          </li>
        );
      })}
    </ol>
  );
}

function Outcome({ fixture, playerId }: { fixture: LeagueFixture; playerId: string }) {
  if (fixture.status === 'active')
    return <span className={classes.live}>{fixture.scores ? 'live' : liveText(fixture)}</span>;
  if (fixture.status !== 'completed') return <span className={classes.round}>–</span>;
  if (fixture.isAnnulled) return <span className={classes.round}>–</span>;
  const outcome: FixtureOutcome = fixture.winner === null ? 'D' : fixture.winner === playerId ? 'W' : 'L';
  return <FormMarks form={[outcome]} />;
}

/** The own score first. */
function scoreOf({ scores }: LeagueFixture, seat: 0 | 1): string {
  return scores ? `${scores[seat]}–${scores[seat === 0 ? 1 : 0]}` : '';
}
