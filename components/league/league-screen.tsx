'use client';
import type { ReactNode } from 'react';
import { useFreshPage } from '@/components/live/use-fresh-page';
import { useStream } from '@/components/live/use-stream';
import { WayOn } from '@/components/match/board-links';
import { shortName } from '@/components/match/names';
import { ReportLink } from '@/components/moderation/report-link';
import { Invitation } from '@/components/play/invitation';
import { Link } from '@/components/ui/link';
import { LivePill } from '@/components/ui/live-pill';
import { RelativeTime } from '@/components/ui/relative-time';
import { Section } from '@/components/ui/section';
import { formatCount } from '@/components/ui/text';
import type { OwnSeat } from '@/lib/domain/play';
import shared from '../ui/shared.module.css';
import { RoundFixtures } from './fixture-list';
import { FollowMatches } from './follow-matches';
import { LeagueActions, type LeagueViewer } from './league-actions';
import classes from './league-screen.module.css';
import { MemberName } from './member-name';
import { OwnMatch } from './own-match';
import { leaguePath } from './paths';
import { StandingsTable } from './standings-table';
import { type LeagueFixture, type LeagueView, tokenKind } from './types';
import { FORMAT_SENTENCES, roundLine, rulesLine, STATUS_LABELS } from './words';

/** The viewer's fixture that is being played. */
export interface OwnFixture {
  seat: OwnSeat;
  matchId: string;
  opponent: string;
}

/** A league, live: its standings, its rounds, and what the viewer can do. */
export function LeagueScreen({
  league,
  cursor,
  viewer,
  ownFixture,
  shownRound,
  fixtures,
  rounds,
  reached,
  boards,
  bracket,
  children,
}: {
  league: LeagueView;
  cursor: string;
  viewer: LeagueViewer;
  ownFixture: OwnFixture | null;
  /** The round of `fixtures`. */
  shownRound: number;
  fixtures: readonly LeagueFixture[];
  /** How many rounds have fixtures. */
  rounds: number;
  /** The stage that each player of a knockout has reached. */
  reached: Readonly<Record<string, string>> | null;
  /** The boards of the matches that are played now. */
  boards: ReactNode;
  /** Of a knockout. */
  bracket: ReactNode;
  /** The cross table. */
  children: ReactNode;
}) {
  const look = useFreshPage();
  const isOver = league.status === 'completed';
  const status = useStream({
    stream: `league:${league.leagueId}`,
    after: cursor || null,
    enabled: !isOver,
    onSnapshot: look,
    onEvents: look,
  });
  return (
    <div className={classes.screen}>
      <FollowMatches fixtures={fixtures} />
      <header className={classes.head}>
        <div className={classes.line}>
          <h1 className={classes.title}>
            <bdi>{league.name}</bdi>
          </h1>
          {isOver || league.status === 'registration' ? (
            <span className={shared.framedWord}>{STATUS_LABELS[league.status]}</span>
          ) : (
            <LivePill state={status.state} heardAtMs={status.heardAtMs} />
          )}
        </div>
        <p className={classes.facts}>
          <Link href={`/docs/games/${league.gameId}`}>{league.gameTitle}</Link> · {rulesLine(league)}
          {league.hasOrganizer && !viewer.mayManage && (
            <>
              {' · '}
              <ReportLink what={league.name} target_kind="league" target_id={league.leagueId} />
            </>
          )}
        </p>
        {league.description && (
          <p className={classes.about} dir="auto">
            {league.description}
          </p>
        )}
        <p className={classes.now}>
          {league.pausedAt && <>Paused by its organizer: no match begins. </>}
          <Headline league={league} />
        </p>
        <LeagueActions league={league} viewer={viewer} />
        {viewer.mayManage && league.status === 'registration' && (
          <Invitation path={leaguePath(league.leagueId)}>
            {league.isListed
              ? 'Who opens it can play, or send an agent.'
              : 'Lists and the search leave this league out: who has the link finds it. Its matches are public, as all are.'}
          </Invitation>
        )}
      </header>
      {ownFixture && (
        <OwnMatch
          key={ownFixture.seat.match_id}
          initial={ownFixture.seat}
          gameId={league.gameId}
          matchId={ownFixture.matchId}
          opponent={ownFixture.opponent}
        />
      )}
      {boards}
      {bracket}
      {rounds === 0 ? (
        <Registered league={league} />
      ) : (
        <div className={classes.columns}>
          <Section title="Standings">
            <StandingsTable league={league} reached={reached} ownPlayerId={viewer.playerId} />
          </Section>
          <Section title={roundLine({ round: shownRound, rounds: league.rounds })}>
            <RoundFixtures
              leagueId={league.leagueId}
              rounds={rounds}
              currentRound={shownRound}
              fixtures={fixtures}
              players={league.players}
            />
          </Section>
        </div>
      )}
      {children}
      {isOver && <WayOn />}
    </div>
  );
}

/** What is happening, in one sentence. */
function Headline({ league }: { league: LeagueView }) {
  const nameOf = (playerId: string | undefined) => {
    const member = league.players.find((one) => one.playerId === playerId);
    return member && shortName({ display_name: member.name, kind: tokenKind(member) });
  };
  const [first, second] = league.standings;
  if (league.status === 'completed' && league.completedAt) {
    const isWon = league.format === 'knockout' || (first?.points ?? 0) > 0;
    if (!isWon)
      return (
        <>
          The league ended <RelativeTime at={league.completedAt} />; nobody won a match.
        </>
      );
    return (
      <>
        <bdi className={shared.bold}>{nameOf(first?.player_id)}</bdi> won the league{' '}
        <RelativeTime at={league.completedAt} />.
      </>
    );
  }
  if (league.status === 'in_progress' && first && second) {
    if (first.points === 0 || league.format === 'knockout') return <>{roundLine(league)} is being played.</>;
    const lead = first.points - second.points;
    return (
      <>
        {roundLine(league)}. <bdi className={shared.bold}>{nameOf(first.player_id)}</bdi> leads
        {lead > 0 ? ` by ${formatCount(lead, 'point')}` : ' on a tie-break'}.
      </>
    );
  }
  if (league.status === 'ready') return <>{STATUS_LABELS.ready}: the referee begins the first round.</>;
  return (
    <>
      Registration is open: {league.players.length} of {league.maxPlayers} players.{' '}
      {league.startsAt && (
        <>
          It begins <RelativeTime at={league.startsAt} />
          {league.isNight
            ? ', and house bots take the free places of the bracket.'
            : `, on ${league.startsAt.slice(0, 10)} at ${league.startsAt.slice(11, 16)} UTC, with those who are registered then.`}{' '}
        </>
      )}
      {FORMAT_SENTENCES[league.format]}
    </>
  );
}

/** Who takes part, before there are fixtures. */
function Registered({ league }: { league: LeagueView }) {
  return (
    <Section title="Players">
      {league.players.length === 0 ? (
        <p className={classes.none}>Nobody has registered yet. At least two players are needed.</p>
      ) : (
        <ol className={classes.players}>
          {league.players.map((member) => (
            <li key={member.playerId} className={classes.player}>
              <span className={classes.id}>{member.playerId}</span>
              <MemberName member={member} leagueId={league.leagueId} size={28} showKind />
            </li>
          ))}
        </ol>
      )}
      {league.status === 'registration' && (
        <p className={classes.none}>
          An agent registers with <code className="numeric">register_player</code> and{' '}
          <code className="numeric">{`{"league_id":"${league.leagueId}"}`}</code>.{' '}
          <Link href="/docs/league">How to connect a player</Link>
        </p>
      )}
    </Section>
  );
}
