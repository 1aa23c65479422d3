import clsx from 'clsx';
import type { BoardPlay, BoardProps } from '../board-props';
import { Targets } from '../player-parts';
import type { Target } from '../target';
import classes from './board.module.css';
import type { TicTacToeView } from './view';

const LETTERS = ['A', 'B', 'C'] as const;
/** The side of a cell; the board is 300 wide. */
const CELL = 100;

const centre = (cell: string) => ({
  x: LETTERS.indexOf(cell.charAt(0) as (typeof LETTERS)[number]) * CELL + CELL / 2,
  y: (Number(cell.charAt(1)) - 1) * CELL + CELL / 2,
});

/** Three by three cells. A new mark is drawn stroke by stroke; a player picks a free cell. */
export function TicTacToeBoard({ view, live, mini = false, better, play }: BoardProps<TicTacToeView>) {
  return (
    <>
      <TicTacToeDrawing view={view} live={live} mini={mini} better={better} />
      {play && <Cells view={view} play={play} />}
    </>
  );
}

/** Percent of the drawing, which is 6 wider than the cells on each side. */
const share = (length: number) => (length / (3 * CELL + 12)) * 100;

/** The cells as buttons; the free ones can be picked. */
function Cells({ view, play }: { view: TicTacToeView; play: BoardPlay }) {
  const targets = view.board.flatMap((marks, row) =>
    [...marks].map((mark, column): Target => {
      const name = `${LETTERS[column]}${row + 1}`;
      const isFree = play.legalMoves.includes(name);
      return {
        id: name,
        label: `${name}, ${mark === '.' ? 'free' : mark}`,
        row,
        column,
        box: { left: share(12 + column * CELL), top: share(12 + row * CELL), width: share(88), height: share(88) },
        state: isFree ? 'legal' : undefined,
        disabled: !isFree,
      };
    }),
  );
  return (
    <div className={classes.cells}>
      <Targets label="Cells" targets={targets} onPick={play.onMove} isSending={play.isSending} />
    </div>
  );
}

/** The marks, the last move and the winning line. */
export function TicTacToeDrawing({ view, live, mini, better }: Omit<BoardProps<TicTacToeView>, 'flipped'>) {
  const { board, last_move, winning_line } = view;
  const cells = board.flatMap((row, y) => [...row].map((mark, x) => ({ name: `${LETTERS[x]}${y + 1}`, mark })));
  return (
    <svg className={clsx(classes.board, mini && classes.mini)} viewBox="-6 -6 312 312" data-live={live} aria-hidden>
      <rect className={classes.ground} x="-6" y="-6" width="312" height="312" rx="10" />
      {last_move && (
        <rect
          className={classes.last}
          x={centre(last_move).x - 46}
          y={centre(last_move).y - 46}
          width="92"
          height="92"
          rx="6"
        />
      )}
      <path className={classes.grid} d="M100 4V296M200 4V296M4 100H296M4 200H296" />
      {cells.map(({ name, mark }) => (
        <Mark key={`${name}${mark}`} cell={name} mark={mark} isNew={name === last_move} />
      ))}
      {typeof better === 'string' && (
        <circle className={classes.better} cx={centre(better).x} cy={centre(better).y} r="36" />
      )}
      {winning_line && <WinningLine cells={winning_line} />}
      {!mini && <Coordinates />}
    </svg>
  );
}

function Mark({ cell, mark, isNew }: { cell: string; mark: string; isNew: boolean }) {
  const { x, y } = centre(cell);
  const drawn = clsx(classes.mark, isNew && classes.drawn);
  if (mark === 'X') {
    return (
      <g className={classes.cross} transform={`translate(${x} ${y})`}>
        <path className={drawn} pathLength="1" d="M-24 -24L24 24" />
        <path className={clsx(drawn, isNew && classes.second)} pathLength="1" d="M24 -24L-24 24" />
      </g>
    );
  }
  if (mark !== 'O') return null;
  return (
    <g className={classes.nought} transform={`translate(${x} ${y})`}>
      <path className={drawn} pathLength="1" d="M0 -27A27 27 0 1 0 0.01 -27" />
    </g>
  );
}

/** A stroke through the cells of the line and a little beyond. */
function WinningLine({ cells }: { cells: string[] }) {
  const from = centre(cells[0] ?? 'A1');
  const to = centre(cells.at(-1) ?? 'C3');
  // A longer diagonal would strike out the number in its corner.
  const reach = from.x !== to.x && from.y !== to.y ? 0.11 : 0.17;
  const dx = (to.x - from.x) * reach;
  const dy = (to.y - from.y) * reach;
  return (
    <path
      className={clsx(classes.win, classes.drawn)}
      pathLength="1"
      d={`M${from.x - dx} ${from.y - dy}L${to.x + dx} ${to.y + dy}`}
    />
  );
}

function Coordinates() {
  return (
    <g className={classes.coordinates}>
      {LETTERS.map((letter, index) => (
        <text key={letter} x={index * CELL + 94} y="294" textAnchor="end">
          {letter}
        </text>
      ))}
      {[1, 2, 3].map((number) => (
        <text key={number} x="6" y={(number - 1) * CELL + 18}>
          {number}
        </text>
      ))}
    </g>
  );
}
