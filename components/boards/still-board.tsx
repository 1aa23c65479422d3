'use client';
import { ALL_BOARDS } from './all-boards';
import { GameBoard } from './game-board';

export interface StillBoardProps {
  gameId: string;
  view: Record<string, unknown>;
  text: string;
}

/** A small board that decorates a card of a game. Its page can be used without waiting for each board. */
export function StillBoard(props: StillBoardProps) {
  return <GameBoard {...props} boards={ALL_BOARDS} label="" flipped={false} live={false} mini />;
}
