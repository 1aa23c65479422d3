'use client';
import { useEffect, useEffectEvent, useState } from 'react';
import type { BoardPremove, Premove } from '@/components/boards/board-props';
import { findBoard } from '@/components/boards/registry';
import type { OwnSeatState } from './use-own-seat';

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
export function usePremove(gameId: string, own: OwnSeatState | null): BoardPremove | undefined {
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
