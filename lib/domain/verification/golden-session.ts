import { isJsonObject } from '@/lib/core/json';
import { cleanText } from '@/lib/gateway';
import type { SessionCall, SessionChange } from './verification.schema';

const MAX_CHANGES = 50;
const MAX_RECORDED_CHARACTERS = 65_536;

/** The types of a value and of what is inside it. The items of a list share one shape. */
interface Shape {
  types: Set<string>;
  fields: Map<string, Shape>;
  items: Shape | null;
}

const newShape = (): Shape => ({ types: new Set(), fields: new Map(), items: null });

function typeOf(value: unknown): string {
  return Array.isArray(value) ? 'list' : typeof value;
}

/** Adds a value to a shape. Null says nothing: it is a value of every type. */
function addValue(shape: Shape, value: unknown): Shape {
  if (value === null || value === undefined) return shape;
  shape.types.add(typeOf(value));
  if (Array.isArray(value)) {
    for (const item of value) shape.items = addValue(shape.items ?? newShape(), item);
  } else if (isJsonObject(value)) {
    for (const [key, inner] of Object.entries(value)) {
      shape.fields.set(key, addValue(shape.fields.get(key) ?? newShape(), inner));
    }
  }
  return shape;
}

const typesOf = ({ types }: Shape): string => [...types].sort().join(' or ');

/** Adds every place at which the types differ, the outermost only. Empty lists and nulls are compared with nothing. */
function compareShapes(old: Shape, now: Shape, path: string, add: (change: Omit<SessionChange, 'tool'>) => void): void {
  if (old.types.size === 0 || now.types.size === 0) return;
  if (typesOf(old) !== typesOf(now)) {
    add({ path: cleanText(path), before: typesOf(old), after: typesOf(now) });
    return;
  }
  for (const key of new Set([...old.fields.keys(), ...now.fields.keys()])) {
    const [was, is] = [old.fields.get(key), now.fields.get(key)];
    const inner = path === '' ? key : `${path}.${key}`;
    if (was && is) compareShapes(was, is, inner, add);
    else add({ path: cleanText(inner), before: was ? typesOf(was) : null, after: is ? typesOf(is) : null });
  }
  if (old.items && now.items) compareShapes(old.items, now.items, `${path}[]`, add);
}

/** What differs between the recorded session and its replay: refusals, and the types at each place of the answers. */
export function compareSessions(recorded: readonly SessionCall[], replayed: readonly SessionCall[]): SessionChange[] {
  const changes: SessionChange[] = [];
  for (const call of recorded) {
    const again = replayed.find(({ tool }) => tool === call.tool);
    if (!again) continue;
    const { tool } = call;
    if ((call.refused === null) !== (again.refused === null)) {
      changes.push({ tool, path: '', before: call.refused ?? 'answered', after: again.refused ?? 'answered' });
    } else if (call.refused === null && call.answer !== undefined && again.answer !== undefined) {
      const [old, now] = [addValue(newShape(), call.answer), addValue(newShape(), again.answer)];
      compareShapes(old, now, '', (change) => changes.push({ tool, ...change }));
    }
  }
  return changes.slice(0, MAX_CHANGES);
}

/** The answer as it is recorded; undefined when it is too large. */
export function recordable(answer: unknown): unknown {
  return JSON.stringify(answer ?? null).length <= MAX_RECORDED_CHARACTERS ? answer : undefined;
}
