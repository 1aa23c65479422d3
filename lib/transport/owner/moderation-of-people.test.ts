import { describe, expect, test } from 'vitest';
import { newId } from '@/lib/core/ids';
import { pool } from '@/lib/data/database';
import { readOwner } from '@/lib/domain/accounts';
import { listNotices } from '@/lib/domain/notifications';
import { adoptGuest, renewClaim } from '@/lib/domain/people';
import { useCatalog } from '@/lib/testing/catalog';
import { useClock } from '@/lib/testing/clock';
import { type OwnerFixture, ownerFixture } from '@/lib/testing/fixtures';
import { type Player, playerFixture, TIC_TAC_TOE } from '@/lib/testing/play';
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

/** A rated match that the first player wins. */
async function ratedMatch(winner: Player, loser: Player): Promise<string> {
  const { game_session_id: id } = await winner.call<{ game_session_id: string }>('lobby.create', {
    experience_id: TIC_TAC_TOE,
  });
  await loser.call('lobby.join', { game_session_id: id });
  await winner.call('match.start', { game_session_id: id });
  const { session_id } = await loser.call<{ session_id: string }>('session.create', { experience_id: TIC_TAC_TOE });
  await loser.call('session.step', { session_id, action: { type: 'resign' } });
  return id;
}

describe('nobody decides about themselves', () => {
  const reportOf = async (target: object): Promise<string> => {
    const body = { ...target, category: 'cheating' };
    const filed = await ask(await ownerFixture(), 'POST', '/api/console/moderation/reports', body);
    return filed.body.report_id;
  };
  const dismiss = async (of: OwnerFixture, target: object) =>
    (await ask(of, 'POST', `/v1/moderation/reports/${await reportOf(target)}/dismiss`, {})).status;

  test('by dismissing a report, also of an agent claimed since and of a match; nor about an administrator', async () => {
    const [moderator, administrator] = [await moderatorFixture(), await ownerFixture({ isAdmin: true })];
    const [own, theirs] = [await playerFixture({ owner: moderator }), await playerFixture({ owner: administrator })];
    const claimed = await playerFixture();
    const agent = ({ agentId }: Player) => ({ target_kind: 'agent', target_id: agentId });
    const reportOfClaimed = await reportOf(agent(claimed));
    await pool().query('UPDATE agents SET owner_id = $2 WHERE id = $1', [claimed.agentId, moderator.ownerId]);
    expect(await dismiss(moderator, agent(own))).toBe(403);
    expect(await dismiss(moderator, agent(theirs))).toBe(403);
    expect((await ask(moderator, 'POST', `/v1/moderation/reports/${reportOfClaimed}/dismiss`, {})).status).toBe(403);
    const stranger = await playerFixture({ owner: await ownerFixture() });
    const match = { target_kind: 'match', target_id: await ratedMatch(stranger, own) };
    expect(await dismiss(moderator, match)).toBe(403);
    // Nor by an action on another player, which would close the report of the match.
    const warn = { ...agent(await playerFixture()), kind: 'warn', report_id: await reportOf(match) };
    expect((await act(moderator, warn)).status).toBe(403);
    // Only an administrator decides about a moderator.
    expect(await dismiss(await moderatorFixture(), match)).toBe(403);
    expect(await dismiss(administrator, match)).toBe(200);
    expect(await dismiss(moderator, agent(stranger))).toBe(200);
  });

  test('by taking back the results of a match of theirs, or those of another player against their own', async () => {
    const moderator = await moderatorFixture();
    const own = await playerFixture({ owner: moderator });
    const winner = await playerFixture({ owner: await ownerFixture() });
    const match = { target_kind: 'match', target_id: await ratedMatch(winner, own), kind: 'unrate' };
    const against = { target_kind: 'agent', target_id: winner.agentId, kind: 'unrate', against: own.agentId };
    expect((await act(moderator, match)).status).toBe(403);
    expect((await act(moderator, against)).status).toBe(403);
    const { against: _own, ...all } = against;
    expect((await act(moderator, all)).status).toBe(403);
    const action = await act(await ownerFixture({ isAdmin: true }), against);
    expect(action.status).toBe(201);
    expect((await ask(moderator, 'POST', `/v1/moderation/actions/${action.body.action_id}/undo`, {})).status).toBe(403);
  });

  test('by claiming an agent without an owner that was suspended; its owner of now is notified', async () => {
    const [moderator, other] = [await moderatorFixture(), await moderatorFixture()];
    const agent = await playerFixture();
    const target = { target_kind: 'agent', target_id: agent.agentId };
    const { body: action } = await act(other, { ...target, kind: 'suspend', days: 30 });
    const token = await renewClaim(agent.agentId as never);
    expect((await ask(moderator, 'POST', '/api/console/claims', { token })).status).toBe(200);
    const path = `/v1/moderation/actions/${action.action_id}`;
    expect((await ask(moderator, 'POST', `${path}/undo`, {})).status).toBe(403);
    const appeal = { text: 'It is mine now.' };
    const appealed = await ask(moderator, 'POST', `/api/console/moderation/${action.action_id}/appeal`, appeal);
    expect(appealed.status).toBe(200);
    const answer = (outcome: string) => ({ outcome, answer: 'No.' });
    expect((await ask(moderator, 'POST', `${path}/appeal-decision`, answer('overturned'))).status).toBe(403);
    const administrator = await ownerFixture({ isAdmin: true });
    expect((await ask(administrator, 'POST', `${path}/appeal-decision`, answer('upheld'))).status).toBe(200);
    expect((await ask(administrator, 'POST', `${path}/undo`, {})).status).toBe(200);
    const { notices } = await listNotices({ ownerId: moderator.ownerId, limit: 10 });
    expect(notices.map(({ data }) => data.change)).toEqual(['undone', 'upheld']);
  });
});
