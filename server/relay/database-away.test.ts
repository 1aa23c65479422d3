import { expect, test } from 'vitest';
import { useBreakableDatabase } from '@/lib/testing/database';
import { useRelay } from './testing/use-relay';

const database = useBreakableDatabase();
const { session } = useRelay();

test('a call that could not be stored is answered with an error, and the page is never shown it', async () => {
  const { host, agent: one } = await session();
  await one.call('pick', { itemId: 'a' });
  database().cut();
  const failed = await one.call('pick', { itemId: 'b' });
  expect(failed.payload).toMatchObject({ code: 'TOOL_EXECUTION_FAILED' });
  expect(JSON.stringify(failed)).not.toMatch(/ECONN|127\.0\.0\.1/);
  database().repair();
  await expect.poll(async () => (await one.ask('snapshot.get')).type).toBe('snapshot.state');
  expect((await one.ask('snapshot.get')).payload.uiSpec?.state).toEqual({ selected: 'a' });
  expect((await one.call('pick', { itemId: 'c' })).type).toBe('tool.result');
  const states = host.ofType('state.updated').map(({ payload }) => payload.uiSpec?.state);
  expect(states.at(-1)).toEqual({ selected: 'c' });
  expect(states).not.toContainEqual({ selected: 'b' });
});
