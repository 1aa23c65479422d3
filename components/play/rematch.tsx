'use client';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useOneRequest } from '@/components/console/api';
import type { MatchSnapshot } from '@/components/match/types';
import { Button, ButtonLink } from '@/components/ui/button';
import { newIdempotencyKey } from './idempotency-key';
import { Problem } from './problem';
import { openedGameSchema } from './responses';
import classes from './seat-panel.module.css';

/** Offers a rematch from the next seat, or accepts the offer of the other player. */
export function Rematch({ match, seat }: { match: MatchSnapshot; seat: number }) {
  const router = useRouter();
  const [key] = useState(newIdempotencyKey);
  const again = useOneRequest(
    () => ({
      method: 'POST' as const,
      path: `/api/play/matches/${match.match_id}/rematch`,
      body: { idempotency_key: key },
      answer: openedGameSchema,
    }),
    () => {},
  );
  const offer = match.rematch && match.rematch.seat !== seat ? match.rematch : null;
  const play = () =>
    again.mutate(undefined, { onSuccess: ({ game_session_id }) => router.push(`/matches/${game_session_id}`) });
  return (
    <>
      {offer && (
        <p className={classes.waiting} role="status">
          <bdi>{offer.display_name}</bdi> wants to play again.
        </p>
      )}
      {again.error && <Problem>{again.error.message}</Problem>}
      <div className={classes.actions}>
        <Button data-rematch size="compact-sm" loading={again.isPending || again.isSuccess} onClick={play}>
          {offer ? 'Accept the rematch' : match.players.length === 1 ? 'Play again' : 'Rematch'}
        </Button>
        <ButtonLink href={`/play?game=${match.game_type}`} size="compact-sm" variant="default">
          Another game
        </ButtonLink>
      </div>
    </>
  );
}
