import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { useDatabase } from '@/lib/testing/database';
import { useRelay } from '@/server/relay/testing/use-relay';
import { frameOf, replayLog } from './replay.mjs';

useDatabase();
const { session, dataDirectory } = useRelay();

it('plays a log file again to what the agent was sent, with nothing but the file', async () => {
  const { host, agent, sessionId } = await session();
  for (const itemId of ['b', 'c']) {
    await agent.ask('snapshot.get');
    await agent.call('pick', { itemId });
  }
  await agent.ask('snapshot.get');
  await agent.ask('snapshot.get');
  host.send('user.message', { text: 'I prefer a.' });
  host.send('user.action', { action: { pick: 'a' } });
  await agent.until(({ payload }) => JSON.stringify(payload.uiSpec ?? null).includes('"selected":"a"'));
  await agent.call('fly');
  await agent.ask('session.end', { reason: 'done' });

  const file = path.join(dataDirectory(), `logs/study/${sessionId}.jsonl`);
  const text = await readFile(file, 'utf8');
  const steps = [...replayLog(text)];
  const sent = agent.frames.filter(({ type }) => !type.startsWith('relay.'));
  const logged = steps.filter(({ line }) => line.direction === 'out' && line.type !== 'tool.called').map(frameOf);
  // The state after the end is of no session.
  expect(logged).toEqual(sent.filter(({ payload }) => payload.source !== 'system'));
  expect(steps[2]).toMatchObject({
    line: { type: 'state.shown', payload: { uiSpec: { state: { selected: null } }, messageHistory: [] } },
    view: { toolSchema: [{ name: 'pick' }, { name: 'order' }] },
  });
  expect(steps.filter(({ line }) => line.stateOf !== undefined)).toHaveLength(1);

  const run = promisify(execFile);
  const listed = await run(process.execPath, ['examples/relay/replay.mjs', file]);
  expect(listed.stdout.trimEnd().split('\n')).toHaveLength(steps.length);
  const view = await run(process.execPath, ['examples/relay/replay.mjs', file, String(steps.length - 1)]);
  expect(JSON.parse(view.stdout).uiSpec.state).toEqual({ selected: 'a' });
  expect(() => [...replayLog(text.replace(/^.*\n/, ''))]).toThrow('Event 0');
});
