import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPlayStatistics } from '@/lib/domain/play-statistics';
import { startBus, stopBus } from '@/lib/events';
import { useDatabase } from '@/lib/testing/database';
import { type Player, playerFixture } from '@/lib/testing/play';
import { useRemoteExperiences } from '@/lib/testing/remote-play';

useDatabase();
beforeAll(startBus);
afterAll(stopBus);
const { playable } = useRemoteExperiences();

const open = (player: Player, experience_id: string): Promise<{ session_id: string }> =>
  player.call('session.create', { experience_id });

describe('an experience whose answers have several parts', () => {
  const text = (value: unknown) => ({ type: 'text' as const, text: JSON.stringify(value) });

  it.each([
    [
      'JSON as text in structuredContent.result',
      (value: object) => ({ content: [text(value)], structuredContent: { result: JSON.stringify(value) } }),
    ],
    [
      'another object in structuredContent',
      (value: object) => ({ content: [text(value)], structuredContent: { ok: true } }),
    ],
    ['another item before it', (value: object) => ({ content: [text({ note: 'Bye.' }), text(value)] })],
  ])('has its memory and outcomes stored: %s', async (_, writes) => {
    const { experienceId } = await playable({ transport: 'mcp', writes });
    const player = await playerFixture();
    const { session_id } = await open(player, experienceId);
    expect(await player.call('session.end', { session_id })).toMatchObject({
      outcomes: { result: 'win', score: 1 },
      memory_updated: true,
    });
    expect(await player.call('memory.get', { experience_id: experienceId })).toMatchObject({ data: { best: 1 } });
  });
});

describe('a memory update that is refused', () => {
  it('is reported to the agent and counted for the publisher', async () => {
    const { experienceId } = await playable({
      transport: 'mcp',
      says: { 'session.end': () => ({ memory_update: { big: 'x'.repeat(70_000) }, outcomes: { score: 1 } }) },
    });
    const player = await playerFixture();
    const { session_id } = await open(player, experienceId);
    expect(await player.call('session.end', { session_id })).toMatchObject({
      outcomes: { score: 1 },
      memory_updated: false,
      memory_error: { code: 'MEMORY_ERROR', message: expect.stringContaining('the limit is 65536') },
    });
    expect(await readPlayStatistics({ experienceId })).toMatchObject({
      memory_refusals: [{ code: 'MEMORY_ERROR', count: 1 }],
    });
  });
});

describe('a credential that an agent stored', () => {
  const store = (player: Player, experience_id: string, auth_method: string, credentials: object) =>
    player.call('credential.store', { experience_id, label: 'main', auth_method, credentials });

  it.each(['mcp', 'rest'] as const)(
    'is sent over %s as Bearer although the manifest asks for none',
    async (transport) => {
      const { fake, experienceId } = await playable({ transport });
      const player = await playerFixture();
      expect(await store(player, experienceId, 'bearer_token', { token: 'tok-1' })).toMatchObject({
        used_for: `Each of your calls to http://${fake.host} carries it as the Bearer header.`,
      });
      await open(player, experienceId);
      expect(fake.executed.map(({ authorization }) => authorization)).toEqual(['Bearer tok-1']);
    },
  );

  it('is said to be sent with no call where nothing uses it', async () => {
    const { experienceId } = await playable({ transport: 'rest' });
    const player = await playerFixture();
    for (const [method, secret] of [
      ['api_key', { api_key: 'k' }],
      ['username_password', { username: 'ada', password: 'p' }],
    ] as const) {
      const { used_for } = await store(player, experienceId, method, secret);
      expect(used_for).toMatch(/^No call carries it/);
    }
  });
});
