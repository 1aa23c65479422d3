import { LRUCache } from 'lru-cache';
import { once } from '@/lib/core/globals';
import { KeyedMutex } from '@/lib/core/keyed-mutex';
import { sessionStream } from '@/lib/core/stream';
import { onBroadcast, onReconnect } from '@/lib/events';
import type { Session } from './seating.schema';
import { findSession } from './sessions.repo';

/** The constant fields of an active session, and its upstream session, which only this process changes. */
export type CachedSession = Pick<
  Session,
  'id' | 'agentId' | 'experienceId' | 'experienceAgentId' | 'matchId' | 'lobbyId' | 'seat' | 'upstreamSessionId'
>;

const MAX_SESSIONS = 20_000;
const STREAM_PREFIX = sessionStream('');

interface Cache {
  sessions: LRUCache<string, CachedSession>;
  mutex: KeyedMutex;
}

/** The only event of a session's stream is its end: a write to it by another process evicts the session. */
const cache = () =>
  once<Cache>('seating.sessions', () => {
    const sessions = new LRUCache<string, CachedSession>({ max: MAX_SESSIONS });
    onBroadcast('streams', (streams) => {
      if (!Array.isArray(streams)) return;
      for (const stream of streams)
        if (String(stream).startsWith(STREAM_PREFIX)) sessions.delete(stream.slice(STREAM_PREFIX.length));
    });
    onReconnect(() => sessions.clear());
    return { sessions, mutex: new KeyedMutex() };
  });

/** Caches an active session for its next steps. The statement that stores a step still checks that it is active. */
export function cacheSession(session: CachedSession): void {
  const { id, agentId, experienceId, experienceAgentId, matchId, lobbyId, seat, upstreamSessionId } = session;
  cache().sessions.set(id, { id, agentId, experienceId, experienceAgentId, matchId, lobbyId, seat, upstreamSessionId });
}

/** Evicts a session that has ended or changed. */
export function evictSession(id: string): void {
  cache().sessions.delete(id);
}

/** An active session from the cache, else the stored one, which may be over; null when it does not exist. */
export async function loadSession(id: string): Promise<CachedSession | Session | null> {
  return cache().sessions.get(id) ?? (await findSession(id));
}

/** Runs `work` when earlier work on the session has finished: the steps of one session never overlap in a process. */
export function runExclusive<T>(sessionId: string, work: () => Promise<T>): Promise<T> {
  return cache().mutex.run(sessionId, work);
}
