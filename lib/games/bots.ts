import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { once } from '@/lib/core/globals';
import { gameById } from '@/lib/games';
import { type BotRequest, chooseHere } from '@/lib/games/bot-choice';
import type { BotAnswer } from '@/lib/games/bot-worker';

export type { BotRequest } from '@/lib/games/bot-choice';

const MOST_WORKERS = 2;
/** A bot that thinks longer than this is taken for hung, also on a machine that has little time for it. */
const PATIENCE_MS = 60_000;

/** The house was closed before the bot had thought; somebody else will ask again. */
export class BotsStopped extends Error {
  constructor() {
    super('The house bots were stopped.');
  }
}

interface Job {
  request: BotRequest;
  resolve(move: unknown): void;
  reject(fault: Error): void;
}

interface Thread {
  worker: Worker;
  job: Job | null;
  watchdog: NodeJS.Timeout | null;
}

/**
 * A few threads for bots that think, so that the event loop stays free. Threads start when first needed, one job
 * at a time each; a thread that dies fails its own job and is replaced when the next one comes. Idle threads do
 * not keep the process alive.
 */
class BotPool {
  readonly #size = Math.min(MOST_WORKERS, Math.max(1, availableParallelism() - 1));
  readonly #threads = new Set<Thread>();
  readonly #queue: Job[] = [];

  choose(request: BotRequest): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ request, resolve, reject });
      this.#assign();
    });
  }

  /** Ends all threads; what waits or is being thought about is refused. */
  async close(): Promise<void> {
    const unanswered = [
      ...this.#queue.splice(0),
      ...[...this.#threads].flatMap((thread) => this.#release(thread) ?? []),
    ];
    for (const job of unanswered) job.reject(new BotsStopped());
    await Promise.all([...this.#threads].map(({ worker }) => worker.terminate()));
  }

  #assign(): void {
    while (this.#queue.length > 0) {
      const idle = [...this.#threads].find(({ job }) => job === null);
      if (!idle && this.#threads.size >= this.#size) return;
      const job = this.#queue.shift() as Job;
      try {
        this.#give(idle ?? this.#start(), job);
      } catch (fault) {
        job.reject(fault as Error);
      }
    }
  }

  #give(thread: Thread, job: Job): void {
    thread.job = job;
    thread.worker.ref();
    thread.watchdog = setTimeout(() => void thread.worker.terminate(), PATIENCE_MS);
    thread.worker.postMessage(job.request);
  }

  #start(): Thread {
    const thread: Thread = { worker: startWorker(), job: null, watchdog: null };
    this.#threads.add(thread);
    thread.worker.on('message', (answer: BotAnswer) => {
      const job = this.#release(thread);
      if (answer.ok) job?.resolve(answer.move);
      else job?.reject(new Error(answer.message));
      this.#assign();
    });
    thread.worker.on('error', (fault) => this.#bury(thread, fault));
    thread.worker.on('exit', (code) => this.#bury(thread, new Error(`The thread of a house bot ended (${code}).`)));
    return thread;
  }

  #release(thread: Thread): Job | null {
    const { job } = thread;
    thread.job = null;
    if (thread.watchdog) clearTimeout(thread.watchdog);
    thread.worker.unref();
    return job;
  }

  #bury(thread: Thread, fault: unknown): void {
    this.#threads.delete(thread);
    this.#release(thread)?.reject(fault instanceof Error ? fault : new Error(String(fault)));
    this.#assign();
  }
}

/** Runs a TypeScript program in a worker; `--import tsx` would register tsx on the main thread alone. */
const TSX_LOADER =
  "import('tsx/esm/api').then(({ register }) => (register(), import(require('node:worker_threads').workerData)));";

/** The worker's program: its source under tsx and vitest, else `bot-worker.mjs` beside the bundle or in dist. */
function startWorker(): Worker {
  const here = fileURLToPath(import.meta.url);
  const source = join(dirname(here), 'bot-worker.ts');
  if (here.endsWith('.ts') && existsSync(source))
    return new Worker(TSX_LOADER, { eval: true, workerData: pathToFileURL(source).href, execArgv: [] });
  const bundles = [join(dirname(here), 'bot-worker.mjs'), join(process.cwd(), 'dist', 'bot-worker.mjs')];
  const bundle = bundles.find((path) => existsSync(path));
  if (!bundle) throw new Error(`No program for house bots at ${bundles.join(' or ')}.`);
  return new Worker(bundle);
}

const pool = () => once('bots', () => new BotPool());

/**
 * The move of a house bot: at once where that is cheap, else thought out on another thread.
 * @throws Error when the game has no bot, nothing is legal, or the thread died; asking again is safe.
 */
export async function chooseBotMove(request: BotRequest): Promise<unknown> {
  return gameById(request.gameId)?.bot?.cost === 'heavy' ? pool().choose(request) : chooseHere(request);
}

/** Ends the threads of heavy bots; they start again when needed. */
export async function stopBots(): Promise<void> {
  await pool().close();
}
