'use client';
import { useEffect, useRef, useState } from 'react';
import { MemberName } from '@/components/league/member-name';
import { watchPath } from '@/components/league/paths';
import type { LeagueFixture, LeagueView } from '@/components/league/types';
import { liveText, roundLine, STATUS_LABELS, scoreText } from '@/components/league/words';
import { useStream } from '@/components/live/use-stream';
import { type Column, DataTable } from '@/components/ui/data-table';
import { Link } from '@/components/ui/link';
import { LivePill } from '@/components/ui/live-pill';
import type { EmbeddedLeague } from './embedded';
import classes from './league-embed.module.css';
import { Foot } from './match-embed';

/** A round reports many changes; the table is read at most this often. */
const MIN_PAUSE_MS = 1_000;

/** The table of a league in another page: it follows the league. */
export function LeagueEmbed(initial: EmbeddedLeague) {
  const { content, status } = useFreshLeague(initial);
  const { league, latest } = content;
  const isLive = league.status === 'ready' || league.status === 'in_progress';
  return (
    <div className={classes.screen}>
      <header className={classes.head}>
        <h1 className={classes.title}>
          <bdi>{league.name}</bdi>
        </h1>
        <p className={classes.facts}>
          {league.gameTitle} · {league.pausedAt ? 'Paused' : roundLine(league)}
        </p>
      </header>
      <div className={classes.content}>
        <DataTable
          caption={`Standings of ${league.name}`}
          columns={columnsOf(league)}
          rows={league.standings}
          keyOf={({ player_id }) => player_id}
        />
        <ul className={classes.latest}>
          {latest.map((fixture) => (
            <Latest key={fixture.matchId} league={league} fixture={fixture} />
          ))}
        </ul>
      </div>
      <Foot path={`/leagues/${league.leagueId}`}>
        {isLive ? (
          <LivePill state={status.state} heardAtMs={status.heardAtMs} />
        ) : (
          <strong className={classes.final}>{STATUS_LABELS[league.status]}</strong>
        )}
        <span className={classes.space} />
      </Foot>
    </div>
  );
}

/** What is embedded, read again when its league has news. */
function useFreshLeague(initial: EmbeddedLeague) {
  const [content, setContent] = useState(initial);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  useEffect(() => () => clearTimeout(timer.current ?? undefined), []);
  const { leagueId } = initial.league;
  const look = () => {
    timer.current ??= setTimeout(async () => {
      timer.current = null;
      const answer = await fetch(`/embed/leagues/${leagueId}/table.json`).catch(() => null);
      if (answer?.ok) setContent(await answer.json());
    }, MIN_PAUSE_MS);
  };
  const status = useStream({
    stream: `league:${leagueId}`,
    after: initial.cursor || null,
    enabled: content.league.status !== 'completed',
    onSnapshot: look,
    onEvents: look,
  });
  return { content, status };
}

type Line = LeagueView['standings'][number];

function columnsOf(league: LeagueView): readonly Column<Line>[] {
  const memberOf = (playerId: string) => league.players.find((one) => one.playerId === playerId);
  return [
    { head: '#', title: 'Rank', kind: 'rank', cell: ({ rank }) => rank },
    {
      head: 'Player',
      isRowHead: true,
      cell: ({ player_id }) => {
        const member = memberOf(player_id);
        return member && <MemberName member={member} leagueId={league.leagueId} />;
      },
    },
    {
      head: 'W-D-L',
      title: 'Won, drawn, lost',
      kind: 'number',
      cell: ({ wins, draws, losses }) => `${wins}-${draws}-${losses}`,
    },
    { head: 'Pts', title: 'Points', kind: 'number', cell: ({ points }) => points },
  ];
}

function Latest({ league, fixture }: { league: LeagueView; fixture: LeagueFixture }) {
  const nameOf = (playerId: string | null) => league.players.find((one) => one.playerId === playerId)?.name;
  const isLive = fixture.status === 'active';
  return (
    <li>
      <Link className={classes.fixture} href={watchPath(league.leagueId, fixture)}>
        <bdi className={classes.name}>{nameOf(fixture.first)}</bdi>
        <span className={isLive ? classes.live : classes.score}>
          {fixture.isAnnulled ? 'annulled' : isLive ? liveText(fixture) : scoreText(fixture)}
        </span>
        <bdi className={classes.name}>{nameOf(fixture.second)}</bdi>
      </Link>
    </li>
  );
}
