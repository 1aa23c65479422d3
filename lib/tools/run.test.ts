import { beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { AppError } from '@/lib/core/errors';
import { newId } from '@/lib/core/ids';
import { log } from '@/lib/core/log';
import { defineTool, type ToolDefinition } from '@/lib/core/tool';
import { flushAudit } from '@/lib/domain/activity';
import { useDatabase } from '@/lib/testing/database';
import { type AgentFixture, agentFixture, ownerFixture } from '@/lib/testing/fixtures';
import { prisma } from '@/lib/testing/prisma';
import { runTool } from './run';

useDatabase();

let agent: AgentFixture;
beforeAll(async () => {
  agent = await agentFixture();
});

/** A tool of this test, as the registry would have it. */
function tool(run: () => Promise<{ n: number }>, more: Partial<ToolDefinition> = {}): ToolDefinition {
  return {
    ...defineTool({
      name: `test.${newId()}`,
      title: 'Test',
      description: 'For this test alone.',
      toolset: 'gateway',
      scope: 'any',
      source: 'run.test.ts',
      input: z.strictObject({ x: z.int().default(1), idempotency_key: z.string().optional() }),
      output: z.strictObject({ n: z.int() }),
      errors: [],
      hints: {},
      examples: [{}],
      run,
    }),
    ...more,
  };
}

function call(definition: ToolDefinition, input: unknown, idempotencyKey: string | null = null) {
  const context = {
    transport: 'rest' as const,
    signal: new AbortController().signal,
    requestId: newId(),
    idempotencyKey,
  };
  return runTool(definition, input, agent.caller, context);
}

describe('a call with an idempotency key', () => {
  it('runs once when calls race, and gives all of them the same answer', async () => {
    let runs = 0;
    const counting = tool(async () => ({ n: ++runs }));
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => call(counting, { x: 5 }, 'race')));
    expect(outcomes.map((outcome) => outcome.ok && outcome.value)).toEqual(Array(8).fill({ n: 1 }));
    expect(runs).toBe(1);
  });

  it('takes the key as an argument, and ignores the order of arguments', async () => {
    let runs = 0;
    const counting = tool(async () => ({ n: ++runs }));
    await call(counting, { idempotency_key: 'same', x: 2 });
    expect(await call(counting, { x: 2 }, 'same')).toMatchObject({ ok: true, value: { n: 1 } });
    expect(await call(counting, { x: 3 }, 'same')).toMatchObject({
      ok: false,
      error: { code: 'IDEMPOTENCY_CONFLICT' },
    });
  });

  it('may be repeated after a failure', async () => {
    let runs = 0;
    const flaky = tool(async () => {
      if (++runs === 1) throw new AppError('INVALID_STATE', 'Not yet.');
      return { n: runs };
    });
    expect(await call(flaky, {}, 'again')).toMatchObject({ ok: false, error: { code: 'INVALID_STATE' } });
    expect(await call(flaky, {}, 'again')).toMatchObject({ ok: true, value: { n: 2 } });
  });

  it('is left to tools that store the key themselves, and ignored by tools that only read', async () => {
    for (const more of [{ ownsIdempotency: true }, { hints: { readOnly: true } }]) {
      let runs = 0;
      const counting = tool(async () => ({ n: ++runs }), more);
      await call(counting, {}, 'kept');
      expect(await call(counting, {}, 'kept')).toMatchObject({ ok: true, value: { n: 2 } });
    }
  });
});

describe('an unexpected error of a handler', () => {
  it('is logged under the request id, without details for the caller', async () => {
    const logged = vi.spyOn(log, 'error').mockImplementation(() => {});
    const broken = tool(async () => {
      throw new TypeError('secret detail');
    });
    const outcome = await call(broken, {});
    expect(outcome).toMatchObject({ ok: false, stage: 'run', error: { code: 'INTERNAL_ERROR', retryable: true } });
    expect(JSON.stringify(!outcome.ok && outcome.error.toWire())).not.toContain('secret');
    expect(logged).toHaveBeenCalledWith(
      expect.objectContaining({ requestId: expect.any(String), tool: broken.name }),
      expect.any(String),
    );
    logged.mockRestore();
  });

  it('is SERVICE_UNAVAILABLE, retryable and not logged, when the database is away', async () => {
    const logged = vi.spyOn(log, 'error');
    const away = tool(async () => {
      throw Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' });
    });
    const outcome = await call(away, {});
    expect(outcome).toMatchObject({ ok: false, error: { code: 'SERVICE_UNAVAILABLE', http: 503, retryable: true } });
    expect(!outcome.ok && outcome.error.retryAfterS).toBeGreaterThan(0);
    expect(logged).not.toHaveBeenCalled();
    logged.mockRestore();
  });

  it('is not logged when the caller has gone while its call waited', async () => {
    const logged = vi.spyOn(log, 'error');
    const gone = AbortSignal.abort();
    const waiting = tool(async () => gone.throwIfAborted() as never);
    const context = { transport: 'rest' as const, signal: gone, requestId: newId(), idempotencyKey: null };
    expect(await runTool(waiting, {}, agent.caller, context)).toMatchObject({ ok: false });
    expect(logged).not.toHaveBeenCalled();
    logged.mockRestore();
  });

  it('includes an answer that does not fit the output schema', async () => {
    const logged = vi.spyOn(log, 'error').mockImplementation(() => {});
    const lying = tool(async () => ({ n: 'three' }) as unknown as { n: number });
    expect(await call(lying, {})).toMatchObject({ ok: false, error: { code: 'INTERNAL_ERROR' } });
    logged.mockRestore();
  });
});

it('audits every call except those that only wait', async () => {
  const [counted, waiting] = [tool(async () => ({ n: 1 })), tool(async () => ({ n: 1 }), { waits: true })];
  await call(counted, {});
  await call(counted, { x: 'no' });
  await call(waiting, {});
  await flushAudit();
  const lines = await prisma().auditEntry.findMany({
    where: { tool: { in: [counted.name, waiting.name] } },
    orderBy: { id: 'asc' },
  });
  expect(lines.map(({ tool: name, outcome }) => [name, outcome])).toEqual([
    [counted.name, 'ok'],
    [counted.name, 'VALIDATION_ERROR'],
  ]);
});

describe('many calls of one owner beside those of another', () => {
  /** Calls tools for an agent with an owner, and counts the calls whose handlers have begun and not ended. */
  async function twoOwners(flags: Partial<ToolDefinition> = {}) {
    const [one, other] = [await ownerFixture(), await ownerFixture()];
    const [busy, idle] = [await agentFixture({ owner: one }), await agentFixture({ owner: other })];
    const ends: (() => void)[] = [];
    const slow = tool(() => new Promise((resolve) => ends.push(() => resolve({ n: 1 }))), flags);
    const quick = tool(async () => ({ n: 2 }));
    const run = (by: AgentFixture, definition: ToolDefinition) =>
      runTool(definition, {}, by.caller, {
        transport: 'rest',
        signal: new AbortController().signal,
        requestId: newId(),
        address: '192.0.2.1',
      });
    return { ends, callSlow: () => run(busy, slow), callQuick: () => run(idle, quick) };
  }

  it('run two at a time, and the first of the other owner runs immediately', async () => {
    const { ends, callSlow, callQuick } = await twoOwners();
    const [first] = [callSlow(), await callQuick()];
    const calls = [first, ...Array.from({ length: 39 }, callSlow)];
    await expect.poll(() => ends.length).toBe(2);
    expect(await callQuick()).toMatchObject({ ok: true });
    expect(ends).toHaveLength(2);
    for (let ended = 0; ended < 40; ended++) {
      await expect.poll(() => ends.length).toBeGreaterThan(0);
      ends.shift()?.();
    }
    expect((await Promise.all(calls)).every(({ ok }) => ok)).toBe(true);
  });

  it.each([{ waits: true }, { hints: { openWorld: true } }])(
    'begin two at a time where they then wait for something else: %o',
    async (flags) => {
      const { ends, callSlow, callQuick } = await twoOwners(flags);
      const [first] = [callSlow(), await callQuick()];
      const calls = [first, ...Array.from({ length: 39 }, callSlow)];
      await new Promise((resolve) => setImmediate(resolve));
      expect(ends.length).toBeLessThan(20);
      await expect.poll(() => ends.length).toBe(40);
      for (const end of ends) end();
      expect((await Promise.all(calls)).every(({ ok }) => ok)).toBe(true);
    },
  );
});
