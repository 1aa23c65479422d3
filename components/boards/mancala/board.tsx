import clsx from 'clsx';
import type { CSSProperties } from 'react';
import type { BoardPlay, BoardProps } from '../board-props';
import { Targets } from '../player-parts';
import type { Target } from '../target';
import classes from './board.module.css';
import {
  type Flight,
  flightsOf,
  HEIGHT,
  PIT_RADIUS,
  type Place,
  placesOf,
  SEED_RADIUS,
  STORE,
  seedIn,
  sowingMs,
  WIDTH,
} from './layout';
import { describeLastSowing } from './text';
import type { MancalaView } from './view';

/** Two rows of pits between two stores. The seeds of the last move fly one by one; a player picks a pit. */
export function MancalaBoard({ view, flipped, live, mini = false, better, play }: BoardProps<MancalaView>) {
  return (
    <>
      <MancalaDrawing view={view} flipped={flipped} live={live} mini={mini} better={better} />
      {play && <Pits view={view} flipped={flipped} play={play} />}
    </>
  );
}

/** All pits as buttons; those of the opponent are disabled. */
function Pits({ view, flipped, play }: { view: MancalaView; flipped: boolean; play: BoardPlay }) {
  const legal = new Set(play.legalMoves.map((move) => (move as { pit: number }).pit));
  const pits = placesOf(view, flipped).filter(({ pit }) => pit !== null);
  const targets = pits.map((place): Target => {
    const isOwn = place.side === view.turn;
    const canSow = isOwn && legal.has(place.pit ?? 0);
    return {
      id: place.hole,
      label: `${isOwn ? 'Your' : 'Their'} pit ${place.pit}, ${place.seeds} ${place.seeds === 1 ? 'seed' : 'seeds'}`,
      row: place.y < HEIGHT / 2 ? 0 : 1,
      column: Math.round(place.x),
      box: {
        left: ((place.x - PIT_RADIUS) / WIDTH) * 100,
        top: ((place.y - PIT_RADIUS) / HEIGHT) * 100,
        width: ((2 * PIT_RADIUS) / WIDTH) * 100,
        height: ((2 * PIT_RADIUS) / HEIGHT) * 100,
      },
      state: canSow ? 'legal' : undefined,
      mark: 'ring',
      shape: 'round',
      disabled: !canSow,
    };
  });
  const pick = (id: string) => play.onMove({ pit: pits.find(({ hole }) => hole === id)?.pit });
  return (
    <div className={classes.pits}>
      <Targets label="Pits" targets={targets} onPick={pick} isSending={play.isSending} />
    </div>
  );
}

interface Drawn {
  view: MancalaView;
  flipped: boolean;
  live: boolean;
  mini: boolean;
  better?: unknown;
}

/** The board with every seed, the counts, and a note on the last sowing. */
export function MancalaDrawing({ view, flipped, live, mini, better }: Drawn) {
  const places = placesOf(view, flipped);
  const flights = flightsOf(view, places);
  const last = view.last_move;
  const position = places.map(({ seeds }) => seeds).join(' ');
  const note = describeLastSowing(view);
  const betterPit = (better as { pit?: number } | undefined)?.pit;
  const betterPlace = places.find(({ side, pit }) => pit !== null && pit === betterPit && side === last?.side);
  return (
    <svg
      className={clsx(classes.board, mini && classes.mini)}
      viewBox={mini ? `0 ${(HEIGHT - WIDTH) / 2} ${WIDTH} ${WIDTH}` : `0 0 ${WIDTH} ${HEIGHT}`}
      data-live={live}
      aria-hidden
    >
      <rect className={classes.wood} x="1" y="1" width={WIDTH - 2} height={HEIGHT - 2} rx="28" />
      {places.map((place) => (
        <Hollow key={place.hole} place={place} last={last} />
      ))}
      <g key={position}>
        {places.map((place) => (
          <Seeds key={place.hole} place={place} flights={flights} />
        ))}
      </g>
      {places.map((place) => (
        <Labels key={place.hole} place={place} isToMove={view.turn === place.side} mini={mini} />
      ))}
      {betterPlace && <circle className={classes.better} cx={betterPlace.x} cy={betterPlace.y} r={PIT_RADIUS + 3} />}
      {!mini && note && (
        <text
          key={`note ${position}`}
          className={classes.note}
          style={{ animationDelay: `${last ? sowingMs(last) : 0}ms` }}
          x={WIDTH / 2}
          y={HEIGHT / 2 + 6}
        >
          {note}
        </text>
      )}
    </svg>
  );
}

function Hollow({ place, last }: { place: Place; last: MancalaView['last_move'] }) {
  const { x, y, pit, side, hole } = place;
  if (pit === null) {
    return (
      <rect
        className={classes.hollow}
        x={x - STORE.width / 2}
        y={y - STORE.height / 2}
        width={STORE.width}
        height={STORE.height}
        rx={STORE.width / 2}
      />
    );
  }
  const isStart = last !== null && last.side === side && last.pit === pit;
  const isEnd = last?.path.at(-1) === hole;
  return (
    <>
      <circle className={classes.hollow} cx={x} cy={y} r={PIT_RADIUS} />
      {isStart && <circle className={classes.start} cx={x} cy={y} r={PIT_RADIUS - 2} />}
      {isEnd && !isStart && <circle className={classes.end} cx={x} cy={y} r={PIT_RADIUS - 1} />}
    </>
  );
}

function Seeds({ place, flights }: { place: Place; flights: ReadonlyMap<string, Flight> }) {
  return Array.from({ length: place.seeds }, (_, index) => {
    const at = seedIn(place, index);
    const flight = flights.get(`${place.hole}:${index}`);
    const style = flight && {
      '--from-x': `${flight.from.x - at.x}px`,
      '--from-y': `${flight.from.y - at.y}px`,
      animationDelay: `${flight.afterMs}ms`,
    };
    return (
      <circle
        // biome-ignore lint/suspicious/noArrayIndexKey: a seed is nothing but its place
        key={index}
        className={clsx(classes.seed, flight && classes.sown)}
        data-tone={(index * 5 + (place.pit ?? 0)) % 3}
        style={style as CSSProperties | undefined}
        cx={at.x}
        cy={at.y}
        r={SEED_RADIUS}
      />
    );
  });
}

/** The count beside a hole, with the number of a pit or the side of a store. */
function Labels({ place, isToMove, mini }: { place: Place; isToMove: boolean; mini: boolean }) {
  const { x, y, pit, side, seeds } = place;
  if (pit === null) {
    return (
      <>
        <text className={classes.total} x={x} y={HEIGHT - 34}>
          {seeds}
        </text>
        {!mini && (
          <text className={classes.side} data-to-move={isToMove} x={x} y={56}>
            {side}
          </text>
        )}
      </>
    );
  }
  if (mini) return null;
  const isNear = y > HEIGHT / 2;
  return (
    <>
      <text className={classes.count} x={x} y={isNear ? y + PIT_RADIUS + 28 : y - PIT_RADIUS - 12}>
        {seeds}
      </text>
      <text className={classes.number} x={x} y={isNear ? HEIGHT - 20 : 32}>
        pit {pit}
      </text>
    </>
  );
}
