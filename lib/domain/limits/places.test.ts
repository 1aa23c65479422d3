import { beforeAll, expect, test } from 'vitest';
import type { AgentCaller } from '@/lib/core/caller';
import { resetOnce } from '@/lib/core/globals';
import { noteShare, placeOf, shareOfAgent, streamPlaces, waitingCallPlaces } from '.';

beforeAll(() => {
  Object.assign(process.env, { NODE_ENV: 'production' });
  delete process.env.BOTPLAY_EMBEDDED;
  resetOnce('env');
});

const agent = (agentId: string, ownerId: string | null) => ({ kind: 'agent', agentId, ownerId }) as AgentCaller;

test('the waiting calls of all agents of an owner are bounded together, and hold up no other owner', async () => {
  const place = (ownerId: string, index: number) => placeOf(agent(`agent-${index}`, ownerId), `192.0.2.${index % 9}`);
  for (let call = 0; call < 1_000; call++) await waitingCallPlaces().enter(place('one', call));
  await expect(waitingCallPlaces().enter(place('one', 1))).rejects.toMatchObject({
    code: 'RATE_LIMITED',
    details: { name: 'waiting_calls', limit: 1_000 },
  });
  (await waitingCallPlaces().enter(place('other', 1)))();
});

test('the streams of agents without an owner are bounded by address, an IPv6 network being one', () => {
  const place = (host: number) => placeOf(agent('agent', null), `2001:db8::${host.toString(16)}`);
  const opened = Array.from({ length: 600 }, (_, host) => streamPlaces().tryEnter(place(host)));
  expect(opened.filter((release) => release !== null)).toHaveLength(500);
  expect(streamPlaces().tryEnter(placeOf(agent('agent', null), '2001:db8:1::1'))).not.toBeNull();
});

test('work that outlives its call counts for the owner of the agent, else for its address', () => {
  noteShare(agent('claimed', 'owner-1'), '192.0.2.1');
  noteShare(agent('unclaimed', null), '192.0.2.1');
  expect([shareOfAgent('claimed'), shareOfAgent('unclaimed'), shareOfAgent('unknown')]).toEqual([
    'owner:owner-1',
    'address:192.0.2.1',
    'agent:unknown',
  ]);
});
