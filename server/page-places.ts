import type { IncomingMessage, ServerResponse } from 'node:http';
import { type FairQueue, fairQueue, type Release } from '@/lib/core/fair-queue';
import { searchPlaces, shareOf } from '@/lib/domain/limits';
import { addressOfUpgrade } from '@/lib/transport/message-budget';

const MAX_WAIT_MS = 5_000;
/** A browser asks for a page and the data of those that it links to. */
const MAX_WAITING = 64;
/** A reader that takes its page slowly holds a place no longer than this. */
const MAX_HELD_MS = 10_000;
/** Dozens of pages: a reader who opens one after the other is not slowed down, who repeats requests without an end is. */
const FREE_WORK_MS = 1_000;

/** Pages. More at a time take no less time in all, but keep the calls of agents waiting longer. */
const pages = () =>
  fairQueue({
    name: 'pages',
    what: 'pages',
    maxRunning: 8,
    maxRunningPerKey: 2,
    maxRunningPerKeyShared: 1,
    restShared: 1,
    freeWorkMs: FREE_WORK_MS,
    maxWaitingPerKey: MAX_WAITING,
    maxWaitMs: MAX_WAIT_MS,
  });

/** Preview images. Their drawing is composed on the event loop, where all callers wait for it, and painted in a thread. */
const pictures = () =>
  fairQueue({
    name: 'pictures',
    what: 'preview images',
    maxRunning: 2,
    maxRunningPerKey: 1,
    restShared: 10,
    freeWorkMs: FREE_WORK_MS,
    maxWaitingPerKey: 16,
    maxWaitMs: MAX_WAIT_MS,
  });

/** Downloads. They read on as fast as their reader does, so many may be open; the database works for them as well. */
const downloads = () =>
  fairQueue({
    name: 'exports',
    what: 'downloads',
    maxRunning: 200,
    maxRunningPerKey: 2,
    maxRunningPerKeyShared: 1,
    restShared: 2,
    freeWorkMs: FREE_WORK_MS,
    maxWaitingPerKey: 8,
    maxWaitMs: MAX_WAIT_MS,
  });

const PICTURE = /\/(opengraph-image[^/]*|badge\.svg)$/;
const DOWNLOAD =
  /\/(record\.\w+|transcript\.json|activity\/export|traces|studies\/[^/]+\/log|studies\/export|relay\/sessions\/[^/]+\/log|events\.ics)$/;

/** Files that are sent as they are: of the build, of public/, and icons. A page may have a dot in its path as well. */
const FILE =
  /^\/(_next\/static\/|embed\/files\/|icons\/|sounds\/|pictures\/|(push-worker\.js|icon\.svg|favicon\.ico|robots\.txt)$)/;

/** The queue of a request for Next; null for files. */
function queueOf(url: string): FairQueue | null {
  const [pathname = ''] = url.split('?', 1);
  if (PICTURE.test(pathname)) return pictures();
  if (DOWNLOAD.test(pathname)) return downloads();
  if (pathname === '/find') return searchPlaces();
  return FILE.test(pathname) ? null : pages();
}

/**
 * Answers a request by `serve` when its address has a place: a page is work on the event loop, which all callers share. The
 * place is free when the answer is complete.
 * @throws RATE_LIMITED, SERVICE_UNAVAILABLE after a wait · the reason of the abort when the reader has gone
 */
export async function serveInTurn(
  request: IncomingMessage,
  response: ServerResponse,
  serve: () => Promise<void>,
): Promise<void> {
  const queue = queueOf(request.url ?? '');
  if (!queue) return serve();
  const key = shareOf(null, addressOfUpgrade(request));
  const release = queue.tryEnter({ key }) ?? (await waitFor(queue, key, response));
  if (queue !== downloads()) setTimeout(release, MAX_HELD_MS).unref();
  response.once('close', release);
  if (response.destroyed) return release();
  return serve();
}

async function waitFor(queue: FairQueue, key: string, response: ServerResponse): Promise<Release> {
  const leaving = new AbortController();
  const leave = () => leaving.abort();
  response.once('close', leave);
  try {
    return await queue.enter({ key, signal: leaving.signal });
  } finally {
    response.off('close', leave);
  }
}
