import { isLoopBusy } from '@/lib/core/busy-loop';
import type { Caller } from '@/lib/core/caller';
import { env } from '@/lib/core/env';
import { type FairQueue, fairQueue } from '@/lib/core/fair-queue';
import { addressBlock } from './client-address';
import { shareOf, shareOfAgent } from './shares';

/** Outside production everyone calls from one machine, also a benchmark with thousands of readers. */
const LOCAL_STREAMS = 20_000;

/** Hundreds of calls: who calls now and then has no rests. */
const FREE_WORK_MS = 1_000;

/**
 * Calls of tools: an owner whose agents send more than the process can do delays its own calls. What runs at the same time
 * for one owner is what another's call waits for, so it is little while others call too, and an owner who keeps the event loop busy
 * rests as long as it works: its commits and answers cost the others the processor and the log of the database as well.
 */
const callPlaces = (): FairQueue =>
  fairQueue({
    name: 'calls',
    what: 'calls',
    maxRunning: 256,
    maxRunningPerKey: 24,
    maxRunningPerKeyShared: 2,
    restShared: 1,
    freeWorkMs: FREE_WORK_MS,
    restsWhile: isLoopBusy,
    maxWaitingPerKey: 2_000,
    maxWaitMs: 10_000,
  });

/** Searches of the catalog. */
export const searchPlaces = (): FairQueue =>
  fairQueue({
    name: 'searches',
    what: 'searches',
    maxRunning: 16,
    maxRunningPerKey: 4,
    maxRunningPerKeyShared: 1,
    restShared: 1,
    freeWorkMs: FREE_WORK_MS,
    restsWhile: isLoopBusy,
    maxWaitingPerKey: 64,
    maxWaitMs: 5_000,
  });

/** Calls that wait for events; the second key is the address. */
export const waitingCallPlaces = (): FairQueue => {
  const { production } = env();
  return fairQueue({
    name: 'waiting_calls',
    what: 'calls that wait for events',
    maxRunning: 50_000,
    maxRunningPerKey: production ? 1_000 : LOCAL_STREAMS,
    maxRunningPerSecondKey: production ? 3_000 : LOCAL_STREAMS,
  });
};

/** Open streams of MCP and sockets; the second key is the address. */
export const streamPlaces = (): FairQueue => {
  const { production } = env();
  return fairQueue({
    name: 'streams',
    what: 'open streams',
    maxRunning: 50_000,
    maxRunningPerKey: production ? 500 : LOCAL_STREAMS,
    maxRunningPerSecondKey: production ? 1_000 : LOCAL_STREAMS,
  });
};

/** Whose share of a fair queue a call uses, and its address as the second key. */
export function placeOf(caller: Caller, address: string): { key: string; secondKey: string | null } {
  if (caller.kind === 'anonymous') return { key: shareOf(null, caller.address), secondKey: null };
  if (address === '') return { key: shareOfAgent(caller.agentId), secondKey: null };
  return { key: shareOf(caller.ownerId, address), secondKey: addressBlock(address) };
}

/** A call that may wait for another server or for events frees its place after this time: until then it is work of this process. */
const WORK_MS = 3;

/** Runs a call when its caller has a place. */
export async function runInCallPlace<T>(
  { caller, address }: { caller: Caller; address: string },
  { mayWait }: { mayWait: boolean },
  work: () => Promise<T>,
): Promise<T> {
  const { key } = placeOf(caller, address);
  const release = callPlaces().tryEnter({ key }) ?? (await callPlaces().enter({ key }));
  const timer = mayWait ? setTimeout(release, WORK_MS) : undefined;
  try {
    return await work();
  } finally {
    clearTimeout(timer);
    release();
  }
}
