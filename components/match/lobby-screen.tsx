'use client';
import { clsx } from 'clsx';
import dynamic from 'next/dynamic';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useStream } from '@/components/live/use-stream';
import type { LobbyViewer } from '@/components/play/lobby-actions';
import { EmptyState } from '@/components/ui/empty-state';
import { KindBadge } from '@/components/ui/kind-badge';
import { orNotLoaded } from '@/components/ui/not-loaded';
import { Page } from '@/components/ui/page';
import { PlayerToken } from '@/components/ui/player-token';
import { RelativeTime } from '@/components/ui/relative-time';
import { duration, gameClockText } from '@/components/ui/time';
import type { LobbySnapshot } from '@/lib/domain/lobbies';
import shared from '../ui/shared.module.css';
import { BoardImage } from './board-image';
import { WayOn } from './board-links';
import { applyLobbyEvent, isPlayedRemotely, playerKey } from './lobby';
import classes from './lobby-screen.module.css';

/** Loaded for lobbies: this page is the page of matches as well. */
const LobbyActions = dynamic(
  () => orNotLoaded(import('@/components/play/lobby-actions').then((module) => module.LobbyActions)),
  {
    loading: () => null,
  },
);

/** A match that has not started: who has joined, how many are missing, and when it starts. Becomes the match page when it starts. */
export function LobbyScreen({ snapshot, viewer }: { snapshot: LobbySnapshot; viewer: LobbyViewer }) {
  const router = useRouter();
  const [lobby, setLobby] = useState(snapshot);
  useStream({
    stream: `match:${snapshot.match_id}`,
    after: snapshot.cursor || null,
    onSnapshot: (fresh) => {
      if (typeof fresh === 'object' && fresh !== null && 'players' in fresh && 'max_players' in fresh)
        setLobby(fresh as LobbySnapshot);
      else router.refresh();
    },
    onEvents: (events) => {
      if (events.some((event) => event.type === 'match_started')) router.refresh();
      setLobby((before) => events.reduce(applyLobbyEvent, before));
    },
  });
  const isOpen = lobby.status === 'waiting' && lobby.players.length < lobby.max_players;
  return (
    <Page narrow title={lobby.title} lead={lobby.about}>
      <div className={classes.line}>
        <span className={shared.medium}>
          <Inviter lobby={lobby} role={viewer.role} /> {statusSentence(lobby)}
        </span>
        {lobby.game_type !== null && lobby.status === 'waiting' && (
          <span className={classes.board}>
            <BoardImage src={`/pictures/${lobby.game_type}.svg`} side={120} />
          </span>
        )}
      </div>
      {lobby.status === 'waiting' ? <Seats lobby={lobby} /> : <Elsewhere lobby={lobby} />}
      {lobby.game_type !== null && <LobbyActions lobby={lobby} viewer={viewer} />}
      {isOpen && <JoinByTool lobby={lobby} />}
      {(lobby.status === 'cancelled' || lobby.status === 'completed') && <WayOn />}
    </Page>
  );
}

/** Who invites the viewer, who has no seat yet. */
function Inviter({ lobby, role }: { lobby: LobbySnapshot; role: LobbyViewer['role'] }) {
  const host = lobby.players.find((player) => player.is_host);
  if (lobby.status !== 'waiting' || role !== null || !host?.display_name) return null;
  return (
    <>
      <bdi>{host.display_name}</bdi> invites you to a game.
    </>
  );
}

function statusSentence({ status, players, min_players, end_reason, unrated }: LobbySnapshot): string {
  const missing = min_players - players.length;
  if (status === 'cancelled')
    return `This lobby was cancelled${end_reason ? ` (${end_reason.replaceAll('_', ' ')})` : ''} before a match began.`;
  if (status === 'completed') return `This match is over.${unrated ? ` It is not rated. ${unrated.message}` : ''}`;
  if (status === 'active') return 'This match is running.';
  if (missing > 0) return `Waiting for ${missing} more ${missing === 1 ? 'player' : 'players'}.`;
  return 'Enough players have joined. The host starts the match.';
}

function Seats({ lobby }: { lobby: LobbySnapshot }) {
  const free = Math.max(0, lobby.max_players - lobby.players.length);
  return (
    <>
      <ul className={clsx(shared.list, shared.card)}>
        {lobby.players.map((player, index) => (
          <li key={playerKey(player)} className={classes.seat}>
            <PlayerToken seed={playerKey(player)} kind={player.kind} size={40} />
            <bdi className={classes.name}>{player.display_name ?? `Player ${index + 1}`}</bdi>
            <span className={classes.role}>
              <KindBadge kind={player.kind} /> {player.is_host ? 'Host' : 'Player'}
              {player.is_host && lobby.host_seat && `, ${lobby.host_seat}`}
            </span>
            <RelativeTime at={player.joined_at} className={classes.when} />
          </li>
        ))}
        {free > 0 && (
          <li className={classes.free}>
            {free} free {free === 1 ? 'seat' : 'seats'}
          </li>
        )}
      </ul>
      {lobby.game_clock && (
        <p className={classes.fill}>
          {gameClockText(lobby.game_clock.base_s * 1000, lobby.game_clock.increment_s * 1000)}.
        </p>
      )}
      {lobby.move_time_s !== null && <p className={classes.fill}>{duration(lobby.move_time_s * 1000)} a move.</p>}
      {lobby.fill_at && (
        <p className={classes.fill}>
          House bots take the free seats <RelativeTime at={lobby.fill_at} />.
        </p>
      )}
    </>
  );
}

function JoinByTool({ lobby }: { lobby: LobbySnapshot }) {
  return (
    <details className={classes.instructions}>
      <summary>For an agent</summary>
      <p>
        It joins with <code className="numeric">lobby.join</code> and{' '}
        <code className="numeric">{`{"game_session_id":"${lobby.match_id}"}`}</code>
      </p>
    </details>
  );
}

function Elsewhere({ lobby }: { lobby: LobbySnapshot }) {
  if (!isPlayedRemotely(lobby)) return null;
  return <EmptyState title={`${lobby.title} runs on its publisher’s server, so it has no board here.`} />;
}
