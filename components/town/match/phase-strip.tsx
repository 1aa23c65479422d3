import clsx from 'clsx';
import { useEffect, useRef } from 'react';
import type { Line, Scene } from '@/lib/games/werewolf/transcript';
import { PhaseSign } from '../phase-sign';
import { describePhase, NEXT_LABELS, PHASE_LABELS } from '../phases';
import { TimeLeft } from '../time-left';
import classes from './phase-strip.module.css';

export interface PhaseStripProps {
  lines: readonly Line[];
  scene: Scene;
  /** The step that is shown. */
  step: number;
  /** When the running phase ends, ISO 8601; null when it does not run. */
  endsAt: string | null;
  offsetMs: number;
  onGo: (step: number) => void;
}

/** The phases so far as steps to go to, and the time left in the running one. */
export function PhaseStrip({ lines, scene, step, endsAt, offsetMs, onGo }: PhaseStripProps) {
  const list = useRef<HTMLOListElement>(null);
  const phases = lines.flatMap((line, index) => (line.kind === 'phase' ? [{ line, index }] : []));
  const current = phases.findLast(({ index }) => index <= step);
  // A new phase moves the row; a window of another width hides another part of it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new phase moves the row
  useEffect(() => {
    const box = list.current;
    if (!box) return;
    const observer = new ResizeObserver(() => showCurrent(box));
    observer.observe(box);
    return () => observer.disconnect();
  }, [current?.index, phases.length]);
  return (
    <nav className={classes.strip} aria-label="Phases">
      <ol ref={list} className={classes.row}>
        {phases.map(({ line, index }, at) => {
          const text = describePhase({ phase: line.phase, day_number: line.day });
          const isCurrent = index === current?.index;
          const startsDay = line.phase === 'NIGHT' || phases[at - 1]?.line.phase === 'NIGHT';
          return (
            <li key={line.id} className={clsx(startsDay && at > 0 && classes.start)}>
              <button
                type="button"
                className={classes.phase}
                data-phase={line.phase}
                aria-current={isCurrent ? 'step' : undefined}
                onClick={() => onGo(index)}
                title={text}
              >
                <svg viewBox="-10 -10 20 20" aria-hidden>
                  <PhaseSign sign={PHASE_LABELS[line.phase].sign} />
                </svg>
                <span className={isCurrent || line.phase === 'NIGHT' ? undefined : 'visually-hidden'}>{text}</span>
              </button>
            </li>
          );
        })}
      </ol>
      <span className={classes.left}>
        {endsAt && scene.phase !== 'ENDED' && (
          <>
            <TimeLeft at={endsAt} offsetMs={offsetMs} className={classes.time} />
            <span className={classes.unit}>until {NEXT_LABELS[scene.phase]}</span>
          </>
        )}
      </span>
    </nav>
  );
}

/** Scrolls the current phase to the middle of the row. */
function showCurrent(box: HTMLElement): void {
  const mark = box.querySelector<HTMLElement>('[aria-current]');
  if (!mark) return;
  const [row, chip] = [box.getBoundingClientRect(), mark.getBoundingClientRect()];
  box.scrollLeft += chip.left + chip.width / 2 - (row.left + row.width / 2);
}
