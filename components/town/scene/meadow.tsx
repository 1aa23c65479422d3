import { groundAt, HALL, MAP, SQUARE, TERRACES } from '../layout';
import classes from './scene.module.css';

const TUFTS_PER_TERRACE = 46;
const FLOWERS_PER_TERRACE = 30;
/** The part of a terrace between its street and the buildings of the next one. */
const BEHIND = 50;
const BEFORE = 30;

/** Numbers from 0 to 1, always the same for the same seed. */
function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648;
  };
}

/** Grass and flowers of a terrace, where no street, square or hall is. */
export function Meadow({ terrace }: { terrace: number }) {
  const next = sequence(terrace * 97 + 13);
  const tufts = placesOn(terrace, TUFTS_PER_TERRACE, next);
  const flowers = placesOn(terrace, FLOWERS_PER_TERRACE, next);
  const { scale } = TERRACES[terrace] as (typeof TERRACES)[number];
  return (
    <>
      <path
        className={classes.tuft}
        d={tufts.map(([x, y]) => `M${x} ${y}l-4 -6M${x} ${y}v-9M${x} ${y}l4 -6`).join('')}
        strokeWidth={1.5 * scale}
      />
      {[classes.petalRed, classes.petalPale, classes.petalGold].map((petal, kind) => (
        <path
          key={petal}
          className={petal}
          d={flowers
            .filter((_, index) => index % 3 === kind)
            .map(([x, y]) => `M${x} ${y}h.01M${x + 6} ${y + 3}h.01M${x - 5} ${y + 4}h.01`)
            .join('')}
          strokeWidth={4 * scale}
        />
      ))}
    </>
  );
}

function placesOn(terrace: number, count: number, next: () => number): [x: number, y: number][] {
  const { scale } = TERRACES[terrace] as (typeof TERRACES)[number];
  const places: [number, number][] = [];
  while (places.length < count) {
    const x = Math.round(next() * MAP.width);
    const top = groundAt(terrace, x) + BEHIND * scale;
    const bottom = terrace < 2 ? groundAt(terrace + 1, x) - BEFORE : MAP.height;
    const y = Math.round(top + next() * (bottom - top));
    if (isFree(x, y)) places.push([x, y]);
  }
  return places;
}

const isFree = (x: number, y: number) =>
  Math.hypot((x - SQUARE.x) / 228, (y - SQUARE.y) / 96) > 1 &&
  !(Math.abs(x - HALL.x) < 150 && y < HALL.y && y > HALL.y - 160) &&
  Math.abs(x - 540) > 22 &&
  Math.abs(x - 860) > 22;
