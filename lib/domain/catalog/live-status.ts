import pLimit from 'p-limit';
import { now } from '@/lib/core/clock';
import { AppError } from '@/lib/core/errors';
import { isJsonObject } from '@/lib/core/json';
import { log } from '@/lib/core/log';
import {
  type ExperienceClient,
  type ExperienceTarget,
  type PlayProtocol,
  sharedRemoteClient,
  type UpstreamTool,
} from '@/lib/gateway';
import type { LiveStatus } from './catalog.schema';
import { announceChange } from './catalog-changes';
import {
  claimForPolling,
  type PlayerCount,
  type StatusBefore,
  storeBuiltinCounts,
  storeLiveStatus,
} from './live-status.repo';
import { getPlayed } from './playable';
import { countPoll } from './uptime.repo';

/** An experience that answers later than this is degraded. */
const SLOW_MS = 3_000;
const GIVE_UP_MS = 10_000;
const BATCH = 500;
const MAX_CONCURRENT_POLLS = 32;

const STATUS_FIELDS = ['status', 'current_players', 'active_lobbies'];

function count(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value)
    ? Math.min(1_000_000_000, Math.max(0, Math.round(value)))
    : 0;
}

/** What an experience may say of itself; any other status is online, because it has answered. */
const REPORTED: Readonly<Record<string, LiveStatus['status']>> = { degraded: 'degraded', offline: 'offline' };

/**
 * The fields of an experience.status answer that the catalog shows. An experience may report itself as degraded or offline.
 * @param parts the values of the answer: of several objects the first one with a known field counts
 */
export function readLiveStatus(...parts: readonly unknown[]): LiveStatus {
  const objects = parts.filter(isJsonObject);
  const answer = objects.find((part) => STATUS_FIELDS.some((field) => field in part)) ?? objects[0] ?? {};
  return {
    status: REPORTED[String(answer.status)] ?? 'online',
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

/** What a poll found. `latencyMs` is null when the experience did not answer. */
interface PollResult {
  live: LiveStatus;
  latencyMs: number | null;
  /** The tools that the server listed, where that is how it is polled. */
  tools: UpstreamTool[] | null;
  /** Why the check failed, in the words of the platform; null when it was answered. */
  fault: string | null;
}

/** What a check of the schedule found, beside what was there before. */
export interface PolledStatus {
  experienceId: string;
  before: StatusBefore | null;
  live: LiveStatus;
  /** Since when it has the status. */
  since: Date;
  fault: string | null;
}

/** A server whose own tools are called has no experience.status: that it lists its tools is its status. */
async function askStatus(client: ExperienceClient, protocol: PlayProtocol): Promise<PollResult> {
  const context = { signal: AbortSignal.timeout(GIVE_UP_MS) };
  const startedMs = performance.now();
  try {
    const tools = protocol === 'tools' ? await client.listTools(context) : null;
    const parts = tools ? [] : (await client.callTool('experience.status', {}, context)).parts;
    const live = readLiveStatus(...parts);
    const latencyMs = performance.now() - startedMs;
    const isSlow = latencyMs > SLOW_MS && live.status === 'online';
    return { live: isSlow ? { ...live, status: 'degraded' } : live, latencyMs, tools, fault: null };
  } catch (thrown) {
    return { live: statusOfFailure(thrown), latencyMs: null, tools: null, fault: (thrown as AppError).message };
  }
}

/** The client of a server. */
type ClientOf = (target: ExperienceTarget) => ExperienceClient;

/** Asks an experience for its status and stores it. Null for one that is not remote. */
async function poll(
  experienceId: string,
  clientOf: ClientOf = sharedRemoteClient,
): Promise<(PollResult & { before: StatusBefore | null }) | null> {
  const { target, protocol } = await getPlayed({ experienceId });
  if (target === null) return null;
  const result = await askStatus(clientOf(target), protocol);
  const before = await storeLiveStatus(experienceId, result.live);
  if (before?.hasChanged) await announceChange(experienceId);
  return { ...result, before };
}

/** Gets the tools that a server lists, whenever it is polled by them. */
type OnTools = (listed: { experienceId: string; tools: UpstreamTool[] }) => Promise<void>;

/** Gets what each check found. */
type OnPolled = (polled: PolledStatus) => Promise<void>;

interface PollHooks {
  onTools?: OnTools | undefined;
  onPolled?: OnPolled | undefined;
}

async function pollAndCount(experienceId: string, { onTools, onPolled }: PollHooks): Promise<void> {
  try {
    const result = await poll(experienceId);
    if (!result) return;
    const { before, live, fault } = result;
    await countPoll(experienceId, live.status, result.latencyMs);
    const since = before?.status === live.status && before.since ? before.since : now();
    await onPolled?.({ experienceId, before, live, since, fault });
    if (result.tools) await onTools?.({ experienceId, tools: result.tools });
  } catch (error) {
    log.warn({ err: error, experience: experienceId }, 'could not poll the status of an experience');
  }
}

/**
 * Polls the status of the remote experiences that are due, batch after batch. Processes share the work: each claims what
 * it polls. @returns how many were polled
 */
export async function pollLiveStatuses({
  olderThanS = 50,
  stopping,
  ...hooks
}: {
  olderThanS?: number;
  stopping?: AbortSignal;
} & PollHooks = {}): Promise<number> {
  const limit = pLimit(MAX_CONCURRENT_POLLS);
  for (let polled = 0; ; ) {
    const due = await claimForPolling(olderThanS, BATCH);
    await Promise.all(due.map((id) => limit(() => pollAndCount(id, hooks))));
    polled += due.length;
    if (due.length < BATCH || stopping?.aborted) return polled;
  }
}

/**
 * Asks a remote experience for its status now, outside the schedule: it does not count in its uptime.
 * @param of.clientOf makes the client that asks; by default the one that is shared with agents
 * @throws EXPERIENCE_TOOL_NOT_FOUND for a link; INVALID_STATE for a built-in game
 */
export async function pollNow(of: { experienceId: string; clientOf?: ClientOf }): Promise<LiveStatus> {
  const result = await poll(of.experienceId, of.clientOf);
  if (!result) throw new AppError('INVALID_STATE', 'A built-in game has no server to ask.');
  return result.live;
}

/** Stores the numbers of players and lobbies of the built-in games. @param counts of all experiences that are played now */
export async function storePlayerCounts(counts: readonly PlayerCount[]): Promise<void> {
  for (const id of await storeBuiltinCounts(counts)) await announceChange(id);
}
