import clsx from 'clsx';
import type { CSSProperties } from 'react';
import classes from './board.module.css';
import { SlotSymbol } from './symbol';
import { formatPercent } from './text';
import type { SlotsView } from './view';

const SIDE = 1000;
const SYMBOLS: readonly string[] = ['ORANGE', 'BELL', 'LEMON', '7', 'CHERRY', 'BAR'];
const WINDOW = { x: 40, y: 110, width: 590, height: 420 } as const;
const REEL = { width: 178, gap: 14, step: 190 } as const;
/** The symbols that pass before each reel stops. */
const PASSING = [10, 15, 20] as const;
const STOPS_MS = [700, 1050, 1400] as const;
const TABLE = { x: 664, y: 110, row: 50 } as const;
const CURVE = { x: 56, y: 690, width: 558, height: 120 } as const;

export interface SlotsCabinetProps {
  view: SlotsView;
  mini: boolean;
  /** The viewer may spin: a button replaces the status below. */
  isActing: boolean;
  /** The last spin happened while the page was open: it is animated. */
  isNew: boolean;
  /** The id of the clip path; unique on the page. */
  id: string;
}

/** The React key of everything that belongs to one spin. */
export const spinKey = ({ spins_done }: SlotsView): string => `spin ${spins_done}`;

/** The machine: reels, chips, the curve of chips, and the paytable. */
export function SlotsCabinet({ view, mini, isActing, isNew, id }: SlotsCabinetProps) {
  const spin = spinKey(view);
  return (
    <svg className={classes.cabinet} viewBox={mini ? '20 90 630 630' : `0 0 ${SIDE} ${SIDE}`} aria-hidden>
      <rect className={classes.body} width={SIDE} height={SIDE} rx="28" />
      <Reels view={view} isNew={isNew} spin={spin} clip={id} />
      <Chips view={view} isNew={isNew} spin={spin} />
      {!mini && <Curve view={view} isNew={isNew} spin={spin} />}
      {!mini && <Paytable view={view} isNew={isNew} spin={spin} />}
      {!mini && !isActing && (
        <text className={classes.status} x={SIDE / 2} y="957" textAnchor="middle">
          {statusOf(view)}
        </text>
      )}
    </svg>
  );
}

function statusOf({ status, winner, spins_done, spins, stopped }: SlotsView): string {
  if (stopped && status !== 'game_over') return `Stopped after ${spins_done} of ${spins} spins`;
  if (status !== 'game_over')
    return spins_done === 0 ? 'Ready for the first spin' : `${spins - spins_done} spins to come`;
  if (winner === 'draw') return 'Ended even';
  return winner === 'machine' ? 'The machine is ahead' : 'Ended ahead of the machine';
}

/** The properties of one spin; `spin` is its React key, so that each spin is animated. */
interface SpinProps {
  view: SlotsView;
  /** The spin happened while the page was open: it is animated. */
  isNew: boolean;
  spin: string;
}

function Reels({ view, isNew, spin, clip }: SpinProps & { clip: string }) {
  const middle = WINDOW.y + WINDOW.height / 2;
  return (
    <>
      <rect className={classes.frame} {...WINDOW} rx="18" />
      <clipPath id={clip}>
        <rect x={WINDOW.x + 14} y={WINDOW.y + 14} width={WINDOW.width - 28} height={WINDOW.height - 28} rx="8" />
      </clipPath>
      <g clipPath={`url(#${clip})`}>
        {PASSING.map((passing, reel) => {
          const x = WINDOW.x + 14 + reel * (REEL.width + REEL.gap);
          return (
            <g key={passing}>
              <rect className={classes.reel} x={x} y={WINDOW.y} width={REEL.width} height={WINDOW.height} />
              <g transform={`translate(${x + REEL.width / 2} ${middle})`}>
                <Strip key={spin} symbol={view.reels[reel] ?? null} reel={reel} passing={isNew ? passing : 0} />
              </g>
            </g>
          );
        })}
        <rect className={classes.shade} x={WINDOW.x} y={WINDOW.y} width={WINDOW.width} height="118" />
        <rect className={classes.shade} x={WINDOW.x} y={middle + 92} width={WINDOW.width} height="130" />
      </g>
      <path className={classes.line} d={`M${WINDOW.x - 2} ${middle}h22M${WINDOW.x + WINDOW.width + 2} ${middle}h-22`} />
    </>
  );
}

/** The symbols of a reel: those around the line, and those that pass before it stops. */
function Strip({ symbol, reel, passing }: { symbol: string | null; reel: number; passing: number }) {
  const at = symbol === null ? reel * 2 : SYMBOLS.indexOf(symbol);
  const rows = Array.from({ length: passing + 3 }, (_, index) => index - 1);
  const style = {
    '--passed': `${-passing * REEL.step}px`,
    animationDuration: `${STOPS_MS[reel]}ms`,
  } as CSSProperties;
  return (
    <g className={clsx(passing > 0 && classes.spinning)} style={style}>
      {rows.map((row) => (
        <g key={row} transform={`translate(0 ${row * REEL.step}) scale(1.36)`}>
          <SlotSymbol symbol={SYMBOLS[(at + row + SYMBOLS.length) % SYMBOLS.length] ?? '7'} />
        </g>
      ))}
    </g>
  );
}

/** The chips before the spin, replaced by those after it when the last reel stops. */
function Chips({ view, isNew, spin }: SpinProps) {
  const before = view.history.at(-2) ?? view.start_stack;
  const label =
    view.payout > 0 ? `pays ${view.payout.toLocaleString('en')}` : view.spins_done > 0 ? 'pays nothing' : '';
  return (
    <g key={spin}>
      <text className={classes.caption} x="56" y="590">
        Chips
      </text>
      {isNew && (
        <text className={clsx(classes.chips, classes.leaving)} x="56" y="648">
          {before.toLocaleString('en')}
        </text>
      )}
      <text className={clsx(classes.chips, isNew && classes.arriving)} x="56" y="648">
        {view.stack.toLocaleString('en')}
      </text>
      <text
        className={clsx(classes.paid, view.payout > view.bet && classes.gain, isNew && classes.arriving)}
        x="614"
        y="648"
        textAnchor="end"
      >
        {label}
      </text>
      <text className={classes.caption} x="614" y="590" textAnchor="end">
        Spin {view.spins_done} of {view.spins}
      </text>
    </g>
  );
}

/** The chips after each spin, relative to the initial stack. */
function Curve({ view: { history, start_stack, spins }, isNew, spin }: SpinProps) {
  const stacks = [start_stack, ...history];
  const reach = Math.max(...stacks.map((stack) => Math.abs(stack - start_stack)), 1);
  const level = CURVE.y + CURVE.height / 2;
  const points = stacks.map((stack, at) => {
    const y = level - ((stack - start_stack) / reach) * (CURVE.height / 2);
    return `${(CURVE.x + (at / spins) * CURVE.width).toFixed(1)} ${y.toFixed(1)}`;
  });
  return (
    <>
      <path className={classes.level} d={`M${CURVE.x} ${level}h${CURVE.width}`} />
      <path className={classes.curve} d={`M${points.slice(0, -1).join('L') || points[0]}`} />
      <path
        key={spin}
        className={clsx(classes.curve, isNew && classes.arriving)}
        d={`M${points.slice(-2).join('L')}`}
      />
      <text className={classes.note} x={CURVE.x} y={CURVE.y + CURVE.height + 40}>
        Chips after each spin, from {start_stack.toLocaleString('en')}
      </text>
    </>
  );
}

type Line = SlotsView['paytable'][number];

function PrizeRow({ line: { symbol, count, times }, row, bet }: { line: Line; row: number; bet: number }) {
  return (
    <g transform={`translate(${TABLE.x} ${TABLE.y + row * TABLE.row})`}>
      <rect className={classes.row} width="300" height={TABLE.row - 6} rx="8" />
      {Array.from({ length: count }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a symbol is nothing but its place
        <g key={at} transform={`translate(${32 + at * 50} 22) scale(.36)`}>
          <SlotSymbol symbol={symbol} />
        </g>
      ))}
      <text className={classes.prize} x="284" y="32" textAnchor="end">
        {(times * bet).toLocaleString('en')}
      </text>
    </g>
  );
}

function Paytable({ view, isNew, spin }: SpinProps) {
  const { paytable, prize, bet, return_rate } = view;
  const hit = paytable.findIndex((line) => line.symbol === prize?.symbol && line.count === prize.count);
  return (
    <>
      <text className={classes.heading} x={TABLE.x} y="76">
        Pays, at {bet} a spin
      </text>
      {paytable.map((line, row) => (
        <PrizeRow key={`${line.symbol}${line.count}`} line={line} row={row} bet={bet} />
      ))}
      {hit !== -1 && (
        <g key={spin} className={clsx(classes.hit, isNew && classes.arriving)}>
          <PrizeRow line={paytable[hit] as Line} row={hit} bet={bet} />
        </g>
      )}
      <text className={classes.note} x={TABLE.x} y={TABLE.y + paytable.length * TABLE.row + 40}>
        Anywhere on the line;
      </text>
      <text className={classes.note} x={TABLE.x} y={TABLE.y + paytable.length * TABLE.row + 76}>
        the best one is paid.
      </text>
      <text className={classes.heading} x={TABLE.x} y={TABLE.y + paytable.length * TABLE.row + 130}>
        Pays back {formatPercent(return_rate)}
      </text>
    </>
  );
}
