import clsx from 'clsx';
import classes from './board.module.css';

/** A piece in a square of 45 by 45. */
interface Shape {
  /** Filled with the colour of the piece and outlined. */
  body: readonly string[];
  /** Lines upon it, dark on white and light on black. */
  lines: string;
  /** Light lines that only black has, so that it does not become a blot. */
  inlay?: string;
}

/** After the set of Colin M. L. Burnett (BSD licence), in the colours of ours. */
const SHAPES: Record<string, Shape> = {
  P: {
    body: [
      'M22.5 9c-2.21 0-4 1.79-4 4 0 .89.29 1.71.78 2.38C17.33 16.5 16 18.59 16 21c0 2.03.94 3.84 2.41 5.03-3 1.06-7.41 5.55-7.41 13.47h23c0-7.92-4.41-12.41-7.41-13.47 1.47-1.19 2.41-3 2.41-5.03 0-2.41-1.33-4.5-3.28-5.62.49-.67.78-1.49.78-2.38 0-2.21-1.79-4-4-4z',
    ],
    lines: '',
  },
  R: {
    body: [
      'M34 14l-3 3H14l-3-3V9h4v2h5V9h5v2h5V9h4z',
      'M31 17v12.5H14V17',
      'M31 29.5l1.5 2.5h-20l1.5-2.5z',
      'M12 36v-4h21v4z',
      'M9 39h27v-3H9z',
    ],
    lines: 'M11 14h23',
    inlay: 'M12 35.5h21M13 31.5h19M14 29.5h17M14 16.5h17',
  },
  N: {
    body: [
      'M22 10c10.5 1 16.5 8 16 29H15c0-9 10-6.5 8-21',
      'M24 18c.38 2.91-5.55 7.37-8 9-3 2-2.82 4.34-5 4-1.042-.94 1.41-3.04 0-3-1 0 .19 1.23-1 2-1 0-4.003 1-4-4 0-2 6-12 6-12s1.89-1.9 2-3.5c-.73-.994-.5-2-.5-3 1-1 3 2.5 3 2.5h2s.78-1.992 2.5-3c1 0 1 3 1 3',
    ],
    lines: 'M9.5 25.5a.5.5 0 1 1-1 0 .5.5 0 1 1 1 0zM14.93 15.75a.5 1.5 30 1 1-.86-.5.5 1.5 30 1 1 .86.5z',
    inlay: 'M24.8 11.2c3 .9 5.5 2.6 7.7 6.9s3.3 11.2 2.9 20.9',
  },
  B: {
    body: [
      'M9 36c3.39-.97 10.11.43 13.5-2 3.39 2.43 10.11 1.03 13.5 2 0 0 1.65.54 3 2-.68.97-1.65.99-3 .5-3.39-.97-10.11.46-13.5-1-3.39 1.46-10.11.03-13.5 1-1.354.49-2.323.47-3-.5 1.354-1.94 3-2 3-2z',
      'M15 32c2.5 2.5 12.5 2.5 15 0 .5-1.5 0-2 0-2 0-2.5-2.5-4-2.5-4 5.5-1.5 6-11.5-5-15.5-11 4-10.5 14-5 15.5 0 0-2.5 1.5-2.5 4 0 0-.5.5 0 2z',
      'M25 8a2.5 2.5 0 1 1-5 0 2.5 2.5 0 1 1 5 0z',
    ],
    lines: 'M17.5 26h10M15 30h15M22.5 15.5v5M20 18h5',
  },
  Q: {
    body: [
      'M9 26c8.5-1.5 21-1.5 27 0l2.5-12.5L31 25l-.3-14.1-5.2 13.6-3-14.5-3 14.5-5.2-13.6L14 25 6.5 13.5 9 26z',
      'M9 26c0 2 1.5 2 2.5 4 1 1.5 1 1 .5 3.5-1.5 1-1 2.5-1 2.5-1.5 1.5 0 2.5 0 2.5 6.5 1 16.5 1 23 0 0 0 1.5-1 0-2.5 0 0 .5-1.5-1-2.5-.5-2.5-.5-2 .5-3.5 1-2 2.5-2 2.5-4-8.5-1.5-18.5-1.5-27 0z',
      'M8 12a2 2 0 1 1-4 0 2 2 0 1 1 4 0zM16 9a2 2 0 1 1-4 0 2 2 0 1 1 4 0zM24.5 8a2 2 0 1 1-4 0 2 2 0 1 1 4 0zM33 9a2 2 0 1 1-4 0 2 2 0 1 1 4 0zM41 12a2 2 0 1 1-4 0 2 2 0 1 1 4 0z',
    ],
    lines: 'M11.5 30c3.5-1 18.5-1 22 0M12 33.5c6-1 15-1 21 0',
  },
  K: {
    body: [
      'M22.5 11.63V6M20 8h5',
      'M22.5 25s4.5-7.5 3-10.5c0 0-1-2.5-3-2.5s-3 2.5-3 2.5c-1.5 3 3 10.5 3 10.5',
      'M12.5 37c5.5 3.5 14.5 3.5 20 0v-7s9-4.5 6-10.5c-4-6.5-13.5-3.5-16 4V27v-3.5c-2.5-7.5-12-10.5-16-4-3 6 6 10.5 6 10.5v7',
    ],
    lines: 'M12.5 30c5.5-3 14.5-3 20 0m-20 3.5c5.5-3 14.5-3 20 0m-20 3.5c5.5-3 14.5-3 20 0',
    inlay:
      'M32 29.5s8.5-4 6.03-9.65C34.15 14 25 18 22.5 24.5v2.1-2.1C20 18 10.85 14 6.97 19.85 4.5 25.5 13 29.5 13 29.5',
  },
};

/** A piece by its letter in FEN: upper case is white. It is 45 by 45. */
export function ChessPiece({ letter }: { letter: string }) {
  const kind = letter.toUpperCase();
  const isWhite = letter === kind;
  const shape = SHAPES[kind];
  if (!shape) return null;
  return (
    <g className={clsx(classes.man, isWhite ? classes.white : classes.black)} data-piece={(isWhite ? 'w' : 'b') + kind}>
      {shape.body.map((path) => (
        <path key={path} d={path} className={classes.body} />
      ))}
      {shape.lines && <path d={shape.lines} className={classes.lines} />}
      {!isWhite && shape.inlay && <path d={shape.inlay} className={classes.lines} />}
    </g>
  );
}
