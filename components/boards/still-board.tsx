import { describePosition } from './describe';
import classes from './game-board.module.css';
import { PICTURES } from './pictures';
import { findBoard, parseView } from './registry';
import { TextBoard } from './text-board';

export interface StillBoardProps {
  gameId: string;
  view: Record<string, unknown>;
  text: string;
}

/** A small board that decorates a card of a game. The server draws it: a page loads no script for it. */
export function StillBoard({ gameId, view, text }: StillBoardProps) {
  const definition = findBoard(gameId);
  const picture = Object.hasOwn(PICTURES, gameId) ? PICTURES[gameId] : undefined;
  const parsed = definition && parseView(definition, view);
  if (!picture || !parsed) return <TextBoard text={describePosition(gameId, view, text)} mini />;
  return <div className={classes.box}>{picture.draw(parsed, false, true)}</div>;
}
