'use client';

import { useOneRequest } from '@/components/console/api';
import { ignoredSchema } from '@/components/console/responses';
import { Button, ButtonLink } from '@/components/ui/button';
import type { CurrentGame } from '@/lib/domain/play';
import classes from './play-screen.module.css';

/** One game at a time: the match or lobby that the person is in, with buttons to continue or leave. */
export function PlaceNotice({ place, onLeft }: { place: CurrentGame; onLeft: () => void }) {
  const isPlaying = place.state === 'playing';
  const id = place.game_session_id;
  const leave = useOneRequest(
    () => ({
      method: 'POST' as const,
      path: isPlaying ? `/api/play/matches/${id}/resign` : `/api/play/lobbies/${id}/leave`,
      body: {},
      answer: ignoredSchema,
    }),
    onLeft,
  );
  return (
    <div className={classes.notice} role="status">
      <p className={classes.noticeText}>
        {isPlaying ? `You are in a game of ${place.title}.` : `You are waiting in a lobby of ${place.title}.`}
        {leave.error && ` ${leave.error.message}`}
      </p>
      <ButtonLink href={`/matches/${id}`}>{isPlaying ? 'Continue playing' : 'Go to the lobby'}</ButtonLink>
      <Button variant="default" loading={leave.isPending} onClick={() => leave.mutate(undefined)}>
        {isPlaying ? 'Resign' : 'Leave the lobby'}
      </Button>
    </div>
  );
}
