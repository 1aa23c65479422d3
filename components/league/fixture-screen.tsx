'use client';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useFreshPage } from '@/components/live/use-fresh-page';
import { useStream } from '@/components/live/use-stream';
import { WayOn } from '@/components/match/board-links';
import { ButtonLink } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import pageClasses from '@/components/ui/page.module.css';
import { Section } from '@/components/ui/section';
import shared from '@/components/ui/shared.module.css';
import classes from './fixture-screen.module.css';
import { FollowMatches } from './follow-matches';
import { MemberName } from './member-name';
import { CorrectMatch, isCorrectable } from './organizer-desk';
import { fixturePath, leaguePath } from './paths';
import type { LeagueFixture, LeagueMember, LeagueView } from './types';
import { faultWords, hasCountingLoss, liveText, outcomeSentence, scoreText } from './words';

/** A fixture: its players, its result and why; `children` are its corrections and its transcript. */
export function FixtureScreen({
  league,
  fixture,
  cursor,
  mayManage,
  children,
}: {
  league: LeagueView;
  fixture: LeagueFixture;
  cursor: string;
  /** The viewer organizes the league. */
  mayManage: boolean;
  children?: ReactNode;
}) {
  const look = useFreshPage();
  useStream({
    stream: `league:${league.leagueId}`,
    after: cursor || null,
    enabled: fixture.status === 'scheduled' || fixture.status === 'active',
    onSnapshot: look,
    onEvents: look,
  });
  const memberOf = (playerId: string | null) => league.players.find((member) => member.playerId === playerId);
  const nameOf = (playerId: string) => memberOf(playerId)?.name ?? playerId;
  const second = memberOf(fixture.second);
  return (
    <div className={pageClasses.page}>
      <FollowMatches fixtures={[fixture]} />
      <p className={classes.back}>
        <Link href={`${leaguePath(league.leagueId)}?round=${fixture.round}`}>
          <bdi>{league.name}</bdi>, round {fixture.round}
        </Link>
      </p>
      <h1 className={classes.title}>
        <span className={classes.id}>{fixture.matchId}</span> {nameOf(fixture.first)}
        {second && <> against {second.name}</>}
      </h1>
      <div className={classes.result}>
        <Side
          league={league}
          member={memberOf(fixture.first)}
          role={league.seatNames[0]}
          isWinner={fixture.winner === fixture.first}
        />
        <p
          className={classes.score}
          aria-hidden={fixture.scores === null}
          data-annulled={fixture.isAnnulled || undefined}
        >
          {fixture.status === 'active' ? liveText(fixture) : scoreText(fixture)}
        </p>
        {second && (
          <Side
            league={league}
            member={second}
            role={league.seatNames[1]}
            isWinner={fixture.winner === fixture.second}
          />
        )}
      </div>
      <p className={classes.outcome} dir="auto">
        {outcomeSentence(fixture, nameOf)}
      </p>
      {fixture.replays && (
        <p className={shared.muted}>
          It plays <Link href={fixturePath(league.leagueId, fixture.replays)}>{fixture.replays}</Link> again, which was
          annulled.
        </p>
      )}
      <div className={classes.watch}>
        {fixture.gameSessionId && (
          <ButtonLink href={`/matches/${fixture.gameSessionId}`} variant="default">
            {fixture.status === 'active' ? 'Watch the match' : 'Replay the match'}
          </ButtonLink>
        )}
        {mayManage && isCorrectable(league, fixture) && (
          <CorrectMatch
            league={league}
            match={fixture}
            nameOf={(playerId) => nameOf(playerId ?? '')}
            label="Correct this match"
          />
        )}
      </div>
      {fixture.technicalLoss && <Loss fixture={fixture} nameOf={nameOf} />}
      {children}
      {fixture.status !== 'scheduled' && fixture.status !== 'active' && <WayOn />}
    </div>
  );
}

function Side({
  league,
  member,
  role,
  isWinner,
}: {
  league: LeagueView;
  member: LeagueMember | undefined;
  role: string | undefined;
  isWinner: boolean;
}) {
  if (!member) return null;
  return (
    <div className={classes.side}>
      <MemberName member={member} leagueId={league.leagueId} size={40} isWinner={isWinner} showKind />
      {role && <span className={shared.mutedSmall}>{role}</span>}
    </div>
  );
}

/** A technical loss with its evidence: what was sent, when, and what came back. */
function Loss({ fixture, nameOf }: { fixture: LeagueFixture; nameOf: (playerId: string) => string }) {
  const loss = fixture.technicalLoss;
  if (!loss) return null;
  return (
    <Section title="Technical loss">
      <p className={classes.fault} dir="auto">
        {nameOf(loss.playerId)} {faultWords(loss.fault)}.
        {!hasCountingLoss(fixture) && ' It no longer counts: the organizer has corrected the result.'}
      </p>
      <ol className={classes.evidence}>
        {loss.evidence.map((entry) => (
          <li key={`${entry.messageType} ${entry.gameRound} ${entry.sentAt}`}>
            <span className="numeric">{timeOf(entry.sentAt)}</span> {entry.messageType}
            {entry.gameRound !== null && `, round ${entry.gameRound}`}: <bdi>{entry.detail}</bdi>
            {entry.answer !== null && <code className={classes.answer}>{entry.answer}</code>}
          </li>
        ))}
      </ol>
      <p className={clsx(shared.muted, shared.noMargin)}>
        The transcript below has every message of this match, signed by the referee.{' '}
        <Link href="/docs/league">How to dispute a loss</Link>
      </p>
    </Section>
  );
}

/** `12:04:05.123 UTC`. */
const timeOf = (at: string): string => `${at.slice(11, 23)} UTC`;
