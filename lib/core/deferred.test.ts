import { describe, expect, it } from 'vitest';
import { Deferred, finishWith, type MaybeDeferred, proceed, settled } from './deferred';

/** A wait for a number, of which `end` makes 0. */
class Wait extends Deferred<number> {
  protected override giveUp(): void {
    this.resolve(0);
  }
}

const later = async <T>(value: T): Promise<T> => value;

describe('Deferred', () => {
  it('runs its synchronous steps in the turn in which the value comes', () => {
    const wait = new Wait();
    const seen: unknown[] = [];
    wait.proceed((value) => value + 1).proceed((value) => void seen.push(value));
    wait.resolve(1);
    expect(seen).toEqual([2]);
  });

  it('runs steps that are added after the value', async () => {
    const wait = new Wait();
    wait.resolve(1);
    expect(await wait.proceed((value) => later(value + 1)).toPromise()).toBe(2);
  });

  it('hands what a step throws to the next step that takes failures', async () => {
    const wait = new Wait();
    const failing = wait
      .proceed((): number => {
        throw new Error('broken');
      })
      .proceed((value) => value + 1)
      .proceed<unknown>(null, (thrown) => `${thrown}`);
    wait.resolve(1);
    expect(await settled(failing)).toBe('Error: broken');
    const rejected = new Wait();
    const promise = rejected.proceed(() => Promise.reject(new Error('late'))).toPromise();
    rejected.resolve(1);
    await expect(promise).rejects.toThrow('late');
  });

  it('ends with what there is, once, also a wait that a step has begun', async () => {
    const [first, second] = [new Wait(), new Wait()];
    const both = first.proceed((value) => second.proceed((more) => [value, more]));
    first.resolve(7);
    both.end();
    both.end();
    expect(await settled(both)).toEqual([7, 0]);
  });

  it('ends the wait that a step begins after the end', async () => {
    const [first, second] = [new Wait(), new Wait()];
    const both = first.proceed(
      async (value): Promise<MaybeDeferred<number[]>> => second.proceed((more) => [value, more]),
    );
    both.end();
    expect(await settled(both)).toEqual([0, 0]);
  });

  it('runs its steps inside of a scope', () => {
    const wait = new Wait();
    let isInside = false;
    wait.runIn((work) => {
      isInside = true;
      work();
      isInside = false;
    });
    const seen: boolean[] = [];
    wait.proceed(() => void seen.push(isInside));
    wait.resolve(1);
    expect([seen, isInside]).toEqual([[true], false]);
  });
});

describe('finishWith', () => {
  it('ends with the value, with the deferred value, and with a failure', async () => {
    const ends: string[] = [];
    const end = (name: string) => () => void ends.push(name);
    expect(await finishWith(async () => 1, end('now'))).toBe(1);
    const wait = new Wait();
    const value = await finishWith(async () => wait, end('later'));
    expect(ends).toEqual(['now']);
    wait.resolve(2);
    expect(await settled(proceed(value, (number) => number) as MaybeDeferred<number>)).toBe(2);
    await expect(finishWith(() => Promise.reject(new Error('no')), end('failed'))).rejects.toThrow('no');
    expect(ends).toEqual(['now', 'later', 'failed']);
  });
});
