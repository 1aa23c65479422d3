import { describe, expect, it } from 'vitest';
import { KeyedMutex } from './keyed-mutex';

describe('KeyedMutex', () => {
  it('runs work on one key in the order of the calls', async () => {
    const mutex = new KeyedMutex();
    const order: string[] = [];
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const work = (name: string, until?: Promise<void>) =>
      mutex.run('key', async () => {
        order.push(`${name} starts`);
        await until;
        order.push(`${name} ends`);
      });
    const all = Promise.all([work('a', released), work('b'), work('c')]);
    // Work on another key, which nothing holds, ends first: the work on this key had its chance to start.
    await mutex.run('other', async () => {});
    expect(order).toEqual(['a starts']);
    release();
    await all;
    expect(order).toEqual(['a starts', 'a ends', 'b starts', 'b ends', 'c starts', 'c ends']);
  });

  it('does not make other keys wait', async () => {
    const mutex = new KeyedMutex();
    let release = () => {};
    const blocked = mutex.run('a', () => new Promise<void>((resolve) => (release = resolve)));
    expect(await mutex.run('b', async () => 'done')).toBe('done');
    release();
    await blocked;
  });

  it('continues after work that failed', async () => {
    const mutex = new KeyedMutex();
    const failed = mutex.run('a', () => Promise.reject(new Error('no')));
    const next = mutex.run('a', async () => 'done');
    await expect(failed).rejects.toThrow('no');
    expect(await next).toBe('done');
  });

  it('refuses work beyond its bound of waiting work with an error that may be repeated, and runs what waits', async () => {
    const mutex = new KeyedMutex({ maxWaiting: 1 });
    let release = () => {};
    const running = mutex.run('a', () => new Promise<void>((resolve) => (release = resolve)));
    const waiting = mutex.run('a', async () => 'done');
    let started = false;
    const refused = mutex.run('a', async () => {
      started = true;
    });
    await expect(refused).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryable: true, retryAfterS: 1 });
    expect(await mutex.run('b', async () => 'another key')).toBe('another key');
    release();
    await running;
    expect(await waiting).toBe('done');
    expect(started).toBe(false);
    expect(await mutex.run('a', async () => 'again')).toBe('again');
  });

  it('does not start work whose signal aborted while it waited, and frees its place', async () => {
    const mutex = new KeyedMutex({ maxWaiting: 1 });
    let release = () => {};
    const running = mutex.run('a', () => new Promise<void>((resolve) => (release = resolve)));
    const controller = new AbortController();
    let starts = 0;
    const work = async () => {
      starts += 1;
    };
    const cancelled = mutex.run('a', work, controller.signal);
    controller.abort(new Error('the caller went away'));
    await expect(cancelled).rejects.toThrow('the caller went away');
    const next = mutex.run('a', async () => 'next');
    release();
    await running;
    expect(await next).toBe('next');
    await expect(mutex.run('a', work, controller.signal)).rejects.toThrow('the caller went away');
    expect(starts).toBe(0);
  });
});
