import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import { AppError } from '@/lib/core/errors';
import { newId } from '@/lib/core/ids';
import { pool } from '@/lib/data/database';
import { advanceClock, useClock } from '@/lib/testing/clock';
import { useDatabase } from '@/lib/testing/database';
import { programArguments } from '@/lib/testing/program';
import { runClaimed, runKeyed, sendOnce } from '.';
import { deleteExpiredKeys } from './claims';

useDatabase();
useClock();

const call = () => ({ agentId: newId(), tool: 'lobby.create', key: 'k', input: { a: 1 } as unknown });
const age = (agentId: string, interval: string) =>
  pool().query(`UPDATE idempotency_keys SET created_at = now() - $2::interval WHERE agent_id = $1`, [
    agentId,
    interval,
  ]);

const ageOf = async (agentId: string): Promise<number> => {
  const { rows } = await pool().query(
    'SELECT EXTRACT(EPOCH FROM now() - created_at)::float8 AS s FROM idempotency_keys WHERE agent_id = $1',
    [agentId],
  );
  return rows[0].s;
};

/** Work whose end the test decides. */
function heldWork() {
  let finish: (answer: unknown) => void = () => {};
  let fail: (error: Error) => void = () => {};
  const answer = new Promise<unknown>((resolve, reject) => {
    finish = resolve;
    fail = reject;
  });
  return { work: vi.fn(() => answer), finish, fail };
}

describe('runClaimed', () => {
  it('runs one of ten racing calls and gives the others its answer', async () => {
    const mine = call();
    const { work, finish } = heldWork();
    const calls = Array.from({ length: 10 }, () => runClaimed(mine, work));
    await vi.waitFor(() => expect(work).toHaveBeenCalled(), 10_000);
    finish({ n: 1 });
    expect(await Promise.all(calls)).toEqual(Array.from({ length: 10 }, () => ({ n: 1 })));
    expect(work).toHaveBeenCalledTimes(1);
  });

  it('tells a call that waits longer than a minute to ask again: nothing is wrong on our side', async () => {
    const mine = call();
    const { work, finish } = heldWork();
    const first = runClaimed(mine, work);
    await vi.waitFor(() => expect(work).toHaveBeenCalled(), 10_000);
    const repeated = runClaimed(mine, work);
    advanceClock(66_000);
    await expect(repeated).rejects.toMatchObject({ code: 'IDEMPOTENCY_CONFLICT', http: 409, retryable: true });
    finish({ n: 1 });
    expect(await first).toEqual({ n: 1 });
    expect(await runClaimed(mine, work)).toEqual({ n: 1 });
  });

  it('answers a repeated call with the bytes of the first answer', async () => {
    const mine = call();
    const text = '{"zeta":1,"alpha":{"b":"\\u0000\\ud800","a":[1e+21,null]}}';
    await runClaimed(mine, async () => JSON.parse(text));
    expect(JSON.stringify(await runClaimed(mine, async () => 'again'))).toBe(text);
  });

  it('refuses other arguments during and after the first call', async () => {
    const mine = call();
    const other = { ...mine, input: { a: 2 } };
    const { work, finish } = heldWork();
    const first = runClaimed(mine, work);
    await vi.waitFor(() => expect(work).toHaveBeenCalled(), 10_000);
    await expect(runClaimed(other, work)).rejects.toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' });
    finish(null);
    await first;
    await expect(runClaimed(other, work)).rejects.toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' });
  });

  it('lets a waiting call run when the first call fails', async () => {
    const mine = call();
    const { work, fail } = heldWork();
    const first = runClaimed(mine, work);
    await vi.waitFor(() => expect(work).toHaveBeenCalled(), 10_000);
    const second = runClaimed(mine, async () => 'second');
    fail(new Error('broken'));
    await expect(first).rejects.toThrow('broken');
    expect(await second).toBe('second');
  });

  it('keeps the keys of agents and of tools apart', async () => {
    const mine = call();
    await runClaimed(mine, async () => 'mine');
    expect(await runClaimed({ ...mine, agentId: newId() }, async () => 'other agent')).toBe('other agent');
    expect(await runClaimed({ ...mine, tool: 'lobby.join' }, async () => 'other tool')).toBe('other tool');
  });

  it('never takes over the key of a call that still runs, however long it takes', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const mine = call();
      const { work, finish } = heldWork();
      const first = runClaimed(mine, work);
      await vi.waitFor(() => expect(work).toHaveBeenCalled(), 10_000);
      await age(mine.agentId, '61 seconds');
      vi.advanceTimersByTime(5_000);
      await vi.waitFor(async () => expect(await ageOf(mine.agentId)).toBeLessThan(60), 10_000);
      const second = runClaimed(mine, work);
      finish('once');
      expect(await Promise.all([first, second])).toEqual(['once', 'once']);
      expect(work).toHaveBeenCalledTimes(1);
    } finally {
      vi.useRealTimers();
    }
  });

  it('takes over the key of a process that was killed within seconds, and not of one that is there', async () => {
    const mine = call();
    const file = 'lib/domain/idempotency/testing/claiming-process.ts';
    const holder = spawn(process.execPath, [...programArguments(file), mine.agentId, mine.tool, mine.key], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(holder.stdout, 'data');
    const work = vi.fn(async () => 'second');
    const repeated = runClaimed(mine, work);
    await new Promise((resolve) => setTimeout(resolve, 3_500));
    expect(work).not.toHaveBeenCalled();
    holder.kill('SIGKILL');
    const killedMs = performance.now();
    expect(await repeated).toBe('second');
    expect(performance.now() - killedMs).toBeLessThan(10_000);
  });

  /** The table is away: what is stored meanwhile fails. */
  const takeAway = () => pool().query('ALTER TABLE idempotency_keys RENAME TO keys_away');
  const bringBack = () => pool().query('ALTER TABLE keys_away RENAME TO idempotency_keys');

  it('frees the key of a call that failed with the database, as soon as the database is back', async () => {
    const mine = call();
    const failing = runClaimed(mine, async () => {
      await takeAway();
      throw new Error('the database is away');
    });
    await expect(failing).rejects.toThrow('the database is away');
    await bringBack();
    const startedMs = performance.now();
    expect(await runClaimed(mine, async () => 'second')).toBe('second');
    expect(performance.now() - startedMs).toBeLessThan(5_000);
  });

  it('answers a call whose answer could not be stored, and stores the answer when the database is back', async () => {
    const mine = call();
    const work = async () => {
      await takeAway();
      return 'first';
    };
    expect(await runClaimed(mine, work)).toBe('first');
    await bringBack();
    expect(await runClaimed(mine, async () => 'second')).toBe('first');
  });

  it('keeps the answer of the call that took a key over when the first one ends later', async () => {
    const mine = call();
    const first = heldWork();
    const late = runClaimed(mine, first.work);
    await vi.waitFor(() => expect(first.work).toHaveBeenCalled(), 10_000);
    await age(mine.agentId, '2 minutes');
    // Another process: this one's calls wait for each other.
    await pool().query(
      'UPDATE idempotency_keys SET holder = $2, answer = $3, finished_at = now() WHERE agent_id = $1',
      [mine.agentId, newId(), JSON.stringify('"second"')],
    );
    first.finish('first');
    expect(await late).toBe('first');
    expect(await runClaimed(mine, async () => 'third')).toBe('second');
  });

  it('takes over the key of a process that has stopped and forgets keys after 24 hours', async () => {
    const mine = call();
    const { work } = heldWork();
    void runClaimed(mine, work);
    await vi.waitFor(() => expect(work).toHaveBeenCalled(), 10_000);
    await age(mine.agentId, '61 seconds');
    expect(await runClaimed(mine, async () => 1)).toBe(1);
    await age(mine.agentId, '25 hours');
    expect(await runClaimed({ ...mine, input: { a: 2 } }, async () => 2)).toBe(2);
    await age(mine.agentId, '25 hours');
    expect(await deleteExpiredKeys(1_000)).toBe(1);
  });
});

describe('sendOnce', () => {
  const once = (of: ReturnType<typeof call>, send: () => Promise<unknown>, isAnswered = async () => false) => {
    const { input: _, ...key } = of;
    return sendOnce(key, { isAnswered, hadNoEffect: (thrown) => (thrown as Error).message === 'refused' }, send);
  };
  const failing = (message: string) => async () => {
    throw new Error(message);
  };

  it('sends an action again after a refusal, and never after its answer was lost', async () => {
    const mine = call();
    await expect(once(mine, failing('refused'))).rejects.toThrow('refused');
    await expect(once(mine, failing('lost'))).rejects.toThrow('lost');
    expect(await once(mine, async () => 'again')).toBeNull();
  });

  it('waits while another call sends the action', async () => {
    const mine = call();
    const { work, finish } = heldWork();
    const first = once(mine, work);
    await vi.waitFor(() => expect(work).toHaveBeenCalled(), 10_000);
    let isStored = false;
    const isAnswered = vi.fn(async () => isStored);
    const second = once(mine, work, isAnswered);
    await vi.waitFor(() => expect(isAnswered.mock.calls.length).toBeGreaterThan(2), 10_000);
    finish('sent');
    expect(await first).toEqual({ answer: 'sent' });
    isStored = true;
    expect(await second).toBeNull();
    expect(work).toHaveBeenCalledTimes(1);
  });

  it('sends an action that waited for a call which was refused', async () => {
    const mine = call();
    const { work, fail } = heldWork();
    const first = once(mine, work);
    await vi.waitFor(() => expect(work).toHaveBeenCalled(), 10_000);
    const second = once(mine, async () => 'second');
    fail(new Error('refused'));
    await expect(first).rejects.toThrow('refused');
    expect(await second).toEqual({ answer: 'second' });
  });

  it('never sends an action again that a process has left', async () => {
    const mine = call();
    const { work } = heldWork();
    void once(mine, work);
    await vi.waitFor(() => expect(work).toHaveBeenCalled(), 10_000);
    await age(mine.agentId, '11 seconds');
    expect(await once(mine, async () => 'again')).toBeNull();
  });
});

describe('runKeyed', () => {
  const keyed = (over: Partial<Parameters<typeof runKeyed<string>>[0]> = {}) => ({
    key: 'k' as string | null,
    input: { a: 1, b: 2 },
    findEarlier: vi.fn(async () => null as { input: unknown; answer: string } | null),
    lookUpFirst: false,
    run: vi.fn(async () => 'ran'),
    ...over,
  });
  const earlier = async () => ({ input: { b: 2, a: 1 }, answer: 'first' });
  const refuse = async () => {
    throw new AppError('EXPERIENCE_ERROR', 'The square is taken.');
  };

  it('looks nothing up for an action that succeeds', async () => {
    const call = keyed();
    expect(await runKeyed(call)).toBe('ran');
    expect(call.findEarlier).not.toHaveBeenCalled();
  });

  it('answers a repeated key that the rules or the index refuse', async () => {
    expect(await runKeyed(keyed({ findEarlier: vi.fn(earlier), run: vi.fn(refuse) }))).toBe('first');
    const run = async () => {
      throw Object.assign(new Error('duplicate key'), { code: '23505' });
    };
    expect(await runKeyed(keyed({ findEarlier: vi.fn(earlier), run: vi.fn(run) }))).toBe('first');
  });

  it('refuses a key that was used with another input', async () => {
    const call = keyed({ input: { a: 2 }, findEarlier: vi.fn(earlier), run: vi.fn(refuse) });
    await expect(runKeyed(call)).rejects.toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' });
  });

  it('keeps the refusal of a new key', async () => {
    await expect(runKeyed(keyed({ run: vi.fn(refuse) }))).rejects.toMatchObject({ message: 'The square is taken.' });
  });

  it('does not run an action that takes effect before it is stored when its key is known', async () => {
    const call = keyed({ lookUpFirst: true, findEarlier: vi.fn(earlier) });
    expect(await runKeyed(call)).toBe('first');
    expect(call.run).not.toHaveBeenCalled();
  });
});
