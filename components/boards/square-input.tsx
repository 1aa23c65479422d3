'use client';
import { type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { SquareMarks } from './square-marks';
import { arrowsOf, type Drawn, toggleDrawn } from './square-notes';
import { squareAt } from './squares';
import classes from './squares.module.css';

/** How far a pointer moves before a press is a drag, px. */
const DRAG_FROM_PX = 5;

export interface SquareInputProps {
  flipped: boolean;
  /** The viewer has a seat: a finger on the board moves pieces. */
  plays: boolean;
  /** A better move than the last one. */
  better: unknown;
  /** Changes with the position: arrows and marks go. */
  position: string;
  /** Whether the viewer may lift the piece on a square now. */
  canLift: (square: string) => boolean;
  /** The transform of a lifted piece with its middle at a place, in squares from the top left of the screen. */
  liftTo: (x: number, y: number) => string;
  onLift: (square: string) => void;
  /** A lifted piece was put down on another square. */
  onDrop: (from: string, to: string) => void;
  /** A press that was no drag, where the board has no buttons. */
  onTap?: (square: string) => void;
  children: ReactNode;
}

interface Press {
  button: 'left' | 'right';
  square: string;
  x: number;
  y: number;
  piece: SVGElement | null;
  /** Its transform before it was lifted. */
  home: string;
  isDrag: boolean;
}

/**
 * A board of 64 squares on which pieces `[data-square]` are dragged by mouse, pen or finger, and arrows and marks are drawn
 * with the right button. Clicks and keys are those of the buttons inside.
 */
export function SquareInput(props: SquareInputProps) {
  const { flipped, plays, better, position, canLift, liftTo, onLift, onDrop, onTap, children } = props;
  const box = useRef<HTMLDivElement>(null);
  const press = useRef<Press | null>(null);
  const swallowsClick = useRef(false);
  const [notes, setNotes] = useState<{ position: string; drawn: readonly Drawn[] }>({ position, drawn: [] });
  const drawn = notes.position === position ? notes.drawn : [];

  const placeAt = ({ clientX, clientY }: PointerEvent) => {
    const { left, top, width, height } = box.current?.getBoundingClientRect() ?? new DOMRect();
    return { x: ((clientX - left) / width) * 8, y: ((clientY - top) / height) * 8 };
  };
  const squareUnder = (event: PointerEvent): string | null => {
    const { x, y } = placeAt(event);
    if (x < 0 || y < 0 || x >= 8 || y >= 8) return null;
    const [column, row] = [Math.floor(x), Math.floor(y)];
    return flipped ? squareAt(7 - column, 7 - row) : squareAt(column, row);
  };

  const onPointerDown = (event: PointerEvent) => {
    swallowsClick.current = false;
    const square = squareUnder(event);
    if (press.current) putBack();
    if (!square || !event.isPrimary || (event.button !== 0 && event.button !== 2)) return;
    const button = event.button === 0 ? 'left' : 'right';
    if (button === 'left' && drawn.length > 0) setNotes({ position, drawn: [] });
    const piece = button === 'left' && canLift(square) ? findPiece(square) : null;
    const home = piece?.style.transform ?? '';
    press.current = { button, square, x: event.clientX, y: event.clientY, piece, home, isDrag: false };
  };
  const findPiece = (square: string) => box.current?.querySelector<SVGElement>(`[data-square="${square}"]`) ?? null;

  const onPointerMove = (event: PointerEvent) => {
    const pressed = press.current;
    if (!pressed?.piece) return;
    if (!pressed.isDrag) {
      if (Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) < DRAG_FROM_PX) return;
      pressed.isDrag = true;
      box.current?.setPointerCapture(event.pointerId);
      pressed.piece.dataset.lifted = 'true';
      onLift(pressed.square);
    }
    const { x, y } = placeAt(event);
    pressed.piece.style.transform = liftTo(x, y);
  };

  const putBack = () => {
    const pressed = press.current;
    press.current = null;
    if (!pressed?.isDrag || !pressed.piece) return;
    const { piece } = pressed;
    piece.style.transform = pressed.home;
    // The next frame draws it where it now is; until then nothing glides.
    requestAnimationFrame(() => delete piece.dataset.lifted);
  };

  const onPointerUp = (event: PointerEvent) => {
    const pressed = press.current;
    const square = squareUnder(event);
    putBack();
    if (!pressed) return;
    if (pressed.button === 'right') {
      if (square) setNotes({ position, drawn: toggleDrawn(drawn, { from: pressed.square, to: square }) });
    } else if (pressed.isDrag) {
      swallowsClick.current = true;
      if (square && square !== pressed.square) onDrop(pressed.square, square);
    } else if (square === pressed.square) onTap?.(square);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside do the same for keys and screen readers
    <div
      ref={box}
      className={classes.input}
      data-plays={plays}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={putBack}
      onContextMenu={(event) => event.preventDefault()}
      onClickCapture={(event) => {
        if (swallowsClick.current) event.stopPropagation();
        swallowsClick.current = false;
      }}
    >
      {children}
      <SquareMarks drawn={arrowsOf(better)} kind="better" flipped={flipped} />
      <SquareMarks drawn={drawn} kind="note" flipped={flipped} />
    </div>
  );
}
