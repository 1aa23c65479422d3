'use client';
import { useEffect, useState } from 'react';
import type { EngineCall, EngineCalls, EngineMessage, EngineProgress, EngineQuestion } from './protocol';

interface Waiting {
  resolve(answer: EngineCalls[EngineCall]['answer']): void;
  reject(reason: Error): void;
  onProgress: ((progress: EngineProgress) => void) | undefined;
}

/** Whoever asked has stopped the engine; nothing went wrong. */
export class EngineStopped extends Error {
  constructor() {
    super('Stopped.');
    this.name = 'EngineStopped';
  }
}

/** The rules in a worker of their own. It is loaded with the first question, and ended when nobody asks any more. */
export class Engine {
  #worker: Worker | null = null;
  #last = 0;
  readonly #waiting = new Map<number, Waiting>();

  /** @throws Error with words for the reader; EngineStopped after `stop` */
  ask<Kind extends EngineCall>(
    kind: Kind,
    ask: EngineCalls[Kind]['ask'],
    onProgress?: (progress: EngineProgress) => void,
  ): Promise<EngineCalls[Kind]['answer']> {
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve: resolve as Waiting['resolve'], reject, onProgress });
      this.#start().postMessage({ id, kind, ask } as EngineQuestion);
    });
  }

  /** Ends the worker in the middle of whatever it thinks about; the next question starts another. */
  stop(): void {
    this.#end(new EngineStopped());
  }

  #start(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(new URL('./engine.worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<EngineMessage>) => this.#take(data);
    worker.onerror = () => this.#end(new Error('The rules could not be loaded; check the connection and try again.'));
    this.#worker = worker;
    return worker;
  }

  #take(message: EngineMessage): void {
    const waiting = this.#waiting.get(message.id);
    if (message.type === 'progress') {
      waiting?.onProgress?.(message.progress);
      return;
    }
    this.#waiting.delete(message.id);
    if (message.type === 'answer') waiting?.resolve(message.answer);
    else waiting?.reject(new Error(message.message));
  }

  #end(reason: Error): void {
    this.#worker?.terminate();
    this.#worker = null;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(reason);
  }
}

/** An engine for as long as the component is there. */
export function useEngine(): Engine {
  const [engine] = useState(() => new Engine());
  useEffect(() => () => engine.stop(), [engine]);
  return engine;
}
