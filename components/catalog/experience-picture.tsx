import type { ReactNode } from 'react';
import { hashText } from '@/components/ui/face';
import classes from './experience-picture.module.css';

const TILES = 3;
const SIZE = 32;

/** The drawings of one tile, in a square of 32. */
const SHAPES: readonly ReactNode[] = [
  <circle key="ring" cx="16" cy="16" r="9" />,
  <circle key="disc" cx="16" cy="16" r="5" className={classes.filled} />,
  <path key="arc" d="M4 28A24 24 0 0 1 28 4" />,
  <path key="corner" d="M4 4A24 24 0 0 0 28 28" />,
  <path key="diagonal" d="M5 27L27 5" />,
  <path key="diamond" d="M16 5L27 16L16 27L5 16Z" />,
  <path key="waves" d="M4 12q6-6 12 0t12 0M4 22q6-6 12 0t12 0" />,
  <path key="square" d="M8 8h16v16H8z" />,
];

/** A drawing for an experience without a picture: always the same for the same id, and symmetric. */
export function ExperiencePicture({ id }: { id: string }) {
  const shapeAt = (column: number, row: number) =>
    SHAPES[hashText(`${id} ${Math.min(column, TILES - 1 - column)} ${row}`) % SHAPES.length];
  const places = Array.from({ length: TILES * TILES }, (_, at) => ({
    column: at % TILES,
    row: Math.floor(at / TILES),
  }));
  return (
    <svg viewBox={`-4 -4 ${TILES * SIZE + 8} ${TILES * SIZE + 8}`} className={classes.picture} aria-hidden>
      {places.map(({ column, row }) => (
        <g
          key={`${column} ${row}`}
          transform={
            column === TILES - 1
              ? `translate(${(column + 1) * SIZE} ${row * SIZE}) scale(-1 1)`
              : `translate(${column * SIZE} ${row * SIZE})`
          }
        >
          {shapeAt(column, row)}
        </g>
      ))}
    </svg>
  );
}
