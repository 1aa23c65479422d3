'use client';
import { useRef, useState } from 'react';
import { type Engine, EngineStopped, useEngine } from '@/components/engine/engine';
import type { PracticeResult } from '@/lib/games/practice';

/** What the engine is doing for the board. */
export type EngineTask = 'moving' | 'bot' | 'judging';

export interface EngineRequests {
  /** The running task; null when no task runs. */
  task: EngineTask | null;
  /** Why the last request failed. */
  failure: string | null;
  /** Sends a request; `onValue` is called unless another request or `cancel` came later. */
  send<Value>(
    task: EngineTask,
    call: (engine: Engine) => Promise<PracticeResult<Value>>,
    onValue: (value: Value) => void,
  ): Promise<void>;
  /** Ignores the answer of the running request. */
  cancel(): void;
}

/** Requests of one board to the engine: only the answer to the newest one counts. */
export function useEngineRequests(): EngineRequests {
  const engine = useEngine();
  const [task, setTask] = useState<EngineTask | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const newest = useRef(0);

  const send: EngineRequests['send'] = async (kind, call, onValue) => {
    const id = ++newest.current;
    setTask(kind);
    setFailure(null);
    try {
      const answer = await call(engine);
      if (id !== newest.current) return;
      setTask(null);
      if (answer.ok) onValue(answer.value);
      else setFailure(answer.reason);
    } catch (error) {
      if (error instanceof EngineStopped || id !== newest.current) return;
      setTask(null);
      setFailure(error instanceof Error ? error.message : 'The rules failed. Reload the page.');
    }
  };
  const cancel = () => {
    newest.current++;
    setTask(null);
    setFailure(null);
  };
  return { task, failure, send, cancel };
}
