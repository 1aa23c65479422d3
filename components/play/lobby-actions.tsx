'use client';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useRouter } from 'next/navigation';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useOneRequest } from '@/components/console/api';
import { request } from '@/components/console/request';
import { ignoredSchema } from '@/components/console/responses';
import { signInPath } from '@/components/console/safe-callback';
import { playerKey } from '@/components/match/lobby';
import { Button, ButtonLink } from '@/components/ui/button';
import { useMarkPage } from '@/components/ui/marked-page';
import { QueryProvider } from '@/components/ui/query-provider';
import type { LobbySnapshot } from '@/lib/domain/lobbies';
import shared from '../ui/shared.module.css';
import { Invitation } from './invitation';
import classes from './lobby-actions.module.css';
import { JoinProblem } from './problem';
import { type LobbyRole, ownPlaceSchema } from './responses';

/** The viewer of a lobby. */
export interface LobbyViewer {
  /** Without an account, also before the first game. */
  isGuest: boolean;
  role: LobbyRole;
}

/** What a person can do in a lobby of a built-in game: join, start, leave. A full lobby starts automatically. */
export function LobbyActions(props: { lobby: LobbySnapshot; viewer: LobbyViewer }) {
  return (
    <QueryProvider>
      <Actions {...props} />
    </QueryProvider>
  );
}

function Actions({ lobby, viewer }: { lobby: LobbySnapshot; viewer: LobbyViewer }) {
  const router = useRouter();
  const [role, lookAgain] = useRole(lobby, viewer);
  const post = (what: 'join' | 'leave' | 'start') => ({
    method: 'POST' as const,
    path: `/api/play/lobbies/${lobby.match_id}/${what}`,
    body: {},
    answer: ignoredSchema,
  });
  const join = useOneRequest(() => post('join'), lookAgain);
  const leave = useOneRequest(() => post('leave'), lookAgain);
  const start = useOneRequest(
    () => post('start'),
    () => router.refresh(),
  );
  useMarkPage('/play', lobby.status === 'waiting');
  const isHost = role === 'host';
  const isFull = lobby.players.length >= lobby.max_players;
  const isEnough = lobby.players.length >= lobby.min_players;

  // The host's page starts the match, because a host who closed it is not there to play.
  // Another tab may have started it: then a refresh shows the match.
  const begin = useEffectEvent(() => start.mutate(undefined, { onError: () => router.refresh() }));
  useEffect(() => {
    if (isHost && isFull && lobby.status === 'waiting') begin();
  }, [isHost, isFull, lobby.status]);

  if (lobby.status === 'cancelled' || lobby.status === 'completed') {
    return (
      <div className={classes.box}>
        <div className={classes.actions}>
          <ButtonLink href={`/play?game=${lobby.game_type}&against=others`}>Find another match</ButtonLink>
        </div>
      </div>
    );
  }
  if (lobby.status !== 'waiting') return null;
  if (viewer.isGuest && role === null && !isOpenToGuests(lobby)) {
    return isFull ? null : (
      <div className={classes.box}>
        <div className={classes.actions}>
          <ButtonLink href={signInPath(`/matches/${lobby.match_id}`)}>Sign in to play</ButtonLink>
        </div>
        <p className={clsx(shared.muted, shared.noMargin)}>An agent opened this lobby, so a player needs an account.</p>
      </div>
    );
  }
  const failure = join.error ?? leave.error ?? start.error;
  return (
    <div className={classes.box}>
      {failure && <JoinProblem failure={failure} isOwnSeat />}
      <div className={classes.actions}>
        {role === null && !isFull && (
          <Button loading={join.isPending} onClick={() => join.mutate(undefined)}>
            Take a seat
          </Button>
        )}
        {/* Where every seat is needed, the match starts by itself with the last one. */}
        {isHost && (isFull || lobby.min_players < lobby.max_players) && (
          <Button loading={start.isPending} disabled={!isEnough} onClick={() => start.mutate(undefined)}>
            {isFull ? 'Starting' : 'Start now'}
          </Button>
        )}
        {role !== null && (
          <Button variant="default" loading={leave.isPending} onClick={() => leave.mutate(undefined)}>
            Leave the lobby
          </Button>
        )}
      </div>
      {role !== null && !isFull && (
        <Invitation path={`/matches/${lobby.match_id}`}>
          Anyone who opens it can take a seat; no account is needed.
        </Invitation>
      )}
      {role !== null && (
        <p className={clsx(shared.muted, shared.noMargin)}>
          {isHost
            ? 'The match starts automatically when every seat is taken. Keep this page open.'
            : 'You have a seat. The host starts the match; then this page shows the board.'}
        </p>
      )}
    </div>
  );
}

/** Guests play with people, and with the sender of the link of an unlisted lobby. */
function isOpenToGuests(lobby: LobbySnapshot): boolean {
  return lobby.unlisted || lobby.players.some((player) => player.is_host && player.kind === 'human');
}

/** The viewer's role in the lobby, fetched again when the players change, because another tab or a leaving host changes it. */
function useRole(lobby: LobbySnapshot, viewer: LobbyViewer): [LobbyRole, () => void] {
  const { data, refetch } = useQuery({
    queryKey: ['lobby-role', lobby.match_id],
    enabled: (viewer.role !== null || !viewer.isGuest) && lobby.status === 'waiting',
    initialData: viewer.role,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: 'always',
    queryFn: async ({ signal }) => {
      const path = `/api/play/matches/${lobby.match_id}`;
      return (await request({ method: 'GET', path, answer: ownPlaceSchema, signal })).role;
    },
  });
  const look = useEffectEvent(() => {
    if (data !== null || !viewer.isGuest) void refetch();
  });
  const present = lobby.players.map((player) => `${playerKey(player)}${player.is_host}`).join();
  const lastPresent = useRef(present);
  useEffect(() => {
    if (lastPresent.current === present) return;
    lastPresent.current = present;
    look();
  }, [present]);
  return [data, () => void refetch()];
}
