import clsx from 'clsx';
import { shortName } from '@/components/match/names';
import { KindBadge } from '@/components/ui/kind-badge';
import { Link } from '@/components/ui/link';
import { PlayerToken } from '@/components/ui/player-token';
import classes from './member-name.module.css';
import { playerPath } from './paths';
import { type LeagueMember, tokenKind } from './types';

/** A player with its token; `leagueId` makes it a link to the page of the player. */
export function MemberName({
  member,
  leagueId,
  size = 24,
  showKind = false,
  isWinner = false,
}: {
  member: LeagueMember;
  leagueId?: string;
  size?: number;
  showKind?: boolean;
  isWinner?: boolean;
}) {
  const kind = tokenKind(member);
  const inner = (
    <>
      <PlayerToken seed={member.agentId ?? member.name} kind={kind} size={size} />
      <span className={classes.names}>
        <bdi className={clsx(classes.name, isWinner && classes.winner)}>
          {shortName({ display_name: member.name, kind })}
        </bdi>
        {showKind && <KindBadge kind={kind} note={member.kind === 'push' ? 'own endpoint' : null} />}
      </span>
    </>
  );
  if (!leagueId) return <span className={classes.member}>{inner}</span>;
  return (
    <Link className={clsx(classes.member, classes.link)} href={playerPath(leagueId, member.playerId)}>
      {inner}
    </Link>
  );
}
