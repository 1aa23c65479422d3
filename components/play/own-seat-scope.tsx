'use client';

import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import type { BoardPremove, Premove } from '@/components/boards/board-props';
import { findBoard } from '@/components/boards/registry';
import type { MatchSnapshot } from '@/components/match/types';
import { KeysPendingUntilHydrated } from '@/components/ui/keys-pending';
import { QueryProvider } from '@/components/ui/query-provider';
import type { OwnSeat } from '@/lib/domain/play';
import { SeatPanel } from './seat-panel';
import { type OwnSeatState, useOwnSeat } from './use-own-seat';

/** What the page of a match shows of the viewer's seat. */
export interface Seated {
  seat: OwnSeatState;
  premove: BoardPremove | undefined;
  /** The controls of the seat. */
  panel: ReactNode;
}

export interface OwnSeatScopeProps {
  own: OwnSeat;
  /** Id of the last event that changed the match. */
  heard: string;
  /** Whether the stream of the match is followed. */
  isLive: boolean;
  match: MatchSnapshot;
  /** Server time minus browser time, ms. */
  offsetMs: number;
  /** Draws the match; without a seat for a viewer who has none any more. */
  children: (seated: Seated | null) => ReactNode;
}

/** The seat of the viewer, with everything that only players need. */
export function OwnSeatScope(props: OwnSeatScopeProps) {
  return (
    <QueryProvider>
      <OwnSeatContent {...props} />
      <KeysPendingUntilHydrated />
    </QueryProvider>
  );
}

function OwnSeatContent({ own, heard, isLive, match, offsetMs, children }: OwnSeatScopeProps) {
  const seat = useOwnSeat(own, heard, isLive);
  const premove = usePremove(match.game_type, seat);
  return children(seat && { seat, premove, panel: <SeatPanel own={seat} match={match} offsetMs={offsetMs} /> });
}

/** The legal move from one square to another: a pawn becomes a queen; null without one, and where several paths lead there. */
export function findPremove(legalMoves: readonly unknown[], { from, to }: Premove): string | null {
  const moves = legalMoves.filter((move) => typeof move === 'string').filter((move) => move.startsWith(from));
  const promotion = `${from}${to}q`;
  if (moves.includes(promotion)) return promotion;
  const fits = moves.filter((move) => move.endsWith(to));
  return fits.length === 1 ? (fits[0] ?? null) : null;
}

/**
 * A move that a player chooses while the other one is to move. It is sent when the turn comes, if it is legal then, else
 * it is dropped. It lives on this page only: the server learns of it with the turn.
 */
function usePremove(gameId: string, own: OwnSeatState | null): BoardPremove | undefined {
  const [chosen, setChosen] = useState<Premove | null>(null);
  const seat = own?.seat;
  const isSending = own?.outgoing != null;
  const isMyTurn = seat?.your_turn === true && own?.play !== undefined && !isSending;
  const send = useEffectEvent(() => {
    if (!chosen || !own?.play) return;
    setChosen(null);
    // After a refused move the player decides anew.
    const move = own.failure ? null : findPremove(own.play.legalMoves, chosen);
    if (move) own.play.onMove(move);
  });
  useEffect(() => {
    if (isMyTurn) send();
  }, [isMyTurn]);
  const isRunning = seat && findBoard(gameId)?.hasPremoves && seat.status === 'active' && !seat.has_left;
  return isRunning && (isSending || !seat.your_turn) ? { seat: seat.seat, chosen, onChoose: setChosen } : undefined;
}
