import { expect, test } from 'vitest';
import { abortOnDrain, startDrain, waitingForDrain } from './draining';

test('a linked signal aborts with its source, and leaves nothing behind once released', () => {
  const gone = new AbortController();
  const linked = abortOnDrain(gone.signal);
  expect(waitingForDrain()).toBe(1);
  gone.abort();
  expect(linked.signal.aborted).toBe(true);
  linked.release();
  expect(waitingForDrain()).toBe(0);
});

test('a source that has aborted aborts the linked signal immediately', () => {
  const linked = abortOnDrain(AbortSignal.abort());
  expect(linked.signal.aborted).toBe(true);
  linked.release();
});

test('the drain aborts every signal that was not released, and every later one', () => {
  const released = abortOnDrain();
  released.release();
  const waiting = abortOnDrain();
  startDrain();
  expect([released.signal.aborted, waiting.signal.aborted]).toEqual([false, true]);
  expect(abortOnDrain().signal.aborted).toBe(true);
});
