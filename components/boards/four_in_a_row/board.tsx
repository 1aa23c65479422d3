import clsx from 'clsx';
import type { CSSProperties } from 'react';
import type { BoardPlay, BoardProps } from '../board-props';
import { Targets } from '../player-parts';
import type { Target } from '../target';
import classes from './board.module.css';
import type { FourInARowView } from './view';

const COLUMNS = [1, 2, 3, 4, 5, 6, 7] as const;
const ROWS = 6;
const CELL = 100;
const DISC = 42;
const HOLE = 40;
/** The margin of the frame around its cells, and below, where the columns are numbered. */
const RIM = 14;
const FOOT = 28;
/** The space above the frame for a disc that is about to fall. */
const SKY = CELL;
const SIDE = 7 * CELL + 2 * RIM;

type Cell = NonNullable<FourInARowView['last_move']>;

const xOf = (column: number, flipped: boolean) => ((flipped ? 8 - column : column) - 0.5) * CELL;
const yOf = (row: number) => (ROWS - row + 0.5) * CELL;

/** An upright frame of seven columns. A new disc falls behind it; a player drops one into a column. */
export function FourInARowBoard({ view, flipped, live, mini = false, better, play }: BoardProps<FourInARowView>) {
  return (
    <>
      <FourInARowDrawing view={view} flipped={flipped} live={live} mini={mini} better={better} />
      {play && <Columns view={view} flipped={flipped} play={play} />}
    </>
  );
}

/** The columns as buttons; a disc is shown above the one under the pointer. */
function Columns({ view, flipped, play }: { view: FourInARowView; flipped: boolean; play: BoardPlay }) {
  const open = new Set(play.legalMoves.map((move) => (move as { column: number }).column));
  const targets = COLUMNS.map((column): Target => {
    const discs = view.board.filter((row) => row[column - 1] !== '.').length;
    return {
      id: String(column),
      label: `Column ${column}, ${discs === ROWS ? 'full' : `${discs} of ${ROWS}`}`,
      row: 0,
      column: flipped ? 7 - column : column - 1,
      box: {
        left: ((RIM + xOf(column, flipped) - CELL / 2) / SIDE) * 100,
        top: 0,
        width: (CELL / SIDE) * 100,
        height: 100,
      },
      state: open.has(column) ? 'legal' : undefined,
      mark: 'none',
      disabled: !open.has(column),
    };
  });
  return (
    <div className={classes.columns} data-turn={view.turn}>
      <Targets
        label="Columns"
        targets={targets}
        onPick={(id) => play.onMove({ column: Number(id) })}
        isSending={play.isSending}
      />
    </div>
  );
}

interface Drawn {
  view: FourInARowView;
  flipped: boolean;
  live: boolean;
  mini: boolean;
  better?: unknown;
}

/** The cell that a disc would fall into; null for a full column and for what is no move. */
function cellOf(move: unknown, board: readonly string[]): Cell | null {
  const column = (move as { column?: number } | undefined)?.column;
  if (column === undefined) return null;
  const row = 1 + board.filter((line) => line[column - 1] !== '.').length;
  return row > ROWS ? null : { column, row };
}

/** Discs behind the frame, with a ring around the last one or the winning four. */
export function FourInARowDrawing({ view, flipped, live, mini, better }: Drawn) {
  const { board, last_move, winning_cells } = view;
  const betterCell = cellOf(better, board);
  const discs = board.flatMap((line, index) =>
    COLUMNS.flatMap((column) => {
      const disc = line.charAt(column - 1);
      return disc === '.' ? [] : [{ column, row: ROWS - index, disc }];
    }),
  );
  const top = mini ? -(SIDE - ROWS * CELL - RIM) / 2 : -SKY;
  return (
    <svg className={classes.board} viewBox={`${-RIM} ${top} ${SIDE} ${SIDE}`} data-live={live} aria-hidden>
      <rect className={classes.back} x="0" y="0" width={7 * CELL} height={ROWS * CELL} />
      {discs.map(({ column, row, disc }) => (
        <Disc
          key={`${column}.${row}${disc}`}
          x={xOf(column, flipped)}
          y={yOf(row)}
          disc={disc}
          isNew={column === last_move?.column && row === last_move.row}
        />
      ))}
      <path className={classes.frame} d={frameOf(mini)} fillRule="evenodd" />
      {last_move && !winning_cells && <Ring cell={last_move} flipped={flipped} className={classes.last} />}
      {betterCell && <Ring cell={betterCell} flipped={flipped} className={classes.better} />}
      {winning_cells?.map((cell) => (
        <Ring key={`${cell.column}.${cell.row}`} cell={cell} flipped={flipped} className={classes.win} />
      ))}
      {!mini &&
        COLUMNS.map((column) => (
          <text key={column} className={classes.number} x={xOf(column, flipped)} y={ROWS * CELL + 19}>
            {column}
          </text>
        ))}
    </svg>
  );
}

/** Red has a ring and yellow a boss, so that colour is not the only difference. */
function Disc({ x, y, disc, isNew }: { x: number; y: number; disc: string; isNew: boolean }) {
  const fall = { '--fall': `${-y - DISC}px` } as CSSProperties;
  return (
    <g transform={`translate(${x} ${y})`}>
      <g
        className={clsx(disc === 'R' ? classes.red : classes.yellow, isNew && classes.fallen)}
        style={isNew ? fall : undefined}
        data-disc={disc}
      >
        <circle className={classes.face} r={DISC} />
        <circle className={classes.rim} r={DISC - 9} />
        <circle className={disc === 'R' ? classes.ring : classes.boss} r={disc === 'R' ? 18 : 12} />
      </g>
    </g>
  );
}

function Ring({ cell, flipped, className }: { cell: Cell; flipped: boolean; className: string | undefined }) {
  return <circle className={className} cx={xOf(cell.column, flipped)} cy={yOf(cell.row)} r={HOLE + 3} />;
}

/** The frame as one path: its outline and a hole for each cell. */
function frameOf(mini: boolean): string {
  const bottom = ROWS * CELL + (mini ? RIM : FOOT);
  const right = 7 * CELL + RIM;
  const outline = `M${-RIM + 16} ${-RIM}H${right - 16}a16 16 0 0 1 16 16V${bottom - 16}a16 16 0 0 1 -16 16H${-RIM + 16}a16 16 0 0 1 -16 -16V2a16 16 0 0 1 16 -16z`;
  const holes = COLUMNS.flatMap((column) =>
    [1, 2, 3, 4, 5, 6].map(
      (row) =>
        `M${xOf(column, false) - HOLE} ${yOf(row)}a${HOLE} ${HOLE} 0 1 0 ${2 * HOLE} 0a${HOLE} ${HOLE} 0 1 0 ${-2 * HOLE} 0z`,
    ),
  );
  return outline + holes.join('');
}
