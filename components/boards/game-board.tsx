'use client';
import { Component, type ComponentType, type ReactNode, useRef } from 'react';
import { BOARD_COMPONENTS } from './board-components';
import { BoardFocusProvider, useBoardFocusOf } from './board-focus';
import type { BoardProps } from './board-props';
import type { BoardDefinition } from './define-board';
import { describePosition } from './describe';
import classes from './game-board.module.css';
import { findBoard, parseView } from './registry';
import { TextBoard } from './text-board';

export interface GameBoardProps extends BoardProps {
  gameId: string;
  /** The position as the game describes it, for games without a board. */
  text: string | null;
  /** The boards that the page has; absent: each is loaded when it is drawn. */
  // biome-ignore lint/suspicious/noExplicitAny: the views differ.
  boards?: Readonly<Record<string, ComponentType<BoardProps<any>>>>;
  /** One line for screen readers. */
  label: string;
}

/** Draws a view of any game: on the board of the game, or as text. */
export function GameBoard({ gameId, text, boards = BOARD_COMPONENTS, ...props }: GameBoardProps) {
  const asText = <TextBoard text={describePosition(gameId, props.view, text)} mini={props.mini} />;
  const definition = findBoard(gameId);
  const Board = definition && boards[gameId];
  return Board ? <DefinedBoard {...props} definition={definition} Board={Board} fallback={asText} /> : asText;
}

export interface DefinedBoardProps extends BoardProps {
  definition: BoardDefinition;
  // biome-ignore lint/suspicious/noExplicitAny: takes the view that the definition parses.
  Board: ComponentType<BoardProps<any>>;
  label: string;
  /** Shown for a view of another version of the game, and when the board throws. */
  fallback: ReactNode;
}

/** Draws a view on a board: for a spectator one image with a label, for a player a group of buttons. */
export function DefinedBoard({ definition, Board, label, fallback, ...props }: DefinedBoardProps) {
  const box = useRef<HTMLDivElement>(null);
  const focus = useBoardFocusOf(box);
  const view = parseView(definition, props.view);
  if (!view) return fallback;
  const described = { role: props.play ? 'group' : 'img', 'aria-label': label };
  return (
    <ErrorBoundary fallback={fallback}>
      <BoardFocusProvider value={focus}>
        <div ref={box} className={classes.box} {...described} tabIndex={props.mini ? undefined : -1}>
          <Board {...props} view={view} />
        </div>
      </BoardFocusProvider>
    </ErrorBoundary>
  );
}

/** Shows `fallback` when a part of the page throws; the rest keeps working. */
class ErrorBoundary extends Component<{ fallback: ReactNode; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
