'use client';
import { useEffect, useState } from 'react';
import type { EngineCall, EngineCalls, EngineMessage, EngineProgress, EngineRequest } from './protocol';

interface PendingRequest {
  resolve(output: EngineCalls[EngineCall]['output']): void;
  reject(reason: Error): void;
  onProgress: ((progress: EngineProgress) => void) | undefined;
}

/** The caller stopped the engine; this is not a fault. */
export class EngineStopped extends Error {
  constructor() {
    super('Stopped.');
    this.name = 'EngineStopped';
  }
}

/** The rules in a web worker, which starts with the first request. */
export class Engine {
  #worker: Worker | null = null;
  #lastId = 0;
  readonly #pending = new Map<number, PendingRequest>();

  /** @throws Error with a message for the reader; EngineStopped after `stop` */
  request<Kind extends EngineCall>(
    kind: Kind,
    input: EngineCalls[Kind]['input'],
    onProgress?: (progress: EngineProgress) => void,
  ): Promise<EngineCalls[Kind]['output']> {
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve: resolve as PendingRequest['resolve'], reject, onProgress });
      this.#start().postMessage({ id, kind, input } as EngineRequest);
    });
  }

  /** Terminates the worker and rejects all pending requests; the next request starts a new worker. */
  stop(): void {
    this.#end(new EngineStopped());
  }

  #start(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(new URL('./engine.worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<EngineMessage>) => this.#receive(data);
    worker.onerror = () => this.#end(new Error('The rules could not be loaded; check the connection and try again.'));
    this.#worker = worker;
    return worker;
  }

  #receive(message: EngineMessage): void {
    const pending = this.#pending.get(message.id);
    if (message.type === 'progress') {
      pending?.onProgress?.(message.progress);
      return;
    }
    this.#pending.delete(message.id);
    if (message.type === 'result') pending?.resolve(message.output);
    else pending?.reject(new Error(message.message));
  }

  #end(reason: Error): void {
    this.#worker?.terminate();
    this.#worker = null;
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    for (const { reject } of pending) reject(reason);
  }
}

/** An engine that stops when the component unmounts. */
export function useEngine(): Engine {
  const [engine] = useState(() => new Engine());
  useEffect(() => () => engine.stop(), [engine]);
  return engine;
}
