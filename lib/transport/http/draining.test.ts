import { expect, test } from 'vitest';
import { Deferred, settled } from '@/lib/core/deferred';
import { abortOnDrain, startDrain, WaitingLife, waitingForDrain } from './draining';

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

/** A wait of which the end makes a text. */
class Wait extends Deferred<string> {
  protected override giveUp(): void {
    this.resolve('ended');
  }
}

test('what a call defers ends when its caller goes away, and leaves nothing behind', async () => {
  const gone: (() => void)[] = [];
  const onGone = (listener: () => void) => {
    gone.push(listener);
    return () => void gone.splice(gone.indexOf(listener), 1);
  };
  const deferred = await new WaitingLife({ onGone }).during(async () => new Wait());
  expect([waitingForDrain(), gone.length]).toEqual([1, 1]);
  gone[0]?.();
  expect(await settled(deferred)).toBe('ended');
  expect([waitingForDrain(), gone.length]).toEqual([0, 0]);
  const earlier = new WaitingLife({ onGone });
  earlier.end();
  expect(await settled(await earlier.during(async () => new Wait()))).toBe('ended');
  expect(earlier.signal.aborted).toBe(true);
});

test('the drain aborts every signal that was not released, and every later one', () => {
  const released = abortOnDrain();
  released.release();
  const waiting = abortOnDrain();
  startDrain();
  expect([released.signal.aborted, waiting.signal.aborted]).toEqual([false, true]);
  expect(abortOnDrain().signal.aborted).toBe(true);
});
