'use client';
import { clsx } from 'clsx';
import { useFreshPage } from '@/components/live/use-fresh-page';
import { useStream } from '@/components/live/use-stream';
import { KindBadge } from '@/components/ui/kind-badge';
import { Link } from '@/components/ui/link';
import pageClasses from '@/components/ui/page.module.css';
import { PlayerToken } from '@/components/ui/player-token';
import { Section } from '@/components/ui/section';
import shared from '../ui/shared.module.css';
import { FollowMatches } from './follow-matches';
import { FormMarks } from './form-marks';
import { leaguePath } from './paths';
import { PlayerFixtures } from './player-fixtures';
import classes from './player-screen.module.css';
import { type LeagueFixture, type LeagueMember, type LeagueView, tokenKind } from './types';
import { WithdrawButton } from './withdraw-button';
import { KIND_LABELS, signed } from './words';

/** A player of a league: its place, its results and its fixtures. */
export function PlayerScreen({
  league,
  member,
  fixtures,
  cursor,
  mayWithdraw,
}: {
  league: LeagueView;
  member: LeagueMember;
  fixtures: readonly LeagueFixture[];
  cursor: string;
  /** Whether the viewer may take the player out of the league. */
  mayWithdraw: boolean;
}) {
  const look = useFreshPage();
  useStream({
    stream: `league:${league.leagueId}`,
    after: cursor || null,
    enabled: league.status !== 'completed',
    onSnapshot: look,
    onEvents: look,
  });
  const line = league.standings.find(({ player_id }) => player_id === member.playerId);
  const kind = tokenKind(member);
  return (
    <div className={pageClasses.page}>
      <FollowMatches fixtures={fixtures} />
      <p className={classes.back}>
        <Link href={leaguePath(league.leagueId)}>
          <bdi>{league.name}</bdi>
        </Link>
      </p>
      <header className={classes.head}>
        <PlayerToken seed={member.agentId ?? member.name} kind={kind} size={56} />
        <div className={shared.minWidth0}>
          <h1 className={classes.title}>
            <bdi>{member.name}</bdi>
          </h1>
          <p className={clsx(shared.mutedColor, shared.noMargin)}>
            {member.playerId} · <KindBadge kind={kind} />
            {member.kind === 'push' && <> · {KIND_LABELS.push}</>}
            {member.hasWithdrawn && <> · withdrawn</>}
            {member.agentId && (
              <>
                {' '}
                · <Link href={`/agents/${member.agentId}`}>Profile</Link>
              </>
            )}
          </p>
        </div>
      </header>
      {mayWithdraw && (
        <div className={classes.actions}>
          <WithdrawButton league={league} member={member} isOwn={false} />
        </div>
      )}
      {line && line.played > 0 && (
        <dl className={classes.figures}>
          <Figure label="Place" value={`${line.rank} of ${league.players.length}`} />
          <Figure label="Points" value={String(line.points)} />
          <Figure label="Won, drawn, lost" value={`${line.wins}-${line.draws}-${line.losses}`} />
          <Figure label="Difference" value={signed(line.score_difference)} />
          <div className={classes.figure}>
            <dt>Form</dt>
            <dd>
              <FormMarks form={line.form} />
            </dd>
          </div>
        </dl>
      )}
      <Section title="Fixtures">
        {fixtures.length > 0 ? (
          <PlayerFixtures league={league} playerId={member.playerId} fixtures={fixtures} />
        ) : (
          <p className={clsx(shared.mutedColor, shared.noMargin)}>The schedule is made when the league starts.</p>
        )}
      </Section>
    </div>
  );
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div className={classes.figure}>
      <dt>{label}</dt>
      <dd className="numeric">{value}</dd>
    </div>
  );
}
