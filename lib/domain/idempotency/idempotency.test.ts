import { describe, expect, it } from 'vitest';
import { newId } from '@/lib/core/ids';
import { pool } from '@/lib/data/database';
import { useDatabase } from '@/lib/testing/database';
import { claimKey, claimSend, finishKey, forgetOldKeys, releaseKey } from './idempotency.service';

useDatabase();

const call = () => ({ agentId: newId(), tool: 'lobby.create', key: 'k', inputHash: 'h' });
const age = (agentId: string, interval: string) =>
  pool().query(`UPDATE idempotency_keys SET created_at = now() - $2::interval WHERE agent_id = $1`, [
    agentId,
    interval,
  ]);

describe('an idempotency key', () => {
  it('is claimed by one of many, and the others get its answer', async () => {
    const mine = call();
    const claims = Array.from({ length: 10 }, () => claimKey(mine));
    const first = await Promise.race(claims);
    expect(first).toEqual({ state: 'new' });
    await finishKey({ ...mine, answer: { n: 1 } });
    const states = await Promise.all(claims);
    expect(states.filter((claimed) => claimed.state === 'new')).toHaveLength(1);
    expect(states.filter((claimed) => claimed.state === 'done')).toHaveLength(9);
    for (const claimed of states) if (claimed.state === 'done') expect(claimed.answer).toEqual({ n: 1 });
  });

  it('gives the very text of the first answer again, whatever an experience put into it', async () => {
    const mine = call();
    await claimKey(mine);
    const text = '{"zeta":1,"alpha":{"b":"\\u0000\\ud800","a":[1e+21,null]}}';
    await finishKey({ ...mine, answer: JSON.parse(text) });
    const again = await claimKey(mine);
    expect(again.state === 'done' && JSON.stringify(again.answer)).toBe(text);
  });

  it('refuses other arguments, also while the first call runs', async () => {
    const mine = call();
    await claimKey(mine);
    await expect(claimKey({ ...mine, inputHash: 'other' })).rejects.toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' });
    await finishKey({ ...mine, answer: null });
    await expect(claimKey({ ...mine, inputHash: 'other' })).rejects.toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' });
  });

  it('is free again when its call failed', async () => {
    const mine = call();
    await claimKey(mine);
    const waiting = claimKey(mine);
    await releaseKey(mine);
    expect(await waiting).toEqual({ state: 'new' });
  });

  it('belongs to one agent and one tool', async () => {
    const mine = call();
    await claimKey(mine);
    expect(await claimKey({ ...mine, agentId: newId() })).toEqual({ state: 'new' });
    expect(await claimKey({ ...mine, tool: 'lobby.join' })).toEqual({ state: 'new' });
  });

  it('is taken over when its process is gone, and forgotten after 24 hours', async () => {
    const mine = call();
    await claimKey(mine);
    await age(mine.agentId, '61 seconds');
    expect(await claimKey(mine)).toEqual({ state: 'new' });
    await finishKey({ ...mine, answer: 1 });
    await age(mine.agentId, '25 hours');
    expect(await claimKey({ ...mine, inputHash: 'other' })).toEqual({ state: 'new' });
    await age(mine.agentId, '25 hours');
    expect(await forgetOldKeys()).toBe(1);
  });

  it('for something sent elsewhere is never taken over', async () => {
    const { inputHash: _, ...mine } = call();
    expect(await claimSend(mine)).toBe(true);
    await age(mine.agentId, '1 hour');
    expect(await claimSend(mine)).toBe(false);
    await releaseKey(mine);
    expect(await claimSend(mine)).toBe(true);
  });
});
