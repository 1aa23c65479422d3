import { once } from '@/lib/core/globals';
import { notifyOthers, onBroadcast, onReconnect } from './bus';
import { beginReading, endReading } from './read-groups';

interface Followed {
  group: number;
  listeners: Set<() => void>;
}

/** What is followed in this process, by name. */
function followed(): Map<string, Followed> {
  return once('events.hints', () => {
    const byName = new Map<string, Followed>();
    const call = (names: Iterable<string>) => {
      for (const name of names) for (const listener of byName.get(name)?.listeners ?? []) listener();
    };
    onBroadcast('streams', (payload) => {
      if (Array.isArray(payload)) call(payload);
    });
    onBroadcast('stream_groups', (payload) => {
      const groups = new Set(Array.isArray(payload) ? payload : []);
      call([...byName].filter(([, { group }]) => groups.has(group)).map(([name]) => name));
    });
    onReconnect(() => call([...byName.keys()]));
    return byName;
  });
}

/**
 * Calls the listener after changes of something that is no stream, by any process, and when one may have been missed: it reads the
 * database again. Names are kept apart from those of streams by their form. Returns the unsubscribe.
 */
export function followHints(name: string, listener: () => void): () => void {
  const byName = followed();
  const one = byName.get(name) ?? { group: beginReading(name), listeners: new Set() };
  byName.set(name, one);
  one.listeners.add(listener);
  return () => {
    if (!one.listeners.delete(listener) || one.listeners.size > 0) return;
    byName.delete(name);
    endReading(one.group);
  };
}

/** Says after a commit what changed, here and to the processes that follow it. */
export function sendHints(names: readonly string[]): void {
  for (const name of names) for (const listener of followed().get(name)?.listeners ?? []) listener();
  notifyOthers(names);
}
