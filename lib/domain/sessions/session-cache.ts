import { once } from '@/lib/core/globals';
import { KeyedMutex } from '@/lib/core/keyed-mutex';
import { onBroadcast, onReconnect } from '@/lib/events';
import { findSession } from './sessions.repo';
import type { Session } from './sessions.schema';

/** What never changes of a session that is bound to what it plays, and the one thing that only this process changes. */
export type KnownSession = Pick<
  Session,
  'id' | 'agentId' | 'experienceId' | 'experienceAgentId' | 'matchId' | 'seat' | 'upstreamSessionId'
>;

const CAPACITY = 20_000;

interface Cache {
  known: Map<string, KnownSession>;
  turns: KeyedMutex;
}

const STREAM = 'session:';

/** The streams of sessions tell of their ends alone: one that another process wrote to is not known any more. */
const cache = () =>
  once<Cache>('sessions.known', () => {
    const known: Cache['known'] = new Map();
    onBroadcast('streams', (streams) => {
      if (!Array.isArray(streams)) return;
      for (const stream of streams) if (String(stream).startsWith(STREAM)) known.delete(stream.slice(STREAM.length));
    });
    onReconnect(() => known.clear());
    return { known, turns: new KeyedMutex() };
  });

/** Remembers an active session, so that its steps need no look-up; the step's own statement still checks that it is active. */
export function remember(session: KnownSession): void {
  const { id, agentId, experienceId, experienceAgentId, matchId, seat, upstreamSessionId } = session;
  const { known } = cache();
  known.delete(id);
  known.set(id, { id, agentId, experienceId, experienceAgentId, matchId, seat, upstreamSessionId });
  if (known.size > CAPACITY) known.delete(known.keys().next().value as string);
}

/** Forgets a session that has ended or changed. */
export function forget(id: string): void {
  cache().known.delete(id);
}

/** An active session from memory, else whatever the database holds. */
export async function knownOrStored(id: string): Promise<KnownSession | Session | null> {
  return cache().known.get(id) ?? (await findSession(id));
}

/** Runs `work` after whatever this process already does with the session: steps of one session never overlap. */
export function inSessionTurn<T>(id: string, work: () => Promise<T>): Promise<T> {
  return cache().turns.run(id, work);
}
