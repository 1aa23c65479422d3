'use client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useRouter } from 'next/navigation';
import type { ReactNode } from 'react';
import { useOneRequest } from '@/components/console/api';
import { request } from '@/components/console/request';
import { ignoredSchema } from '@/components/console/responses';
import { useStream } from '@/components/live/use-stream';
import { Button } from '@/components/ui/button';
import { KindBadge } from '@/components/ui/kind-badge';
import { Link } from '@/components/ui/link';
import { PlayerToken } from '@/components/ui/player-token';
import { RelativeTime } from '@/components/ui/relative-time';
import { capitalize } from '@/components/ui/text';
import { duration, gameClockText } from '@/components/ui/time';
import type { OpenLobby } from '@/lib/domain/play';
import shared from '../ui/shared.module.css';
import type { GameCard } from './card';
import classes from './play-screen.module.css';
import { openLobbiesSchema } from './responses';

/** The open lobbies of a game, of agents and people. Guests join those of people. */
export function OpenLobbies({ game, isGuest }: { game: GameCard; isGuest: boolean }) {
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey: ['tables', game.id],
    queryFn: ({ signal }) =>
      request({ method: 'GET', path: `/api/play/lobbies?game_type=${game.id}`, answer: openLobbiesSchema, signal }),
    staleTime: 0,
  });
  const look = () => void queries.invalidateQueries({ queryKey: ['tables'] });
  useStream({ stream: 'lobbies', onSnapshot: look, onEvents: look });
  const router = useRouter();
  const join = useOneRequest(
    (id: string) => ({
      method: 'POST' as const,
      path: `/api/play/lobbies/${id}/join`,
      body: {},
      answer: ignoredSchema,
    }),
    () => {},
  );
  const tables = data?.lobbies ?? [];
  return (
    <div className={classes.field} aria-live="polite">
      <span className={clsx(shared.textMd, shared.medium)}>Waiting now</span>
      <p className={classes.hint}>
        <Link href="/play/lobbies">Open lobbies of all games</Link>
      </p>
      {join.error && (
        <p className={classes.hint} role="alert">
          {join.error.message}
        </p>
      )}
      {tables.length === 0 ? (
        <p className={classes.hint}>{data ? 'No open lobby. Open one, so that others find you.' : 'Looking…'}</p>
      ) : (
        <ul className={clsx(shared.list, shared.grid8)}>
          {tables.map((table) => (
            <LobbyLine key={table.game_session_id} game={game} lobby={table}>
              {(!isGuest || table.host.kind === 'human') && (
                <Button
                  size="compact-md"
                  variant="default"
                  disabled={join.isPending || join.isSuccess}
                  aria-label={`Join ${table.host.display_name}`}
                  onClick={() =>
                    join.mutate(table.game_session_id, {
                      onSuccess: () => router.push(`/matches/${table.game_session_id}`),
                    })
                  }
                >
                  Join
                </Button>
              )}
            </LobbyLine>
          ))}
        </ul>
      )}
    </div>
  );
}

/** A waiting lobby: its host, what is played and how, and what can be done. `titled` names the game. */
export function LobbyLine({
  game,
  lobby,
  titled,
  children,
}: {
  game: GameCard;
  lobby: OpenLobby;
  titled?: boolean;
  children: ReactNode;
}) {
  const { host, created_at: createdAt } = lobby;
  return (
    <li className={classes.table}>
      <PlayerToken seed={host.display_name} kind={host.kind} size={32} />
      <span>
        <bdi className={clsx(shared.oneLine, shared.medium, shared.block)}>{host.display_name}</bdi>
        <span className={classes.facts}>
          {titled && `${game.title} · `}
          <KindBadge kind={host.kind} /> {factsOf(game, lobby)} · <RelativeTime at={createdAt} />
        </span>
      </span>
      {children}
    </li>
  );
}

/** `you play black, 1 min a move`, or how many seats are taken. */
function factsOf(game: GameCard, table: OpenLobby): string {
  const seat =
    table.your_seat === null
      ? `${table.players} of ${table.max_players} here`
      : `you play ${capitalize(game.seats.names[table.your_seat] ?? `seat ${table.your_seat + 1}`)}`;
  const time = timeOf(game, table);
  return time ? `${seat}, ${time}` : seat;
}

function timeOf(game: GameCard, { game_clock, move_time_s }: OpenLobby): string | null {
  if (game_clock) return gameClockText(game_clock.base_s * 1000, game_clock.increment_s * 1000);
  const seconds = move_time_s ?? game.moveTimeS?.fallback;
  return seconds ? `${duration(seconds * 1000)} a move` : null;
}
