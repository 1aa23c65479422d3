import { afterEach, beforeEach, expect, it } from 'vitest';
import { now } from '@/lib/core/clock';
import { type DueEntry, DueSignal } from '@/lib/core/due';
import { onBroadcast } from '@/lib/events';
import { useDatabase } from '@/lib/testing/database';
import { forwardDueTimes, receiveDueTimes } from './due-forwarding';

useDatabase();

let runs = 0;
let entry: DueEntry & { signal: DueSignal };
let sent: unknown[];
let stops: (() => void)[];

beforeEach(() => {
  entry = {
    name: `test.${++runs}`,
    fire: async () => {},
    maxSleepMs: 1_000,
    signal: new DueSignal(`test.${runs}`),
  };
  sent = [];
  stops = [onBroadcast('due', (payload) => sent.push(payload)), forwardDueTimes([entry])];
});
afterEach(() => stops.forEach((stop) => void stop()));

const inMs = (ms: number) => new Date(now().getTime() + ms);
const afterMs = () => sent.map((payload) => (payload as { after_ms: number }).after_ms);

it('forwards a due time that the ticker would sleep over, and each earlier one', () => {
  entry.signal.announce(inMs(500));
  entry.signal.announce(inMs(700));
  entry.signal.announce(inMs(200));
  entry.signal.announce(inMs(-5));
  entry.signal.announce(inMs(-5));
  expect(afterMs().map((ms) => Math.round(ms / 100))).toEqual([5, 2, 0, 0]);
});

it('forwards no due time after which the ticker looks anyway', () => {
  entry.signal.announce(inMs(1_500));
  entry.signal.announce(inMs(60_000));
  expect(sent).toEqual([]);
});

it('announces what another process forwarded by the clock of this one, and ignores what it does not know', () => {
  for (const stop of stops) stop();
  const heard: number[] = [];
  stops = [receiveDueTimes([entry]), entry.signal.subscribe((due) => heard.push(due.getTime() - now().getTime()))];
  const forwarding = forwardDueTimes([{ ...entry, signal: new DueSignal(`another of ${entry.name}`) }]);
  const other = new DueSignal(`another of ${entry.name}`);
  other.announce(inMs(300));
  new DueSignal('unheard').announce(inMs(300));
  forwarding();
  expect(heard.map((ms) => Math.round(ms / 100))).toEqual([3]);
});
