'use client';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import { changedItems } from '@/components/booking/entries';
import { StageView } from '@/components/booking/stage-view';
import { request } from '@/components/console/request';
import { Button } from '@/components/ui/button';
import { scrollToCurrent } from '@/components/ui/scroll-in-list';
import shared from '@/components/ui/shared.module.css';
import type { UiSpec } from '@/lib/booking';
import type { StudySession, StudyStep } from '@/lib/domain/relay';
import { describeStep, type StepActor, timeSinceStart } from './step-words';
import classes from './study-replay.module.css';
import { logPath } from './study-table';

/** A session with its steps. */
export interface Replay extends StudySession {
  steps: StudyStep[];
}

const stateSchema = z.object({ ui_spec: z.custom<UiSpec>().nullable() });

/** The request for what was shown after an event; it never changes. */
function stateQuery(sessionId: string, eventIndex: number) {
  return queryOptions({
    queryKey: ['study-state', sessionId, eventIndex],
    queryFn: ({ signal }) =>
      request({
        method: 'GET',
        path: `/api/console/studies/${sessionId}/states/${eventIndex}`,
        answer: stateSchema,
        signal,
      }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

const NOTHING: ReadonlySet<string> = new Set();

/** What was shown after a step, and the items that a call of an agent changed in it. */
function useShownStep({ session_id, steps, app }: Replay, at: number) {
  const indexOf = (step: number) => steps[Math.max(0, step)]?.event_index ?? 0;
  const stateAtStep = useQuery({ ...stateQuery(session_id, indexOf(at)), placeholderData: keepPreviousData });
  const before = useQuery(stateQuery(session_id, indexOf(at - 1)));
  const spec = stateAtStep.data?.ui_spec ?? null;
  const isCall = steps[at]?.type === 'tool.called' && !stateAtStep.isPlaceholderData && before.data !== undefined;
  return {
    spec,
    isError: stateAtStep.isError,
    changed: isCall && spec && app === 'booking' ? changedItems(before.data?.ui_spec ?? null, spec) : NOTHING,
  };
}

const ACTORS: Record<StepActor, string> = { agent: 'Agent', person: 'Person', session: 'Session' };

/** A study session step by step: the page as it was shown, beside what happened and why. */
export function StudyReplay({ replay }: { replay: Replay }) {
  const { session_id, started_at, steps } = replay;
  const [at, setAt] = useState(0);
  const step = steps[at];
  const { spec, isError, changed } = useShownStep(replay, at);
  const list = useRef<HTMLOListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another step may be out of sight
  useEffect(() => scrollToCurrent(list.current), [at]);
  if (!step) return null;
  return (
    <section className={classes.replay} aria-label={`Session ${session_id}`}>
      <h2 className={classes.title}>
        <bdi>{[session_id, replay.participant_id].filter(Boolean).join(' · ')}</bdi>
      </h2>
      <p className={classes.log}>
        Log: <a href={logPath(session_id)}>JSONL</a> · <a href={logPath(session_id, true)}>without participant</a>
      </p>
      <div className={classes.head}>
        <div className={classes.controls}>
          <Button variant="default" size="compact-sm" disabled={at === 0} onClick={() => setAt(at - 1)}>
            Previous step
          </Button>
          <input
            type="range"
            className={clsx(shared.slider, classes.slider)}
            min={0}
            max={Math.max(1, steps.length - 1)}
            value={at}
            onChange={(event) => setAt(Math.min(event.currentTarget.valueAsNumber, steps.length - 1))}
            aria-label={`Step of session ${session_id}`}
          />
          <Button variant="default" size="compact-sm" disabled={at >= steps.length - 1} onClick={() => setAt(at + 1)}>
            Next step
          </Button>
        </div>
        <CurrentStep step={step} number={at + 1} total={steps.length} startedAt={started_at} />
      </div>
      <div className={classes.columns}>
        <div className={classes.stage} inert>
          {isError && <p role="alert">The state of this step could not be read. Try another step.</p>}
          {spec && replay.app !== 'booking' ? (
            <pre className={classes.json}>{JSON.stringify(spec, null, 2)}</pre>
          ) : spec ? (
            <StageView spec={spec} titleId={`stage-${session_id}`} changed={changed} />
          ) : (
            <p className={classes.none}>Nothing was shown at this step.</p>
          )}
        </div>
        <ol ref={list} className={classes.steps} aria-label={`Steps of ${session_id}`}>
          {steps.map((one, index) => (
            <li key={one.event_index}>
              <StepButton step={one} startedAt={started_at} isCurrent={index === at} onChoose={() => setAt(index)} />
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

function CurrentStep({
  step,
  number,
  total,
  startedAt,
}: {
  step: StudyStep;
  number: number;
  total: number;
  startedAt: string;
}) {
  const { actor, title, text, isFailed } = describeStep(step);
  return (
    <p className={classes.current} aria-live="polite">
      <span className={classes.place}>
        {number} of {total} · {timeSinceStart(startedAt, step.at)}
      </span>{' '}
      <span className={clsx(classes.actor, classes[actor])}>{ACTORS[actor]}</span> <bdi>{title}</bdi>
      {isFailed && ' (refused)'}
      {text && (
        <>
          {': '}
          <q>
            <bdi>{text}</bdi>
          </q>
        </>
      )}
    </p>
  );
}

function StepButton({
  step,
  startedAt,
  isCurrent,
  onChoose,
}: {
  step: StudyStep;
  startedAt: string;
  isCurrent: boolean;
  onChoose: () => void;
}) {
  const { actor, title, text, isFailed } = describeStep(step);
  return (
    <button
      type="button"
      className={clsx(classes.step, isFailed && classes.failed)}
      aria-current={isCurrent ? 'step' : undefined}
      onClick={onChoose}
    >
      <span className={classes.place}>{timeSinceStart(startedAt, step.at)}</span>
      <span className={clsx(classes.actor, classes[actor])}>{ACTORS[actor]}</span>
      <span className={classes.what}>
        <bdi>{title}</bdi>
        {isFailed && ' (refused)'}
        {text && (
          <span className={classes.why}>
            <bdi>{text}</bdi>
          </span>
        )}
      </span>
    </button>
  );
}
