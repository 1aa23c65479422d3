import clsx from 'clsx';
import type { BoardProps } from './board';
import classes from './tic_tac_toe.module.css';
import { ticTacToeView } from './views';

const LETTERS = ['A', 'B', 'C'] as const;
/** Of 300: three cells of 100. */
const CELL = 100;

const centre = (cell: string) => ({
  x: LETTERS.indexOf(cell.charAt(0) as (typeof LETTERS)[number]) * CELL + CELL / 2,
  y: (Number(cell.charAt(1)) - 1) * CELL + CELL / 2,
});

/** Three by three. A new mark is drawn as a hand would draw it. */
export function TicTacToeBoard({ view, live, mini = false }: BoardProps) {
  const { board, last_move, winning_line } = ticTacToeView.parse(view);
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

/** Through the outermost cells of the line, a little beyond them. */
function WinningLine({ cells }: { cells: string[] }) {
  const from = centre(cells[0] ?? 'A1');
  const to = centre(cells.at(-1) ?? 'C3');
  const reach = 0.17;
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
