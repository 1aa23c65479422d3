import { IconCheck } from '@tabler/icons-react';
import clsx from 'clsx';
import { STAGE_FACTS, STAGES, type UiSpec } from '@/lib/booking';
import classes from './stage-steps.module.css';

/** The seven stages, and how far the booking is. */
export function StageSteps({ spec }: { spec: UiSpec }) {
  const step = spec.meta?.step ?? 1;
  const isBooked = spec.state.booking !== undefined;
  return (
    <ol className={classes.steps} aria-label="Stages of the booking">
      {STAGES.map((stage, index) => {
        const isDone = isBooked || index + 1 < step;
        const isCurrent = !isBooked && index + 1 === step;
        return (
          <li
            key={stage}
            className={clsx(classes.step, isDone && classes.done, isCurrent && classes.current)}
            aria-current={isCurrent ? 'step' : undefined}
          >
            <span className={classes.number} aria-hidden>
              {isDone ? <IconCheck size={13} stroke={2.5} /> : index + 1}
            </span>
            <span className={classes.word}>{STAGE_FACTS[stage].label}</span>
            {isDone && <span className="visually-hidden">, done</span>}
          </li>
        );
      })}
    </ol>
  );
}
