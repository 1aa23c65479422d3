import { describe, expect, test } from 'vitest';
import { newId } from '@/lib/core/ids';
import { pool } from '@/lib/data/database';
import { readOwner } from '@/lib/domain/accounts';
import { adoptGuest } from '@/lib/domain/people';
import { useCatalog } from '@/lib/testing/catalog';
import { useClock } from '@/lib/testing/clock';
import { type OwnerFixture, ownerFixture } from '@/lib/testing/fixtures';
import { playerFixture } from '@/lib/testing/play';
import { sendRest } from '@/lib/transport/testing/send-rest';

useCatalog();
useClock();

const ask = (of: { cookie: string }, method: string, path: string, body?: unknown) =>
  sendRest(method, path, { owner: of, body });

async function moderatorFixture(): Promise<OwnerFixture> {
  const owner = await ownerFixture();
  await pool().query('UPDATE owners SET is_moderator = true WHERE id = $1', [owner.ownerId]);
  return owner;
}

const act = (of: { cookie: string }, body: object) =>
  ask(of, 'POST', '/v1/moderation/actions', { reason: 'Insults are not play.', ...body });

const solo = (of: { cookie: string }) =>
  ask(of, 'POST', '/api/play/solo', { game_type: 'tic_tac_toe', idempotency_key: newId() });

const playerOf = async (of: { cookie: string }): Promise<string> =>
  (await ask(of, 'GET', '/api/play/me')).body.player.agent_id;

describe('a person alone, without the agents of the account', () => {
  test('is muted where the person talks and takes a name, and plays on; the agents of the account go on', async () => {
    const owner = await ownerFixture();
    expect((await ask(owner, 'PATCH', '/api/play/me', { display_name: 'Ada' })).status).toBe(200);
    const agent = await playerFixture({ owner });
    const { id } = await agent.call<{ id: string }>('social.create', { name: 'Talk' });
    const moderator = await moderatorFixture();
    const target = { target_kind: 'agent', target_id: await playerOf(owner) };
    const { body: muted } = await act(moderator, { ...target, kind: 'mute', days: 7 });
    const say = () => ask(owner, 'POST', `/api/play/social/${id}/messages`, { content: 'Hi' });
    expect(await say()).toMatchObject({ status: 403, body: { error: { details: { reason: 'muted' } } } });
    expect(await ask(owner, 'PATCH', '/api/play/me', { display_name: 'Goat' })).toMatchObject({
      status: 403,
      body: { error: { details: { reason: 'muted', ends_at: muted.ends_at } } },
    });
    expect((await solo(owner)).status).toBe(201);
    await agent.call('social.message', { social_lobby_id: id, content: 'Hello' });
    expect((await ask(moderator, 'POST', `/v1/moderation/actions/${muted.action_id}/undo`, {})).status).toBe(200);
    expect((await ask(owner, 'PATCH', '/api/play/me', { display_name: 'Ada B.' })).status).toBe(200);
  });

  test('stays suspended when the guest that was suspended signs up', async () => {
    const started = await sendRest('POST', '/api/play/solo', {
      body: { game_type: 'tic_tac_toe', idempotency_key: newId() },
    });
    const guest = { cookie: started.headers.getSetCookie()[0]?.split(';')[0] ?? '' };
    const target = { target_kind: 'agent', target_id: await playerOf(guest) };
    expect((await act(await moderatorFixture(), { ...target, kind: 'suspend', days: 30 })).status).toBe(201);
    expect((await solo(guest)).status).toBe(403);
    const owner = await ownerFixture();
    const session = await readOwner(owner.cookie);
    if (!session) throw new Error('the owner is not signed in');
    await adoptGuest(session, guest.cookie);
    expect(await playerOf(owner)).toBe(target.target_id);
    expect(await solo(owner)).toMatchObject({ status: 403, body: { error: { details: { reason: 'suspended' } } } });
    // The decision can be read, and answered.
    const { body } = await ask(owner, 'GET', '/api/console/moderation');
    const appeal = `/api/console/moderation/${body.actions[0].action_id}/appeal`;
    expect((await ask(owner, 'POST', appeal, { text: 'I was a guest.' })).status).toBe(200);
  });
});
