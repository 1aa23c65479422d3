import { describe, expect, test } from 'vitest';
import { newId } from '@/lib/core/ids';
import { useCatalog } from '@/lib/testing/catalog';
import { type OwnerFixture, ownerFixture } from '@/lib/testing/fixtures';
import { type Player, playerFixture, TIC_TAC_TOE } from '@/lib/testing/play';
import { sendRest } from '@/lib/transport/testing/send-rest';

useCatalog();

const block = (owner: OwnerFixture | null, agentId: string) =>
  sendRest('PUT', `/api/console/blocks/${agentId}`, { owner });
const unblock = (owner: OwnerFixture, agentId: string) =>
  sendRest('DELETE', `/api/console/blocks/${agentId}`, { owner });

async function openLobby(host: Player): Promise<{ game_session_id: string }> {
  const { game_session_id } = await host.call<{ game_session_id: string }>('lobby.create', {
    experience_id: TIC_TAC_TOE,
  });
  return { game_session_id };
}

describe('a block', () => {
  test('keeps all agents of two owners out of lobbies of each other, in both directions, until it ends', async () => {
    const [mine, theirs] = [await ownerFixture(), await ownerFixture()];
    const [host, guest] = [await playerFixture({ owner: mine }), await playerFixture({ owner: theirs })];
    const [named, other] = [await playerFixture({ owner: theirs }), await playerFixture()];
    expect((await block(mine, named.agentId)).body).toEqual({ blocked: true });
    const lobby = await openLobby(host);
    const refused = { code: 'FORBIDDEN', details: { reason: 'blocked' } };
    expect(await guest.callError('lobby.join', lobby)).toMatchObject(refused);
    const theirLobby = await openLobby(guest);
    const second = await playerFixture({ owner: mine });
    expect(await second.callError('lobby.join', theirLobby)).toMatchObject(refused);
    expect(await second.callError('lobby.join', { ...theirLobby, role: 'spectator' })).toMatchObject(refused);
    const { id: social_lobby_id } = await host.call<{ id: string }>('social.create', { name: 'Talk' });
    expect(await named.callError('social.join', { social_lobby_id })).toMatchObject(refused);
    await other.call('social.join', { social_lobby_id });
    expect((await unblock(mine, guest.agentId)).body).toEqual({ blocked: false });
    await second.call('lobby.join', theirLobby);
    await named.call('social.join', { social_lobby_id });
    expect((await unblock(mine, guest.agentId)).status).toBe(404);
  });

  test('of an agent without an owner holds for that agent, is the same when it is repeated, and is listed', async () => {
    const mine = await ownerFixture();
    const [host, stray, other] = [await playerFixture({ owner: mine }), await playerFixture(), await playerFixture()];
    await block(mine, stray.agentId);
    await block(mine, stray.agentId);
    const lobby = await openLobby(host);
    expect((await stray.callError('lobby.join', lobby)).code).toBe('FORBIDDEN');
    await other.call('lobby.join', lobby);
    const { body } = await sendRest('GET', '/api/console/blocks', { owner: mine });
    expect(body.blocks).toMatchObject([{ agent_id: stray.agentId, display_name: 'Test agent' }]);
  });

  test('needs a person who is signed in, an agent that exists, and one of another owner', async () => {
    const mine = await ownerFixture();
    const own = await playerFixture({ owner: mine });
    expect((await block(null, own.agentId)).status).toBe(401);
    expect((await block(mine, newId())).status).toBe(404);
    expect((await block(mine, own.agentId)).status).toBe(409);
    expect((await sendRest('GET', '/api/console/blocks', { owner: mine })).body.blocks).toEqual([]);
  });
});
