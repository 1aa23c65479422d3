import pLimit from 'p-limit';
import { AppError } from '@/lib/core/errors';
import { isJsonObject } from '@/lib/core/json';
import { log } from '@/lib/core/log';
import { type ExperienceTarget, type PlayProtocol, sharedRemoteClient } from '@/lib/gateway';
import type { LiveStatus } from './catalog.schema';
import { announceChange } from './catalog-changes';
import { claimForPolling, refreshBuiltinCounts, storeLiveStatus } from './live-status.repo';
import { getPlayed } from './playable';

/** An experience that answers later than this is degraded. */
const SLOW_MS = 3_000;
const GIVE_UP_MS = 10_000;
const BATCH = 200;
const AT_ONCE = 16;

function count(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value)
    ? Math.min(1_000_000_000, Math.max(0, Math.round(value)))
    : 0;
}

/** The fields of an experience.status answer that the catalog shows. An experience may report itself as degraded. */
export function readLiveStatus(value: unknown): LiveStatus {
  const answer = isJsonObject(value) ? value : {};
  const isDegraded = answer.status === 'degraded';
  return {
    status: isDegraded ? 'degraded' : 'online',
    current_players: count(answer.current_players),
    active_lobbies: count(answer.active_lobbies),
  };
}

const without = (status: LiveStatus['status']): LiveStatus => ({ status, current_players: 0, active_lobbies: 0 });

/** The status after a failed call: offline, degraded, or unknown when the experience has no such tool. */
function statusOfFailure(thrown: unknown): LiveStatus {
  if (!(thrown instanceof AppError)) throw thrown;
  if (thrown.code === 'EXPERIENCE_UNREACHABLE' || thrown.code === 'EXPERIENCE_TIMEOUT') return without('offline');
  if (thrown.code === 'EXPERIENCE_TOOL_NOT_FOUND' || thrown.code === 'EXPERIENCE_AUTH_FAILED')
    return without('unknown');
  return without('degraded');
}

/** A server whose own tools are called has no experience.status: that it lists its tools is its status. */
async function askStatus(target: ExperienceTarget, protocol: PlayProtocol): Promise<LiveStatus> {
  const client = sharedRemoteClient(target);
  const context = { signal: AbortSignal.timeout(GIVE_UP_MS) };
  const startedMs = performance.now();
  try {
    const value =
      protocol === 'tools'
        ? await client.listTools(context)
        : (await client.callTool('experience.status', {}, context)).value;
    const live = readLiveStatus(value);
    return performance.now() - startedMs > SLOW_MS ? { ...live, status: 'degraded' } : live;
  } catch (thrown) {
    return statusOfFailure(thrown);
  }
}

async function poll(experienceId: string): Promise<void> {
  try {
    const { target, protocol } = await getPlayed({ experienceId });
    if (target === null) return;
    const live = await askStatus(target, protocol);
    if (await storeLiveStatus(experienceId, live)) await announceChange(experienceId);
  } catch (error) {
    log.warn({ err: error, experience: experienceId }, 'could not poll the status of an experience');
  }
}

/**
 * Polls the status of the remote experiences that are due. Processes share the work: each claims a batch.
 * @returns how many were polled
 */
export async function pollLiveStatuses({ olderThanS = 50 }: { olderThanS?: number } = {}): Promise<number> {
  const due = await claimForPolling(olderThanS, BATCH);
  const limit = pLimit(AT_ONCE);
  await Promise.all(due.map((id) => limit(() => poll(id))));
  return due.length;
}

/** Refreshes the numbers of players and lobbies of the built-in games. */
export async function countBuiltinPlayers(): Promise<void> {
  for (const id of await refreshBuiltinCounts()) await announceChange(id);
}
