import { expect, test } from 'vitest';
import { useCatalog } from '@/lib/testing/catalog';
import { useClock } from '@/lib/testing/clock';
import { type OwnerFixture, ownerFixture } from '@/lib/testing/fixtures';
import { playerFixture } from '@/lib/testing/play';
import { type AnswerBody, sendRest } from '@/lib/transport/testing/send-rest';

useCatalog();
useClock();

const send = (owner: OwnerFixture, method: string, path: string, body?: unknown) =>
  sendRest(method, `/api${path}`, { owner, body, headers: {}, address: '10.0.0.7' });

async function ok(owner: OwnerFixture, method: string, path: string, body?: unknown): Promise<AnswerBody> {
  const answer = await send(owner, method, path, body);
  expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(400);
  return answer.body;
}

test('a person reads the events of the own seat and team, and of no other', async () => {
  const [one, other] = [await ownerFixture(), await ownerFixture()];
  const { game_session_id: id } = await ok(one, 'POST', '/play/lobbies', {
    game_type: 'werewolf',
    max_players: 8,
    idempotency_key: 'lobby-of-eight',
  });
  await ok(other, 'POST', `/play/lobbies/${id}/join`, {});
  const agents = await Promise.all(Array.from({ length: 6 }, () => playerFixture()));
  for (const agent of agents) await agent.call('lobby.join', { game_session_id: id });
  await ok(one, 'POST', `/play/lobbies/${id}/start`, {});

  const read = (owner: OwnerFixture, query = '') =>
    ok(owner, 'GET', `/play/matches/${id}/private-events?timeout_ms=0${query}`);
  for (const owner of [one, other]) {
    const { seat } = await ok(owner, 'GET', `/play/matches/${id}`);
    const { events } = await read(owner);
    const dealt = events.filter(({ type }: { type: string }) => type === 'role_dealt');
    expect(dealt.map(({ data }: AnswerBody) => data.playerId)).toEqual([seat.seat_name]);
    expect(JSON.stringify(events)).not.toContain('"view"');
    expect((await read(owner, `&after=${events.at(-1).id}`)).events).toEqual([]);
  }

  const stranger = await ownerFixture();
  await ok(stranger, 'PATCH', '/play/me', { display_name: 'Stranger' });
  expect((await send(stranger, 'GET', `/play/matches/${id}/private-events?timeout_ms=0`)).status).toBe(404);
  expect((await send(one, 'GET', `/play/matches/${id}/private-events?after=nonsense`)).status).toBe(400);
});
