import clsx from 'clsx';
import type { BoardPlay, BoardProps } from '../board-props';
import { Targets } from '../player-parts';
import type { Target } from '../target';
import classes from './board.module.css';
import { parityOf, ROLES } from './text';
import type { EvenOddView, Round } from './view';

const SIDE = 400;
const CARD = { width: 104, height: 146 };
/** The centres of the two cards. */
const CARD_X = [96, 304] as const;
/** The five numbers that may be chosen from. */
const HAND = { width: 46, height: 56, gap: 12, top: 246 };
const HAND_X = (SIDE - 5 * HAND.width - 4 * HAND.gap) / 2;
const ROUNDS = { top: 312, left: 76, right: 384, row: 21, baseline: 15 };
/** The rounds that fit; of more, the last ones are shown. */
const MAX_COLUMNS = 11;
const MAX_PIPS = 7;

/** The finished round that the cards show, until a player chooses again; else null. */
function shownRound(view: EvenOddView): Round | null {
  const isBegun = view.committed.some(Boolean);
  return isBegun && view.status !== 'game_over' ? null : (view.previous_rounds.at(-1) ?? null);
}

/** Two cards that are turned over together, their sum, the rounds won, and the numbers to choose from. */
export function EvenOddBoard({ view, live, mini = false, play }: BoardProps<EvenOddView>) {
  return (
    <>
      <EvenOddDrawing view={view} live={live} mini={mini} hand={play ? numbersOf(play) : []} />
      {play && <Hand play={play} round={view.round} />}
    </>
  );
}

/** The numbers that may be sent now. */
function numbersOf({ legalMoves }: BoardPlay): number[] {
  return legalMoves.flatMap((move) =>
    typeof move === 'object' && move !== null && 'number' in move && typeof move.number === 'number'
      ? [move.number]
      : [],
  );
}

const handLeft = (index: number) => HAND_X + index * (HAND.width + HAND.gap);

function Hand({ play, round }: { play: BoardPlay; round: number }) {
  const targets = numbersOf(play).map(
    (number, index): Target => ({
      id: String(number),
      label: `${number}, ${parityOf(number)}`,
      row: 0,
      column: index,
      box: {
        left: (handLeft(index) / SIDE) * 100,
        top: (HAND.top / SIDE) * 100,
        width: (HAND.width / SIDE) * 100,
        height: (HAND.height / SIDE) * 100,
      },
      state: 'legal',
      mark: 'none',
      disabled: false,
    }),
  );
  return (
    <Targets
      label={`Numbers for round ${round}`}
      targets={targets}
      onPick={(id) => play.onMove({ number: Number(id) })}
      isSending={play.isSending}
    />
  );
}

interface DrawingProps {
  view: EvenOddView;
  live: boolean;
  mini: boolean;
  hand: readonly number[];
}

export function EvenOddDrawing({ view, live, mini, hand }: DrawingProps) {
  const round = shownRound(view);
  const middle = mini ? 192 : hand.length > 0 ? 128 : 150;
  return (
    <svg
      className={clsx(classes.board, mini && classes.mini)}
      viewBox={`0 0 ${SIDE} ${SIDE}`}
      data-live={live}
      aria-hidden
    >
      <rect className={classes.ground} x="0.5" y="0.5" width={SIDE - 1} height={SIDE - 1} rx="12" />
      {ROLES.map((role, seat) => (
        <g key={role} transform={`translate(${CARD_X[seat]} ${middle})`}>
          <text className={classes.role} y={-CARD.height / 2 - 16} textAnchor="middle">
            {role}
          </text>
          <Card view={view} seat={seat} round={round} />
          <Score points={view.scores[seat] ?? 0} of={view.rounds_to_win} />
        </g>
      ))}
      <Middle view={view} round={round} y={middle} />
      {hand.map((number, index) => (
        <g key={number} transform={`translate(${handLeft(index)} ${HAND.top})`}>
          <rect className={classes.option} width={HAND.width} height={HAND.height} rx="7" />
          <text className={classes.choice} x={HAND.width / 2} y={HAND.height / 2 + 9} textAnchor="middle">
            {number}
          </text>
        </g>
      ))}
      {!mini && <Rounds view={view} />}
    </svg>
  );
}

function Card({ view, seat, round }: { view: EvenOddView; seat: number; round: Round | null }) {
  if (round) {
    const number = round.moves[seat] ?? null;
    return (
      <g key={`open ${round.round}`} className={classes.face}>
        <CardShape className={clsx(classes.paper, round.winner === seat && classes.winner)} />
        <CardText text={number === null ? 'none' : String(number)} isSmall={number === null} />
      </g>
    );
  }
  const peeked = view.numbers[seat] ?? null;
  if (peeked !== null) {
    return (
      <g key="peek" className={clsx(classes.face, classes.peek)}>
        <CardShape className={clsx(classes.paper, classes.dashed)} />
        <CardText text={String(peeked)} isSmall={false} />
      </g>
    );
  }
  if (!view.committed[seat]) return <CardShape className={clsx(classes.dashed, classes.awaited)} />;
  return (
    <g key="back" className={classes.face}>
      <CardShape className={classes.back} />
      <circle className={classes.seal} r="21" />
      <path className={classes.tick} d="M-9 0l6 7L9 -7" />
    </g>
  );
}

function CardShape({ className }: { className?: string }) {
  const { width, height } = CARD;
  return (
    <rect
      className={clsx(classes.card, className)}
      x={-width / 2}
      y={-height / 2}
      width={width}
      height={height}
      rx="12"
    />
  );
}

function CardText({ text, isSmall }: { text: string; isSmall: boolean }) {
  return (
    <text className={isSmall ? classes.missed : classes.number} y={isSmall ? 7 : 20} textAnchor="middle">
      {text}
    </text>
  );
}

/** The rounds won as pips, or as a number when there are too many. */
function Score({ points, of }: { points: number; of: number }) {
  const y = CARD.height / 2 + 20;
  if (of > MAX_PIPS) {
    return (
      <text className={classes.role} y={y + 6} textAnchor="middle">
        {points} / {of}
      </text>
    );
  }
  return Array.from({ length: of }, (_, index) => (index - (of - 1) / 2) * 20).map((x, index) => (
    <circle key={x} className={clsx(classes.pip, index < points && classes.won)} cx={x} cy={y} r="6" />
  ));
}

function Middle({ view, round, y }: { view: EvenOddView; round: Round | null; y: number }) {
  const isSummed = round?.sum != null;
  return (
    <g transform={`translate(${SIDE / 2} ${y})`}>
      <text className={isSummed ? classes.sum : classes.plus} y="6" textAnchor="middle">
        {isSummed ? round.sum : '+'}
      </text>
      <text className={classes.parity} y="32" textAnchor="middle">
        {isSummed ? parityOf(round.sum ?? 0) : `round ${view.round}`}
      </text>
    </g>
  );
}

/** The rounds in columns with their number: the two numbers and their sum; the number that scored is marked. */
function Rounds({ view }: { view: EvenOddView }) {
  const count = Math.min(view.max_rounds, MAX_COLUMNS);
  const begun = view.previous_rounds.length + (view.status === 'game_over' ? 0 : 1);
  const first = Math.max(0, begun - count);
  const width = (ROUNDS.right - ROUNDS.left) / count;
  const columns = Array.from({ length: Math.min(count, view.max_rounds - first) }, (_, index) => ({
    x: ROUNDS.left + (index + 0.5) * width,
    number: first + index + 1,
    round: view.previous_rounds[first + index] ?? null,
  }));
  const rowY = (row: number) => ROUNDS.top + row * ROUNDS.row;
  return (
    <g className={classes.rounds}>
      <path className={classes.rule} d={`M0 ${ROUNDS.top - 10}H${SIDE}`} />
      {['Round', 'ODD', 'EVEN', 'Sum'].map((head, row) => (
        <text key={head} className={classes.head} x="16" y={rowY(row) + ROUNDS.baseline}>
          {head}
        </text>
      ))}
      {columns.map(({ x, number, round }) => (
        <g key={number} transform={`translate(${x} 0)`}>
          <text className={classes.head} y={rowY(0) + ROUNDS.baseline} textAnchor="middle" data-round={number}>
            {number}
          </text>
          {[0, 1].map((seat) => (
            <g
              key={seat}
              transform={`translate(0 ${rowY(seat + 1)})`}
              className={round?.winner === seat ? classes.scored : undefined}
            >
              <rect className={classes.cell} x={1 - width / 2} y="1" width={width - 2} height={ROUNDS.row - 2} rx="4" />
              <text y={ROUNDS.baseline} textAnchor="middle">
                {round ? (round.moves[seat] ?? '–') : ''}
              </text>
            </g>
          ))}
          <text className={classes.head} y={rowY(3) + ROUNDS.baseline} textAnchor="middle">
            {round?.sum ?? ''}
          </text>
        </g>
      ))}
    </g>
  );
}
