import clsx from 'clsx';
import { capitalize } from '@/components/ui/text';
import type { BoardPlay, BoardProps } from '../board-props';
import { Targets } from '../player-parts';
import type { Target } from '../target';
import classes from './board.module.css';
import { CELL, cellAt, cellsOf, GRID, type GridCell, isSunkResult, PANEL_SIZE, shipRectangle } from './layout';
import { opponentOf, type Side } from './side';
import type { SeaBattleView } from './view';

/** Both fleets, the nearer one first. A player shoots at that of the opponent. */
export function SeaBattleBoard({ view, flipped, live, mini = false, play }: BoardProps<SeaBattleView>) {
  if (mini) return <SeaBattleDrawing view={view} flipped={flipped} live={live} mini />;
  const near: Side = flipped ? 'east' : 'west';
  return (
    <div className={classes.waters}>
      {[near, opponentOf(near)].map((side) => (
        <div key={side} className={classes.pane}>
          <svg
            className={classes.board}
            viewBox={`0 0 ${PANEL_SIZE.width} ${PANEL_SIZE.height}`}
            data-live={live}
            aria-hidden
          >
            <Pane view={view} side={side} mini={false} />
          </svg>
          {play && view.turn !== null && view.turn !== side && <Cells view={view} side={side} play={play} />}
        </div>
      ))}
    </div>
  );
}

const share = (length: number, of: number) => (length / of) * 100;
const KNOWN: Record<string, string> = { H: 'hit', M: 'miss' };

/** The cells of the opponent as buttons; cells that were shot at are disabled. */
function Cells({ view, side, play }: { view: SeaBattleView; side: Side; play: BoardPlay }) {
  const open = new Set(play.legalMoves);
  const sunk = new Set(view.fleets[side].flatMap((ship) => (ship.sunk ? (ship.cells ?? []) : [])));
  const targets = cellsOf(view, side).map(
    ({ coord, mark, row, column, x, y }): Target => ({
      id: coord,
      label: `${coord}, ${sunk.has(coord) ? 'sunk' : (KNOWN[mark] ?? 'not shot at')}`,
      row,
      column,
      box: {
        left: share(x, PANEL_SIZE.width),
        top: share(y, PANEL_SIZE.height),
        width: share(CELL, PANEL_SIZE.width),
        height: share(CELL, PANEL_SIZE.height),
      },
      state: open.has(coord) ? 'legal' : undefined,
      mark: 'none',
      disabled: !open.has(coord),
    }),
  );
  return (
    <Targets
      label={`Shoot at the fleet of ${side}`}
      targets={targets}
      onPick={play.onMove}
      isSending={play.isSending}
    />
  );
}

interface Drawn {
  view: SeaBattleView;
  flipped: boolean;
  live: boolean;
  mini: boolean;
}

/** The gap between the panes, and around them in the square drawing. */
const GAP = 8;

/** Both waters side by side as one drawing. */
export function SeaBattleDrawing({ view, flipped, live, mini }: Drawn) {
  const near: Side = flipped ? 'east' : 'west';
  const width = 2 * PANEL_SIZE.width + GAP;
  const height = mini ? width : PANEL_SIZE.height;
  const top = (PANEL_SIZE.height - height) / 2;
  return (
    <svg className={classes.board} viewBox={`0 ${top} ${width} ${height}`} data-live={live} aria-hidden>
      <Pane view={view} side={near} mini={mini} />
      <g transform={`translate(${PANEL_SIZE.width + GAP} 0)`}>
        <Pane view={view} side={opponentOf(near)} mini={mini} />
      </g>
    </svg>
  );
}

/** The waters of one side: visible ships, shots, the last shot, and the ships afloat. */
function Pane({ view, side, mini }: { view: SeaBattleView; side: Side; mini: boolean }) {
  const ships = view.fleets[side];
  const sunk = new Set(ships.flatMap((ship) => (ship.sunk ? (ship.cells ?? []) : [])));
  const last = view.last_move && view.last_move.side !== side ? view.last_move : null;
  const lines = Array.from({ length: 9 }, (_, index) => (index + 1) * CELL);
  return (
    <g className={clsx(mini && classes.mini)}>
      <rect className={classes.sea} x={GRID.left} y={GRID.top} width={GRID.side} height={GRID.side} rx="3" />
      <path
        className={classes.lines}
        d={lines
          .map((at) => `M${GRID.left + at} ${GRID.top}v${GRID.side}M${GRID.left} ${GRID.top + at}h${GRID.side}`)
          .join('')}
      />
      {ships.map((ship) => ship.cells && <Hull key={ship.cells[0]} cells={ship.cells} isSunk={ship.sunk} />)}
      {last && <LastShot coord={last.coord} result={last.result} />}
      {cellsOf(view, side).map((water) => (
        <Shot key={water.coord} water={water} isSunk={sunk.has(water.coord)} />
      ))}
      <Heading view={view} side={side} mini={mini} />
      {!mini && <Coordinates />}
      <Fleet ships={ships} />
    </g>
  );
}

function Hull({ cells, isSunk }: { cells: readonly string[]; isSunk: boolean }) {
  const { x, y, width, height } = shipRectangle(cells);
  return (
    <rect
      className={isSunk ? classes.wreck : classes.hull}
      x={x + 3}
      y={y + 3}
      width={width - 6}
      height={height - 6}
      rx="10"
    />
  );
}

function Shot({ water: { x, y, mark }, isSunk }: { water: GridCell; isSunk: boolean }) {
  const [middleX, middleY] = [x + CELL / 2, y + CELL / 2];
  if (mark === 'M') return <circle className={classes.miss} cx={middleX} cy={middleY} r="4.5" />;
  if (mark !== 'H') return null;
  return (
    <>
      {!isSunk && <circle className={classes.hit} cx={middleX} cy={middleY} r="11" />}
      <path
        className={isSunk ? classes.sunkCross : classes.cross}
        d={`M${middleX - 5} ${middleY - 5}l10 10m0 -10l-10 10`}
      />
    </>
  );
}

/** The cell of the newest shot, with a short splash or flash. */
function LastShot({ coord, result }: { coord: string; result: string }) {
  const { x, y } = cellAt(coord);
  const strikes = result === 'hit' || isSunkResult(result);
  return (
    <>
      <rect className={classes.last} x={x + 1} y={y + 1} width={CELL - 2} height={CELL - 2} rx="4" />
      <circle
        key={coord}
        className={clsx(classes.ring, strikes ? classes.flash : classes.splash)}
        cx={x + CELL / 2}
        cy={y + CELL / 2}
        r={strikes ? 26 : 18}
      />
    </>
  );
}

type Ships = SeaBattleView['fleets'][Side];

/** Whose fleet this is, and who shoots at it now, else how much of it is afloat. */
function Heading({ view, side, mini }: { view: SeaBattleView; side: Side; mini: boolean }) {
  const ships = view.fleets[side];
  const isTarget = view.turn === opponentOf(side) && !view.stopped;
  return (
    <>
      <text className={classes.name} x={GRID.left} y="24">
        {mini ? capitalize(side) : view.you === side ? 'Your fleet' : `${capitalize(side)}’s fleet`}
      </text>
      <text className={isTarget ? classes.aim : classes.afloat} x={GRID.left + GRID.side} y="24">
        {isTarget ? aimText(view, side) : `${ships.filter(({ sunk }) => !sunk).length} of ${ships.length} afloat`}
      </text>
    </>
  );
}

function aimText({ you }: SeaBattleView, target: Side): string {
  return you === opponentOf(target) ? 'Shoot here' : `${capitalize(opponentOf(target))} shoots here`;
}

function Coordinates() {
  return Array.from('ABCDEFGHIJ', (letter, index) => (
    <g key={letter} className={classes.coordinates}>
      <text x={GRID.left + (index + 0.5) * CELL} y={GRID.top - 8}>
        {letter}
      </text>
      <text x={GRID.left - 13} y={GRID.top + (index + 0.5) * CELL + 5}>
        {index + 1}
      </text>
    </g>
  ));
}

const PIECE = 12;

/** The ships of a fleet as rows of squares; a sunk one is struck out. */
function Fleet({ ships }: { ships: Ships }) {
  const top = GRID.top + GRID.side + 16;
  const starts = ships.map((_, index) =>
    ships.slice(0, index).reduce<number>((left, { size }) => left + size * PIECE + 22, GRID.left),
  );
  return ships.map(({ size, sunk }, index) => {
    const left = starts[index] ?? 0;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: a ship of the list is nothing but its place
      <g key={index} className={sunk ? classes.lost : classes.kept}>
        {Array.from({ length: size }, (_, part) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: so is its part
          <rect key={part} x={left + part * PIECE} y={top} width={PIECE - 2} height={PIECE - 2} rx="2" />
        ))}
        {sunk && <path d={`M${left - 3} ${top + PIECE / 2 - 1}h${size * PIECE + 4}`} />}
      </g>
    );
  });
}
