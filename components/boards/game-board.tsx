'use client';
import { useRef } from 'react';
import { ErrorBoundary } from '@/components/ui/error-boundary';
import { BoardFocusProvider, useBoardFocusOf } from './board-focus';
import type { BoardProps } from './board-props';
import { describePosition } from './describe';
import classes from './game-board.module.css';
import { findBoard, parseView } from './registry';
import { TextBoard } from './text-board';

export interface GameBoardProps extends BoardProps {
  gameId: string;
  /** The position as the game describes it, for games without a board. */
  text: string | null;
  /** One line for screen readers. */
  label: string;
}

/**
 * Draws a view of any game: on its board, or as text where there is none or the board does not accept the view. For a
 * spectator it is one image with a label; for a player it is a group of buttons.
 */
export function GameBoard({ gameId, text, label, ...board }: GameBoardProps) {
  const box = useRef<HTMLDivElement>(null);
  const focus = useBoardFocusOf(box);
  const definition = findBoard(gameId);
  const view = definition && parseView(definition, board.view);
  const asText = <TextBoard text={describePosition(gameId, board.view, text)} mini={board.mini} />;
  if (!definition || !view) return asText;
  const described = { role: board.play ? 'group' : 'img', 'aria-label': label };
  return (
    <ErrorBoundary fallback={asText}>
      <BoardFocusProvider value={focus}>
        <div ref={box} className={classes.box} {...described} tabIndex={board.mini ? undefined : -1}>
          <definition.Board {...board} view={view} />
        </div>
      </BoardFocusProvider>
    </ErrorBoundary>
  );
}
