'use client';
import { useCallback, useEffect, useRef, useState } from 'react';
import { joinFrame } from './connect-agent';
import { planCall, type Snapshot } from './example-agent';
import type { RelayFrame, RelayPage } from './relay-page';

/** Time between two calls, so that a person can follow. */
const PACE_MS = 1_400;
/** Refusals in a row after which the agent leaves. */
const MAX_REFUSALS = 5;

/** An agent on a WebSocket of its own, as any external agent: it asks for the state, calls a tool, and asks again. */
class ExampleAgent {
  readonly #socket: WebSocket;
  readonly #timers = new Set<ReturnType<typeof setTimeout>>();
  #count = 0;
  #refusals = 0;

  constructor(page: Pick<RelayPage, 'room' | 'joinToken' | 'isOpen'>, onClose: () => void) {
    this.#socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/agent/ws`);
    this.#socket.addEventListener('open', () => this.#socket.send(joinFrame(page)));
    this.#socket.addEventListener('message', ({ data }) => this.#receive(JSON.parse(String(data)) as RelayFrame));
    this.#socket.addEventListener('close', onClose);
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#socket.close();
  }

  #send(type: string, payload: object): void {
    const id = `example-${++this.#count}`;
    if (this.#socket.readyState === WebSocket.OPEN) {
      this.#socket.send(JSON.stringify({ v: 'mvp-0.2', type, id, payload }));
    }
  }

  #later(work: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      work();
    }, PACE_MS);
    this.#timers.add(timer);
  }

  #look(): void {
    this.#later(() => this.#send('snapshot.get', {}));
  }

  #receive({ type, payload, replyTo }: RelayFrame): void {
    if (type === 'relay.joined') this.#send('session.start', { studyId: 'example', participantId: 'visitor' });
    if (type === 'session.started') {
      this.#send('agent.message', { text: 'Hello. I look for a well-rated film, two seats together, this weekend.' });
      this.#look();
    }
    if (type === 'snapshot.state') this.#act(payload as unknown as Snapshot);
    if (type === 'tool.result') {
      this.#refusals = 0;
      this.#look();
    }
    if (type === 'session.ended') this.close();
    if (type === 'error' && replyTo !== undefined) {
      if (++this.#refusals > MAX_REFUSALS || payload.code === 'SESSION_NOT_ACTIVE') this.close();
      else this.#look();
    }
  }

  #act(snapshot: Snapshot): void {
    const call = planCall(snapshot);
    if (call) {
      this.#send('tool.call', call);
      return;
    }
    const reference = snapshot.uiSpec.state.booking?.reference;
    const text = reference ? `Booked. Your reference is ${reference}.` : 'I cannot go on here. Please choose yourself.';
    this.#send('agent.message', { text });
    this.#later(() => this.close());
  }
}

/** Starts and stops the example agent, which runs in this tab. */
export function useExampleAgent(page: RelayPage): { start: () => void; isRunning: boolean } {
  const agent = useRef<ExampleAgent | null>(null);
  const [isRunning, setIsRunning] = useState(false);
  useEffect(() => () => agent.current?.close(), []);
  const { room, joinToken, isOpen } = page;
  const start = useCallback(() => {
    agent.current?.close();
    setIsRunning(true);
    agent.current = new ExampleAgent({ room, joinToken, isOpen }, () => setIsRunning(false));
  }, [room, joinToken, isOpen]);
  return { start, isRunning };
}
