import { expect, it } from 'vitest';
import { advanceClock, useClock } from '@/lib/testing/clock';
import { now } from './clock';
import { DueRows } from './due';

useClock();

it('lets a row fail alone, tries it again later and later, and reports it as postponed meanwhile', async () => {
  const rows = new DueRows('test: rows');
  const tried: string[] = [];
  const work = async (id: string) => {
    tried.push(id);
    if (id === 'bad') throw new Error('an error of the test');
  };
  const attempt = () => rows.attemptEach(['bad', 'good'], work);
  expect(await attempt()).toBe(1);
  expect([tried, rows.postponed()]).toEqual([['bad', 'good'], ['bad']]);
  await attempt();
  expect(tried).toEqual(['bad', 'good', 'good']);
  const pauses: number[] = [];
  for (let failure = 0; failure < 12; failure++) {
    const pauseMs = (rows.nextRetry()?.getTime() ?? 0) - now().getTime();
    pauses.push(Math.round(pauseMs / 1_000));
    advanceClock(pauseMs + 1);
    expect(rows.postponed()).toEqual([]);
    await rows.attempt('bad', () => work('bad'));
  }
  expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 600, 600]);
  advanceClock(600_001);
  expect(await rows.attempt('bad', async () => 'done')).toBe('done');
  expect([rows.postponed(), rows.nextRetry()]).toEqual([[], null]);
});

it('forgets a row whose work another process did meanwhile', async () => {
  const rows = new DueRows('test: elsewhere');
  await rows.attempt('one', async () => {
    throw new Error('an error of the test');
  });
  expect(rows.nextRetry()).not.toBeNull();
  advanceClock(1_001);
  expect([rows.postponed(), rows.nextRetry()]).toEqual([[], null]);
});

it('starts no row after the stop', async () => {
  const stopping = new AbortController();
  const tried: string[] = [];
  const work = async (id: string) => {
    tried.push(id);
    stopping.abort();
  };
  await new DueRows('test: stop').attemptEach(['one', 'two'], work, stopping.signal);
  expect(tried).toEqual(['one']);
});
