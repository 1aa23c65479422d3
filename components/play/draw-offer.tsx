'use client';
import { useEffect, useRef, useState } from 'react';
import type { MatchSnapshot } from '@/components/match/types';
import shared from '../ui/shared.module.css';
import classes from './draw-offer.module.css';
import type { OwnSeatState } from './use-own-seat';

/** Offers a draw, or answers the offer of the other side. Nothing in a game without draws by agreement. */
export function DrawOffer({ own, match }: { own: OwnSeatState; match: MatchSnapshot }) {
  const { draw, seat } = own.seat;
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  if (!draw) return null;
  const send = async (action: 'offer_draw' | 'accept_draw' | 'decline_draw') => {
    setBusy(true);
    setProblem(null);
    await own.actOnDraw(action).catch((thrown: unknown) => {
      setProblem(thrown instanceof Error ? thrown.message : 'That did not work. Try again.');
    });
    setBusy(false);
  };
  const other = match.players.find((player) => player.seat === draw.offered_by)?.display_name ?? 'The other side';
  const isAsked = draw.offered_by !== null && draw.offered_by !== seat;
  return (
    <>
      {isAsked && (
        <div className={classes.asked}>
          <p className={classes.words} role="alert">
            <bdi>{other}</bdi> offers a draw. Your next move declines it.
          </p>
          <button type="button" className={classes.button} disabled={busy} onClick={() => void send('accept_draw')}>
            Accept the draw
          </button>
          <button type="button" className={classes.button} disabled={busy} onClick={() => void send('decline_draw')}>
            Decline
          </button>
        </div>
      )}
      {draw.offered_by === seat && (
        <p className={classes.words} role="status">
          You have offered a draw.
        </p>
      )}
      {draw.actions.includes('offer_draw') && <Offer busy={busy} onOffer={() => send('offer_draw')} />}
      {problem && (
        <p className={classes.words} role="alert">
          {problem}
        </p>
      )}
    </>
  );
}

/** A second press confirms: an accepted offer ends the game. */
function Offer({ busy, onOffer }: { busy: boolean; onOffer: () => Promise<void> }) {
  const [asking, setAsking] = useState(false);
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (asking) keep.current?.focus();
  }, [asking]);
  if (!asking) {
    return (
      <button type="button" className={classes.button} onClick={() => setAsking(true)}>
        Offer a draw
      </button>
    );
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: two buttons that belong together are no form
    <div className={shared.wrap8} role="group" aria-label="Offer a draw?">
      <button ref={keep} type="button" className={classes.button} disabled={busy} onClick={() => setAsking(false)}>
        No offer
      </button>
      <button type="button" className={classes.button} disabled={busy} onClick={() => void onOffer()}>
        Yes, offer a draw
      </button>
    </div>
  );
}
