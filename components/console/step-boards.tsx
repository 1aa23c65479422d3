'use client';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { clsx } from 'clsx';
import { createContext, type ReactNode, use, useEffect, useRef, useState } from 'react';
import { describeStanding } from '@/components/boards/describe';
import { GameBoard } from '@/components/boards/game-board';
import { IconButton } from '@/components/ui/button';
import { Segments } from '@/components/ui/toggle';
import type { StepBoards as Boards, StepPosition } from '@/lib/domain/replays';
import shared from '../ui/shared.module.css';
import classes from './step-boards.module.css';

/** A session whose positions are shown beside its steps. */
export interface ShownRun {
  /** What its board is called where two are shown. */
  name: string;
  boards: Boards | null;
  /** In place of the board of a run without one. */
  whyNoBoard?: string;
}

interface Chosen {
  step: number;
  choose: (step: number) => void;
}

const ChosenStep = createContext<Chosen | null>(null);

/** Which side of a step the board shows. */
type Side = 'before' | 'after';
const SIDES = [
  { value: 'before', label: 'Before' },
  { value: 'after', label: 'After' },
];

/**
 * Steps with the position of the chosen one: one run with its board beside the steps, two runs with both boards above them. The
 * arrow keys go from step to step.
 */
export function StepBoards({
  runs,
  steps,
  first,
  children,
}: {
  runs: readonly ShownRun[];
  /** The numbers of the steps on this page, in order. */
  steps: readonly number[];
  /** The step that is shown first. */
  first: number;
  /** The list of steps; each has a `StepName`. */
  children: ReactNode;
}) {
  const [step, choose] = useState(first);
  const [side, setSide] = useState<Side>('before');
  const list = useRef<HTMLDivElement>(null);
  const place = steps.indexOf(step);
  const go = (by: -1 | 1) => {
    const next = steps[place + by];
    if (next === undefined) return;
    choose(next);
    list.current?.querySelector(`[data-step="${next}"]`)?.scrollIntoView({ block: 'nearest' });
  };
  useArrowKeys(go);
  const isPair = runs.length > 1;
  return (
    <ChosenStep value={{ step, choose }}>
      <div className={clsx(classes.layout, isPair && classes.pair)}>
        <div className={classes.panel}>
          <div className={classes.bar}>
            <p className={classes.which} aria-live="polite">
              {step === 0 ? 'Opening' : `Step ${step}`}
            </p>
            <Segments
              aria-label="Position"
              value={side}
              options={SIDES}
              onChange={(value) => setSide(value === 'after' ? 'after' : 'before')}
            />
            <span className={classes.keys}>
              <IconButton aria-label="Previous step" disabled={place <= 0} onClick={() => go(-1)}>
                <IconChevronLeft size={16} stroke={1.75} aria-hidden />
              </IconButton>
              <IconButton aria-label="Next step" disabled={place >= steps.length - 1} onClick={() => go(1)}>
                <IconChevronRight size={16} stroke={1.75} aria-hidden />
              </IconButton>
            </span>
          </div>
          <div className={classes.boards}>
            {runs.map((run) => (
              <RunBoard key={run.name} run={run} step={step} side={side} isNamed={isPair} />
            ))}
          </div>
        </div>
        <div ref={list} className={shared.minWidth0}>
          {children}
        </div>
      </div>
    </ChosenStep>
  );
}

/** Left and right go from step to step, except while something is typed or a choice has the keys. */
function useArrowKeys(go: (by: -1 | 1) => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      if (event.target instanceof Element && event.target.closest('input, textarea, select, [role="radiogroup"]'))
        return;
      if (event.key === 'ArrowLeft') go(-1);
      else if (event.key === 'ArrowRight') go(1);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });
}

function RunBoard({ run, step, side, isNamed }: { run: ShownRun; step: number; side: Side; isNamed: boolean }) {
  const { boards } = run;
  const position = boards?.positions.find((one) => one.step === step);
  const view = position?.[side] ?? null;
  return (
    <figure className={classes.board}>
      {isNamed && (
        <figcaption className={classes.name}>
          <bdi>{run.name}</bdi>
        </figcaption>
      )}
      {boards && view ? (
        <GameBoard
          gameId={boards.gameId}
          view={view}
          text={null}
          label={`${boards.title}, ${side} step ${step}`}
          flipped={boards.seats === 2 && boards.seat === 1}
          live={false}
          mini={isNamed}
        />
      ) : (
        <p className={classes.nothing}>{whyNoPosition(run, position, side)}</p>
      )}
      {boards && view && (
        <p className={classes.standing}>
          {describeStanding(boards.gameId, view)}
          {side === 'before' && !position?.isExact && <span> (as the agent was answered last)</span>}
        </p>
      )}
    </figure>
  );
}

function whyNoPosition(
  { boards, whyNoBoard = 'This experience has no board.' }: ShownRun,
  position: StepPosition | undefined,
  side: Side,
): string {
  if (!boards) return whyNoBoard;
  if (!position) return 'There is no such step.';
  return side === 'before' ? 'Nothing was known yet.' : 'The answer has no position.';
}

/** The name of a step as a button that shows its position; plain words outside of `StepBoards`. */
export function StepName({ step }: { step: number }) {
  const chosen = use(ChosenStep);
  const name = step === 0 ? 'Opening' : `Step ${step}`;
  if (!chosen) return <strong>{name}</strong>;
  const isChosen = chosen.step === step;
  return (
    <button
      type="button"
      className={classes.step}
      data-step={step}
      aria-current={isChosen ? 'step' : undefined}
      onClick={() => chosen.choose(step)}
    >
      {name}
    </button>
  );
}
