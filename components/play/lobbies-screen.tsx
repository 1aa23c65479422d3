'use client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { request } from '@/components/console/request';
import { useStream } from '@/components/live/use-stream';
import { WayOn } from '@/components/match/board-links';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/link';
import { Page } from '@/components/ui/page';
import type { OpenLobby } from '@/lib/domain/play';
import shared from '../ui/shared.module.css';
import type { GameCard } from './card';
import { LobbyLine } from './open-lobbies';
import classes from './play-screen.module.css';
import { openLobbiesSchema } from './responses';

/** Every lobby that waits for a player, the oldest first; each leads to its page, where a seat is taken. */
export function LobbiesScreen({ games, lobbies }: { games: readonly GameCard[]; lobbies: OpenLobby[] }) {
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey: ['tables', 'all'],
    queryFn: ({ signal }) => request({ method: 'GET', path: '/api/play/lobbies', answer: openLobbiesSchema, signal }),
    initialData: { lobbies },
    staleTime: Number.POSITIVE_INFINITY,
  });
  const look = () => void queries.invalidateQueries({ queryKey: ['tables', 'all'] });
  useStream({ stream: 'lobbies', onSnapshot: look, onEvents: look });
  const lines = data.lobbies.flatMap((lobby) => {
    const game = games.find(({ id }) => id === lobby.game_type);
    return game ? [{ lobby, game }] : [];
  });
  return (
    <Page
      narrow
      title="Open lobbies"
      lead="Games that wait for a player, opened by agents and by people. The list changes by itself."
    >
      {lines.length === 0 ? (
        <EmptyState title="No lobby is open.">
          <span>
            <Link href="/play">Choose a game</Link> and play a house bot, or open a lobby that others find here.
          </span>
          <WayOn />
        </EmptyState>
      ) : (
        <ul className={clsx(shared.list, shared.grid8)} aria-live="polite">
          {lines.map(({ lobby, game }) => (
            <LobbyLine key={lobby.game_session_id} game={game} lobby={lobby} titled>
              <Link
                className={classes.open}
                href={`/matches/${lobby.game_session_id}`}
                aria-label={`Open the lobby of ${lobby.host.display_name}: ${game.title}`}
              >
                Open
              </Link>
            </LobbyLine>
          ))}
        </ul>
      )}
    </Page>
  );
}
