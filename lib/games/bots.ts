import { Piscina } from 'piscina';
import { isLoopBusy } from '@/lib/core/busy-loop';
import { fairQueue, type Place } from '@/lib/core/fair-queue';
import { once } from '@/lib/core/globals';
import { findWorkerProgram } from '@/lib/core/worker-program';
import { gameById } from '@/lib/games';
import { acceptsDrawHere, type BotRequest, chooseHere, type DrawRequest } from '@/lib/games/bot-choice';

export type { BotRequest } from '@/lib/games/bot-choice';

/** On any machine: one owner uses one of them, so that another's move begins immediately. */
const MAX_THREADS = 2;
/** Dozens of moves: who plays a game has no rests. */
const FREE_WORK_MS = 1_000;
/** A bot that has not answered by then counts as hung, also on a busy machine; its time in the queue is included. */
const TIME_LIMIT_MS = 60_000;

/** Whose turn of the threads a move uses. Those with `isReserved` go first. */
export type BotTurn = Pick<Place, 'key' | 'isReserved'>;

const NO_TURN: BotTurn = { key: 'bots' };

/** The threads were stopped before the bot had chosen; another request is safe. */
export class BotsStopped extends Error {
  constructor() {
    super('The house bots were stopped.');
  }
}

/**
 * A few threads for bots that search, so that the event loop stays free. A thread runs one job at a time; idle threads
 * do not keep the process alive. A thread that dies fails its own job only.
 */
class BotPool {
  #threads: Piscina<BotRequest | DrawRequest, unknown> | null = null;

  /** Starts a thread, so that the first bot does not wait for it. */
  open(): Piscina<BotRequest | DrawRequest, unknown> {
    this.#threads ??= startThreads();
    return this.#threads;
  }

  async choose(request: BotRequest | DrawRequest, turn: BotTurn): Promise<unknown> {
    const threads = this.open();
    const signal = AbortSignal.timeout(TIME_LIMIT_MS);
    try {
      return await places().run({ ...turn, signal }, () => {
        if (this.#threads !== threads) throw new BotsStopped();
        return threads.run(request, { signal });
      });
    } catch (error) {
      if (this.#threads !== threads) throw new BotsStopped();
      if (signal.aborted)
        throw new Error(`The house bot of ${request.gameId} did not answer within ${TIME_LIMIT_MS} ms.`);
      throw error;
    }
  }

  /** Ends all threads; jobs that wait or run are refused with BotsStopped. */
  async close(): Promise<void> {
    const threads = this.#threads;
    this.#threads = null;
    await threads?.destroy();
  }
}

/**
 * A job in each thread; players take turns. The moves of an owner whose agents play on and on cost the database and the event loop as
 * well, so their bots think a quarter of the time while others have work and the event loop is busy.
 */
const places = () =>
  fairQueue({
    name: 'bot_threads',
    what: 'moves of house bots',
    maxRunning: MAX_THREADS,
    maxRunningPerKey: 1,
    restShared: 3,
    freeWorkMs: FREE_WORK_MS,
    restsWhile: isLoopBusy,
    maxWaitingPerKey: 1_000,
  });

function startThreads(): Piscina<BotRequest | DrawRequest, unknown> {
  return new Piscina<BotRequest | DrawRequest, unknown>({
    ...findWorkerProgram('bot-worker', import.meta.url),
    minThreads: 1,
    maxThreads: MAX_THREADS,
    idleTimeout: Number.POSITIVE_INFINITY,
    execArgv: [],
  });
}

const pool = () => once('bots', () => new BotPool());

/**
 * The move of a house bot: chosen immediately where that is cheap, else on another thread.
 * @throws Error when the game has no bot, no move is legal, or the thread died; another request is safe
 */
export async function chooseBotMove(request: BotRequest, turn: BotTurn = NO_TURN): Promise<unknown> {
  return gameById(request.gameId)?.bot?.cost === 'heavy' ? pool().choose(request, turn) : chooseHere(request);
}

/**
 * Whether a house bot accepts a draw: thought over on another thread where its moves are.
 * @throws Error when the game has no draw by agreement, or the thread died; another request is safe
 */
export async function acceptsDraw(request: DrawRequest, turn: BotTurn = NO_TURN): Promise<boolean> {
  const isHeavy = gameById(request.gameId)?.bot?.cost === 'heavy';
  return isHeavy ? (await pool().choose(request, turn)) === true : acceptsDrawHere(request);
}

/** Starts loading a thread for heavy bots; without it the first of their moves does. */
export function startBots(): void {
  pool().open();
}

/** Ends the threads of heavy bots; they start again when needed. */
export async function stopBots(): Promise<void> {
  await pool().close();
}
