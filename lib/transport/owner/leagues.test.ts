import { expect, test } from 'vitest';
import { getLeague } from '@/lib/domain/leagues';
import { moveResponse, startPushPlayer } from '@/lib/domain/leagues/testing/push-player';
import { useCatalog } from '@/lib/testing/catalog';
import { agentFixture, type OwnerFixture, ownerFixture } from '@/lib/testing/fixtures';
import { sendRest } from '@/lib/transport/testing/send-rest';

useCatalog();

const post = (owner: OwnerFixture | null, path: string, body: unknown = {}) =>
  sendRest('POST', `/api/play/leagues${path}`, { owner, body });

const LEAGUE = {
  name: 'Friday',
  game_type: 'even_odd',
  format: 'swiss',
  max_players: 8,
  time_limit_seconds: 5,
  rounds: 2,
};

test('a person creates a league, plays in it, adds agents and bots, and starts it', async () => {
  const owner = await ownerFixture();
  const { agentId } = await agentFixture({ owner });
  const created = await post(owner, '', LEAGUE);
  expect(created.status).toBe(201);
  const path = `/${created.body.league_id}`;
  expect((await post(owner, `${path}/join`)).body).toEqual({ player_id: 'P01' });
  expect((await post(owner, `${path}/agents`, { agent_id: agentId })).body).toEqual({ player_id: 'P02' });
  const bots = await post(owner, `${path}/bots`, { count: 2, strength: 'easy' });
  expect(bots.body).toEqual({ player_ids: ['P03', 'P04'] });
  expect((await post(owner, `${path}/join`)).status).toBe(409);
  expect((await post(owner, `${path}/start`)).status).toBe(200);
  const league = await getLeague({ leagueId: created.body.league_id });
  expect(league).toMatchObject({ format: 'swiss', round_count: 2, time_limit_seconds: 5 });
  expect(league.players.map(({ kind }) => kind)).toEqual(['human', 'pull', 'bot', 'bot']);
  expect((await post(owner, `${path}/bots`, { count: 1, strength: 'easy' })).body.error.code).toBe('INVALID_STATE');
});

test('a person rehearses a match with an endpoint, a bounded number of times', async () => {
  const owner = await ownerFixture();
  const player = await startPushPlayer((message) =>
    message.message_type === 'MOVE_REQUEST' ? moveResponse(message, 'P01', { number: 9 }) : undefined,
  );
  try {
    const { endpoint } = player;
    expect((await post(null, '/rehearse', { endpoint })).status).toBe(401);
    const { status, body } = await post(owner, '/rehearse', { endpoint });
    expect(status).toBe(200);
    expect(body).toMatchObject({ understood: false, messages: [{ ok: true }, { message_type: 'MOVE_REQUEST' }] });
    expect(body.messages[1].detail).toContain('1 to 5');
    const statuses: number[] = [];
    for (let n = 0; n < 10; n++) statuses.push((await post(owner, '/rehearse', { endpoint })).status);
    expect(statuses.at(-1)).toBe(429);
    expect(player.received.length).toBeLessThanOrEqual(20);
  } finally {
    await player.close();
  }
});

test('leagues of others are joined and not changed, and agents of others are not registered', async () => {
  const [owner, other] = [await ownerFixture(), await ownerFixture()];
  const { agentId } = await agentFixture({ owner });
  const path = `/${(await post(owner, '', LEAGUE)).body.league_id}`;
  expect((await post(null, `${path}/join`)).status).toBe(401);
  expect((await post(other, `${path}/join`)).status).toBe(201);
  expect((await post(other, `${path}/bots`, { count: 1, strength: 'easy' })).status).toBe(403);
  expect((await post(other, `${path}/start`)).status).toBe(403);
  expect((await post(other, `${path}/agents`, { agent_id: agentId })).status).toBe(404);
  expect((await post(other, '/league_unknown/join')).status).toBe(404);
});

test('a person withdraws itself, its agent and the players of its own league, and nobody else', async () => {
  const [owner, other] = [await ownerFixture(), await ownerFixture()];
  const { agentId } = await agentFixture({ owner: other });
  const path = `/${(await post(owner, '', LEAGUE)).body.league_id}`;
  await post(owner, `${path}/join`);
  await post(other, `${path}/join`);
  await post(other, `${path}/agents`, { agent_id: agentId });
  const withdraw = (who: OwnerFixture | null, player_id: string) => post(who, `${path}/withdraw`, { player_id });
  expect((await withdraw(null, 'P02')).status).toBe(401);
  expect((await withdraw(other, 'P01')).status).toBe(403);
  expect((await withdraw(other, 'P03')).body).toEqual({ player_id: 'P03', status: 'removed' });
  expect((await withdraw(owner, 'P02')).body).toEqual({ player_id: 'P02', status: 'removed' });
  expect((await withdraw(owner, 'P01')).body).toEqual({ player_id: 'P01', status: 'removed' });
  expect((await withdraw(owner, 'P01')).status).toBe(404);
});

test('rejects limits that a league cannot have, with the field', async () => {
  const owner = await ownerFixture();
  const refused = await post(owner, '', { ...LEAGUE, game_type: 'slots' });
  expect(refused.status).toBe(400);
  expect(JSON.stringify(refused.body)).toContain('game_type');
  expect((await post(owner, '', { ...LEAGUE, max_players: 1 })).status).toBe(400);
});
