'use client';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useOneRequest } from '@/components/console/api';
import { request } from '@/components/console/request';
import { signInPath } from '@/components/console/safe-callback';
import { nothingSchema } from '@/components/console/wire';
import { playerKey } from '@/components/match/lobby';
import type { LobbySnapshot } from '@/components/match/wire';
import { ButtonLink } from '@/components/ui/button-link';
import classes from './lobby-actions.module.css';
import { Problem } from './problem';
import { type LobbyRole, ownPlaceSchema } from './wire';

/** Who looks at a lobby. */
export interface LobbyViewer {
  isSignedIn: boolean;
  role: LobbyRole;
}

/** What a person can do in a lobby of a built-in game: come in, begin, leave. When all seats are taken it begins by itself. */
export function LobbyActions({ lobby, viewer }: { lobby: LobbySnapshot; viewer: LobbyViewer }) {
  const router = useRouter();
  const [role, lookAgain] = useRole(lobby, viewer);
  const post = (what: 'join' | 'leave' | 'start') => ({
    method: 'POST' as const,
    path: `/api/play/lobbies/${lobby.match_id}/${what}`,
    body: {},
    answer: nothingSchema,
  });
  const join = useOneRequest(() => post('join'), lookAgain);
  const leave = useOneRequest(() => post('leave'), lookAgain);
  const start = useOneRequest(
    () => post('start'),
    () => router.refresh(),
  );
  const isHost = role === 'host';
  const isFull = lobby.players.length >= lobby.max_players;
  const isEnough = lobby.players.length >= lobby.min_players;

  // A host who has closed the page is not there to play: so it is the page that begins.
  // Another tab may have begun it: then this page, read again, is the match.
  const begin = useEffectEvent(() => start.mutate(undefined, { onError: () => router.refresh() }));
  useEffect(() => {
    if (isHost && isFull && lobby.status === 'waiting') begin();
  }, [isHost, isFull, lobby.status]);

  if (lobby.status === 'cancelled' || lobby.status === 'completed') {
    return (
      <div className={classes.actions}>
        <ButtonLink href={`/play?game=${lobby.game_type}&against=others`}>Find another match</ButtonLink>
      </div>
    );
  }
  if (lobby.status !== 'waiting') return null;
  if (!viewer.isSignedIn) {
    return isFull ? null : (
      <div className={classes.actions}>
        <ButtonLink href={signInPath(`/matches/${lobby.match_id}`)}>Sign in to play</ButtonLink>
      </div>
    );
  }
  const failure = join.error ?? leave.error ?? start.error;
  return (
    <div className={classes.box}>
      {failure && <Problem>{failure.message}</Problem>}
      <div className={classes.actions}>
        {role === null && !isFull && (
          <Button loading={join.isPending} onClick={() => join.mutate(undefined)}>
            Take a seat
          </Button>
        )}
        {isHost && (
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
      {role !== null && (
        <p className={classes.hint}>
          {isHost
            ? 'The match begins by itself when every seat is taken. Keep this page open.'
            : 'You have a seat. The host starts the match; this page turns into the board then.'}
        </p>
      )}
    </div>
  );
}

/** How the viewer is in the lobby, asked again when somebody came or went: another tab, or a host who left, changes it. */
function useRole(lobby: LobbySnapshot, viewer: LobbyViewer): [LobbyRole, () => void] {
  const { data, refetch } = useQuery({
    queryKey: ['lobby-role', lobby.match_id],
    enabled: viewer.isSignedIn && lobby.status === 'waiting',
    initialData: viewer.role,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: 'always',
    queryFn: async ({ signal }) => {
      const path = `/api/play/matches/${lobby.match_id}`;
      return (await request({ method: 'GET', path, answer: ownPlaceSchema, signal })).role;
    },
  });
  const look = useEffectEvent(() => {
    if (viewer.isSignedIn) void refetch();
  });
  const present = lobby.players.map((player) => `${playerKey(player)}${player.is_host}`).join();
  const known = useRef(present);
  useEffect(() => {
    if (known.current === present) return;
    known.current = present;
    look();
  }, [present]);
  return [data, () => void refetch()];
}
