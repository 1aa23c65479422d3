import { matchStream, type StreamEvent, withoutView } from '@/lib/core/stream';
import { readEventsById } from '@/lib/events';
import { type AnsweredEvent, readReferences, restoreStep, type StepTexts } from './compact-step';
import { findStoredSteps } from './steps.repo';

/**
 * Steps of a session as they were before they were stored by reference (`compactStep`). At most two queries, none where nothing is
 * stored so.
 * @param of.matchId the match of a session in a built-in game; null: its steps are what they are
 */
export async function restoreSteps<Step extends StepTexts>(
  of: { sessionId: string; matchId: string | null },
  steps: readonly Step[],
): Promise<Step[]> {
  const { sessionId, matchId } = of;
  const references = matchId === null ? [] : steps.map(readReferences);
  if (matchId === null || references.every((reference) => !reference)) return [...steps];
  const stream = matchStream(matchId);
  const ids = [...new Set(references.flatMap((reference) => reference?.eventIds ?? []))];
  const numbers = [...new Set(references.flatMap((reference) => reference?.asStep ?? []))];
  const [found, bases] = await Promise.all([
    readEventsById(ids.map((id) => ({ stream, id }))),
    numbers.length === 0 ? [] : findStoredSteps(sessionId, numbers),
  ]);
  const events = new Map(found.map((event) => [event.id, toAnsweredEvent(event)]));
  const baseOf = new Map(bases.map((base) => [base.stepNumber, base]));
  return steps.map((step, index) => {
    const reference = references[index];
    if (!reference) return step;
    const own = reference.eventIds.flatMap((id) => events.get(id) ?? []);
    const base = reference.asStep === null ? null : (baseOf.get(reference.asStep) ?? null);
    return {
      ...step,
      ...restoreStep(step, { events: own.length === reference.eventIds.length ? own : null, base }),
    };
  });
}

/** An event as an answer contains it: without the view, which the answer carries for its seat. */
export const toAnsweredEvent = ({ id, type, audience, at, data }: StreamEvent): AnsweredEvent => ({
  id,
  type,
  audience,
  at: at.toISOString(),
  data: withoutView(data),
});
