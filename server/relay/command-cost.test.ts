import { expect, test, vi } from 'vitest';
import { listApp } from '@/lib/domain/relay/testing/list-app';
import { useDatabase } from '@/lib/testing/database';
import { countStatements } from '@/lib/testing/statements';
import type { RelayClient } from './testing/relay-server';
import { openRemotePage, VIEW } from './testing/remote-page';
import { useRelay } from './testing/use-relay';

useDatabase();
const { agent, session, newRoom, url } = useRelay();

const STATEMENTS = /^relay\./;

/** Sends what is not answered, and waits for the next frame of a type that shows its effect. */
async function sendAndAwait(from: RelayClient, type: string, payload: object, to: RelayClient, effect: string) {
  const before = to.ofType(effect).length;
  from.send(type, payload);
  await to.until(() => to.ofType(effect).length > before);
}

test('a command in a room is one statement', async () => {
  const { host, agent: one } = await session();
  const commands: [string, () => Promise<unknown>][] = [
    ['tool.call', () => one.call('pick', { itemId: 'b' })],
    ['a refused tool.call', () => one.call('fly')],
    ['snapshot.get', () => one.ask('snapshot.get')],
    ['user.action', () => sendAndAwait(host, 'user.action', { action: { pick: 'a' } }, one, 'state.updated')],
    ['user.message', () => sendAndAwait(host, 'user.message', { text: 'Hello' }, one, 'user.message')],
    ['control.set', () => sendAndAwait(host, 'control.set', { controller: 'person' }, host, 'control.changed')],
  ];
  const counted: [string, number][] = [];
  for (const [name, send] of commands) counted.push([name, await countStatements(STATEMENTS, send)]);
  expect(counted).toEqual(commands.map(([name]) => [name, 1]));
});

test('a request that is forwarded to a page is two, and what the page shows one', async () => {
  const roomName = newRoom();
  const page = await openRemotePage(url(), roomName);
  const one = await agent(roomName);
  const started = one.ask('session.start', { studyId: 's', participantId: 'p' });
  await page.answer('session.start', 'session.started', VIEW);
  await started;
  const statementsOfCall = await countStatements(STATEMENTS, async () => {
    const answered = one.call('add');
    await page.answer('tool.call', 'tool.result', { ok: true, ...VIEW });
    await answered;
  });
  const statementsOfView = await countStatements(STATEMENTS, async () => {
    page.send('state.updated', { uiSpec: { stage: 'beds' } });
    await one.until(({ type, payload }) => type === 'state.updated' && JSON.stringify(payload).includes('"beds"'));
  });
  expect([statementsOfCall, statementsOfView]).toEqual([2, 1]);
  page.close();
});

test('what a room shows is read from the application once for a change, however many members there are', async () => {
  const { roomName, agent: one } = await session();
  const others = await Promise.all(Array.from({ length: 8 }, () => agent(roomName)));
  await one.call('pick', { itemId: 'a' });
  const reads = [vi.spyOn(listApp, 'snapshot'), vi.spyOn(listApp, 'toolSchema')];
  await one.call('pick', { itemId: 'c' });
  for (const other of others)
    await other.until(
      ({ type, payload }) => type === 'state.updated' && JSON.stringify(payload).includes('"selected":"c"'),
    );
  expect(reads.map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
  for (const read of reads) read.mockRestore();
});
