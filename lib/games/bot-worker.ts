import { parentPort } from 'node:worker_threads';
import { type BotRequest, chooseHere } from '@/lib/games/bot-choice';

/** What a worker answers to a BotRequest. */
export type BotAnswer = { ok: true; move: unknown } | { ok: false; message: string };

function answer(request: BotRequest): BotAnswer {
  try {
    return { ok: true, move: chooseHere(request) };
  } catch (fault) {
    return { ok: false, message: fault instanceof Error ? fault.message : String(fault) };
  }
}

parentPort?.on('message', (request: BotRequest) => parentPort?.postMessage(answer(request)));
