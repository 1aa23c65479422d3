import { isDeepStrictEqual } from 'node:util';
import { LRUCache } from 'lru-cache';
import { once } from '@/lib/core/globals';
import { isJsonObject, toStorableJson } from '@/lib/core/json';
import { ARCHIVED_TEXT, mapTexts, onReplacedWords, processesRead } from '@/lib/events';

// A step of a built-in game repeats what is stored elsewhere: its answer contains the events of the action, its action the text
// of one of them, and in a conversation the view of the answer before. Such a step is stored by reference:
//
// - `events` of the answer are ids, and a text of the action that an event says is `{ "$message": 0 }`, by place among them.
// - Where an answer differs little from an earlier one of the session that is stored whole, it is `[3, [[path, value] …], id …]`: the
//   number of that step, what is set in its answer (left out where nothing is), and the events. The clock has the time of its first
//   event. Before, it was `{ "as_step": 3, "set": [[path, value] …], "events": [id …] }`, which is still read, and written while a process
//   runs that reads no other form.
// - The action of such a step is `0` where that step stores the same one.
//
// What an agent sends cannot pass for a reference: a step whose action would be read as another one is stored as it is.

/** An event in an answer, as the seat may read it. */
export interface AnsweredEvent {
  id: string;
  type: string;
  audience: string;
  at: string;
  data: Record<string, unknown>;
}

/** A step as it is stored, or as it was. */
export interface StepTexts {
  action: unknown;
  response: unknown;
}

/** An answer that is stored by its difference from an earlier one takes at most this part of it. */
const MAX_PART = 1 / 3;
/** When what was set by later answers takes this part of it together, one of them is stored whole: the next ones differ less from it. */
const MAX_SET_PART = 1 / 3;
/** Characters of answers that this process remembers, to store later ones by their difference. */
const MAX_REMEMBERED_CHARS = 8 * 1024 * 1024;

interface Remembered {
  stepNumber: number;
  /** The action as it is stored, as JSON. */
  action: string;
  /** The answer without its events, as JSON. */
  text: string;
  /** Characters that later answers have set. */
  setChars: number;
}

/** By session: the last step that was stored whole and said something. */
const remembered = () =>
  once('seating.whole_steps', () => {
    const steps = new LRUCache<string, Remembered>({
      maxSize: MAX_REMEMBERED_CHARS,
      sizeCalculation: ({ text, action }) => text.length + action.length,
    });
    onReplacedWords(() => steps.clear());
    return steps;
  });

/** A step to be stored. */
export interface CompactStep extends StepTexts {
  /** Whether its events are ids: then those of a later answer to it must be too. */
  isCompact: boolean;
  /** Call it when the step is stored. */
  remember(stepNumber: number | null): void;
}

/** In place of an action that is stored as in the step to which its answer refers. */
const SAME_ACTION = 0;

/**
 * How to store a step of a built-in game: by reference where it repeats what is stored. `restoreSteps` gives back the very same
 * step. As it is while a process of an earlier version runs, which could not read it.
 * @param step.isFinal false: another answer will be stored in its place, so no other step may refer to it, nor it to one
 */
export function compactStep(step: StepTexts & { sessionId: string; isFinal?: boolean }): CompactStep {
  const whole = { action: step.action, response: step.response, isCompact: false, remember: () => {} };
  const { response } = step;
  if (!isJsonObject(response) || !hasEvents(response) || !processesRead('references')) return whole;
  const text = JSON.stringify(response);
  if (toStorableJson(text) !== text) return whole;
  const { events, ...own } = response;
  const action = withEventTexts(step.action, events);
  const restoredAction = restoreAction(action, events);
  if (!isDeepStrictEqual(restoredAction, step.action)) return whole;
  const compact = { action, response: withEventIds(response), isCompact: true, remember: () => {} };
  if (!saysSomething(step.action) || step.isFinal === false) return compact;
  const base = remembered().get(step.sessionId);
  const actionText = JSON.stringify(action);
  const difference = base && differenceFrom(base, { events, text });
  if (base && difference) {
    if (!processesRead('differences')) return { ...compact, response: toNamedDifference(difference) };
    return {
      ...compact,
      action: base.action === actionText ? SAME_ACTION : action,
      response: toStoredDifference(difference),
    };
  }
  return {
    ...compact,
    remember: (stepNumber) => {
      if (stepNumber === null) return;
      remembered().set(step.sessionId, { stepNumber, action: actionText, text: JSON.stringify(own), setChars: 0 });
    },
  };
}

/** An answer by its difference from an earlier one. */
interface Difference {
  asStep: number;
  set: readonly Change[];
  eventIds: readonly string[];
}

const toStoredDifference = ({ asStep, set, eventIds }: Difference): unknown[] =>
  set.length > 0 ? [asStep, set, ...eventIds] : [asStep, ...eventIds];

const toNamedDifference = ({ asStep, set, eventIds }: Difference): Record<string, unknown> => ({
  as_step: asStep,
  ...(set.length > 0 ? { set } : {}),
  events: eventIds,
});

/** A stored answer of either form as a difference; null for another answer. */
function readDifference(response: unknown): Difference | null {
  if (Array.isArray(response)) {
    const [asStep, second, ...others] = response as unknown[];
    const set = Array.isArray(second) ? (second as Change[]) : [];
    const eventIds = Array.isArray(second) ? others : [second, ...others];
    return typeof asStep === 'number' && areIds(eventIds) ? { asStep, set, eventIds } : null;
  }
  if (!isJsonObject(response)) return null;
  const { as_step: asStep, set, events } = response;
  if (typeof asStep !== 'number' || !areIds(events)) return null;
  return { asStep, set: Array.isArray(set) ? (set as Change[]) : [], eventIds: events };
}

const areIds = (events: unknown): events is string[] =>
  Array.isArray(events) && events.length > 0 && events.every((id) => typeof id === 'string');

/** An answer with the ids of its events in place of them. */
export function withEventIds(response: Record<string, unknown>): Record<string, unknown> {
  return hasEvents(response) ? { ...response, events: response.events.map(({ id }) => id) } : response;
}

const hasEvents = (
  response: Record<string, unknown>,
): response is Record<string, unknown> & { events: AnsweredEvent[] } =>
  Array.isArray(response.events) && response.events.length > 0 && response.events.every(isJsonObject);

const saysSomething = (action: unknown): boolean => isJsonObject(action) && typeof action.text === 'string';

const withEventTexts = (action: unknown, events: readonly AnsweredEvent[]): unknown =>
  mapTexts(action, (text) => {
    for (const [index, { data }] of events.entries()) {
      const field = Object.keys(data).find((name) => data[name] === text);
      if (field !== undefined) return { [`$${field}`]: index };
    }
    return text;
  });

/** An action with the texts of the events of its answer; null: they have left to the archive. */
function restoreAction(action: unknown, events: readonly AnsweredEvent[] | null): unknown {
  if (!isJsonObject(action)) return action;
  return Object.fromEntries(Object.entries(action).map(([name, value]) => [name, restoreText(value, events)]));
}

function restoreText(value: unknown, events: readonly AnsweredEvent[] | null): unknown {
  if (!isJsonObject(value)) return value;
  const [entry, ...others] = Object.entries(value);
  if (!entry || others.length > 0 || !entry[0].startsWith('$') || typeof entry[1] !== 'number') return value;
  if (!events) return ARCHIVED_TEXT;
  const text = events[entry[1]]?.data[entry[0].slice(1)];
  return text === undefined ? value : text;
}

type Path = (string | number)[];
type Change = [path: Path, value: unknown];

/** The answer by its difference from an earlier one; null when that is not much shorter, or would not give the same bytes. */
function differenceFrom(
  remembered: Remembered,
  { events, text }: { events: readonly AnsweredEvent[]; text: string },
): Difference | null {
  const { stepNumber, text: baseText, setChars } = remembered;
  if (setChars > baseText.length * MAX_SET_PART) return null;
  const base = atTimeOf(JSON.parse(baseText) as Record<string, unknown>, events);
  const { events: _, ...own } = JSON.parse(text) as Record<string, unknown>;
  const set: Change[] = [];
  if (!findChanges(base, own, [], set)) return null;
  const difference = { asStep: stepNumber, set, eventIds: events.map(({ id }) => id) };
  if (JSON.stringify(toStoredDifference(difference)).length > text.length * MAX_PART) return null;
  const restored = { ...applyChanges(base, set), events };
  if (JSON.stringify(restored) !== text) return null;
  remembered.setChars += set.length > 0 ? JSON.stringify(set).length : 0;
  return difference;
}

/** The time of an answer is that of its events. */
function atTimeOf(response: Record<string, unknown>, [first]: readonly { at: string }[]): Record<string, unknown> {
  const { clock } = response;
  return first && isJsonObject(clock) && 'server_time' in clock
    ? { ...response, clock: { ...clock, server_time: first.at } }
    : response;
}

/** Adds what must be set to make `next` of `base`. Returns false when their fields or lengths differ. */
function findChanges(base: unknown, next: unknown, path: Path, set: Change[]): boolean {
  const before = entriesOf(base);
  const after = entriesOf(next);
  if (!before || !after || Array.isArray(base) !== Array.isArray(next) || !haveSameKeys(before, after)) return false;
  for (const [index, [key, value]] of after.entries()) {
    const old = before[index]?.[1];
    if (old === value) continue;
    const at = [...path, key];
    if (!findChanges(old, value, at, set)) set.push([at, value]);
  }
  return true;
}

type Entries = [key: string | number, value: unknown][];

function entriesOf(value: unknown): Entries | null {
  if (Array.isArray(value)) return [...value.entries()];
  return isJsonObject(value) ? Object.entries(value) : null;
}

const haveSameKeys = (one: Entries, other: Entries): boolean =>
  one.length === other.length && one.every(([key], index) => key === other[index]?.[0]);

/** A copy with these values at these paths. */
function applyChanges(base: Record<string, unknown>, set: readonly Change[]): Record<string, unknown> {
  const copy = structuredClone(base);
  for (const [path, value] of set) {
    let target = copy as Record<string | number, unknown>;
    for (const key of path.slice(0, -1)) target = target[key] as Record<string | number, unknown>;
    target[path.at(-1) as string | number] = value;
  }
  return copy;
}

/** What a stored step refers to; null for one that is stored as it is. */
export function readReferences({ response }: StepTexts): { asStep: number | null; eventIds: readonly string[] } | null {
  const difference = readDifference(response);
  if (difference) return difference;
  return isJsonObject(response) && areIds(response.events) ? { asStep: null, eventIds: response.events } : null;
}

/**
 * A step as it was before it was stored by reference.
 * @param events those of its ids, in their order; null when they have left to the archive: the answer then has none and says so
 * @param base the step, as it is stored, to which the answer refers; null without one
 */
export function restoreStep(
  { action, response }: StepTexts,
  { events: found, base }: { events: readonly AnsweredEvent[] | null; base: StepTexts | null },
): StepTexts {
  const difference = readDifference(response);
  const storedAction = difference && action === SAME_ACTION && base ? base.action : action;
  const restoredAction = restoreAction(storedAction, found);
  const answered = found ? { events: found } : { events: [], events_archived: true };
  if (!difference || !isJsonObject(base?.response))
    return { action: restoredAction, response: isJsonObject(response) ? { ...response, ...answered } : response };
  const { events: _, ...own } = base.response;
  return {
    action: restoredAction,
    response: { ...applyChanges(atTimeOf(own, found ?? []), difference.set), ...answered },
  };
}
