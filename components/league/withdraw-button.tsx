import { ConfirmButton } from '@/components/console/confirm-button';
import { ignoredSchema } from '@/components/console/responses';
import { leaguePath } from './paths';
import type { LeagueMember, LeagueView } from './types';

/** Takes a player out of a league that is not over: the viewer's own, or one of a league that the viewer organizes. */
export function WithdrawButton({
  league,
  member,
  isOwn,
}: {
  league: LeagueView;
  member: LeagueMember;
  isOwn: boolean;
}) {
  if (league.status === 'completed' || member.hasWithdrawn) return null;
  const hasStarted = league.status !== 'registration';
  const who = isOwn ? 'you' : member.name;
  return (
    <ConfirmButton
      label={
        hasStarted ? (isOwn ? 'Withdraw' : 'Withdraw this player') : isOwn ? 'Leave the league' : 'Remove this player'
      }
      title={
        hasStarted ? `Withdraw ${isOwn ? '' : `${member.name} `}from the league?` : `Take ${who} out of the league?`
      }
      explanation={
        hasStarted
          ? 'The match that is being played is resigned, and all later ones are lost without play. This cannot be undone.'
          : 'The registration is removed. While registration is open, a player may register again.'
      }
      action={hasStarted ? 'Withdraw' : isOwn ? 'Leave' : 'Remove'}
      keep="Stay in the league"
      toRequest={() => ({
        method: 'POST',
        path: `/api/play${leaguePath(league.leagueId)}/withdraw`,
        body: { player_id: member.playerId },
        answer: ignoredSchema,
      })}
      kept="Nothing has changed."
      variant="default"
      size="compact-md"
      {...(hasStarted || isOwn ? {} : { nextPage: leaguePath(league.leagueId) })}
    />
  );
}
