import { describe, expect, test } from 'vitest';
import { runCleanups } from '@/lib/core/cleanup';
import { newId } from '@/lib/core/ids';
import { pool } from '@/lib/data/database';
import { listNotices } from '@/lib/domain/notifications';
import { useCatalog } from '@/lib/testing/catalog';
import { advanceClock, useClock } from '@/lib/testing/clock';
import { type OwnerFixture, ownerFixture } from '@/lib/testing/fixtures';
import { type Player, playerFixture, TIC_TAC_TOE } from '@/lib/testing/play';
import { OWNER_OPERATIONS } from '@/lib/tools/owner';
import { MODERATION_OPERATIONS } from '@/lib/tools/owner/moderation';
import { sendRest } from '@/lib/transport/testing/send-rest';

useCatalog();
useClock();

const REASON = 'Insults are not play.';

const ask = (of: { cookie: string } | null, method: string, path: string, body?: unknown) =>
  sendRest(method, path, { owner: of, body });
const byKey = (of: Player, method: string, path: string, body?: unknown) =>
  sendRest(method, path, { headers: { 'x-api-key': of.apiKey }, body });

/** Waits until the announced change of a credential has arrived, and asks again as the agent. */
const whoami = (of: Player) => byKey(of, 'GET', '/api/whoami');

async function moderatorFixture(): Promise<OwnerFixture> {
  const owner = await ownerFixture();
  await pool().query('UPDATE owners SET is_moderator = true WHERE id = $1', [owner.ownerId]);
  return owner;
}

/** A social lobby with a message of an agent with an owner. */
async function insultFixture(content = `You play like a goat ${newId()}`) {
  const owner = await ownerFixture();
  const author = await playerFixture({ owner, displayName: 'Rude agent' });
  const { id: lobbyId } = await author.call<{ id: string }>('social.create', { name: 'Talk' });
  await author.call('social.message', { social_lobby_id: lobbyId, content: 'Hello all' });
  const message = await author.call<{ id: string }>('social.message', { social_lobby_id: lobbyId, content });
  await author.call('social.message', { social_lobby_id: lobbyId, content: 'Anyone for chess?' });
  const target = { target_kind: 'message', target_id: message.id, stream: `social:${lobbyId}` };
  return { owner, author, lobbyId, content, target };
}

async function report(of: { cookie: string }, target: object, category = 'harassment') {
  const filed = await ask(of, 'POST', '/api/console/moderation/reports', { ...target, category, text: 'Look.' });
  expect(filed.status).toBe(201);
  return filed.body.report_id as string;
}

const act = (of: { cookie: string }, body: object) =>
  ask(of, 'POST', '/v1/moderation/actions', { reason: REASON, ...body });

const noticesOf = async ({ ownerId }: OwnerFixture) => (await listNotices({ ownerId, limit: 20 })).notices;

describe('a report', () => {
  test('keeps a copy of the words with the lines around them, which only moderators read', async () => {
    const { target, content, author, owner } = await insultFixture();
    const [reporter, moderator] = [await ownerFixture(), await moderatorFixture()];
    const id = await report(reporter, target);
    const read = await ask(moderator, 'GET', `/v1/moderation/reports/${id}`);
    expect(read.body.report).toMatchObject({
      report_id: id,
      category: 'harassment',
      text: 'Look.',
      status: 'open',
      subject: { agent_id: author.agentId, owner_id: owner.ownerId },
      reporter: { owner_id: reporter.ownerId, agent_id: null },
      evidence: { title: 'A message of Rude agent', text: content, name: 'Rude agent' },
    });
    const { lines } = read.body.report.evidence;
    expect(lines.map(({ text }: { text: string }) => text)).toEqual(['Hello all', content, 'Anyone for chess?']);
    expect(lines.map(({ is_target }: { is_target: boolean }) => is_target)).toEqual([false, true, false]);
    expect((await ask(moderator, 'GET', '/v1/moderation/reports')).body.reports.at(-1).report_id).toBe(id);
  });

  test('is one of a reporter and target while it is open, also of calls at the same time', async () => {
    const { target } = await insultFixture();
    const reporter = await ownerFixture();
    const body = { ...target, category: 'spam' };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => ask(reporter, 'POST', '/api/console/moderation/reports', body)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
    // An agent of the reporter is the same reporter; another owner is not.
    const agent = await playerFixture({ owner: reporter });
    expect((await byKey(agent, 'POST', '/api/moderation/reports', body)).status).toBe(409);
    expect((await byKey(await playerFixture(), 'POST', '/api/moderation/reports', body)).status).toBe(201);
  });

  test('is bounded in an hour, and of something unknown or badly named says where the fault is', async () => {
    const reporter = await ownerFixture();
    const send = (body: object) =>
      ask(reporter, 'POST', '/api/console/moderation/reports', { category: 'spam', ...body });
    const { target, author } = await insultFixture();
    expect((await send({ target_kind: 'agent', target_id: newId() })).status).toBe(404);
    expect((await send({ ...target, stream: undefined })).body.error.details.issues[0].path).toEqual(['stream']);
    expect((await send({ ...target, stream: 'town' })).body.error.details.issues[0].path).toEqual(['stream']);
    const named = { target_kind: 'agent', target_id: author.agentId };
    expect((await send({ ...named, category: 'boring' })).body.error.details.issues[0].path).toEqual(['category']);
    const statuses = new Set<number>();
    for (let n = 0; n < 30; n++) statuses.add((await send(named)).status);
    expect([...statuses].sort()).toEqual([201, 409, 429]);
  });

  test('is deleted a year after it was decided, and an open one stays', async () => {
    const { target, author } = await insultFixture();
    const [reporter, moderator] = [await ownerFixture(), await moderatorFixture()];
    const decided = await report(reporter, target);
    const open = await report(reporter, { target_kind: 'agent', target_id: author.agentId });
    await ask(moderator, 'POST', `/v1/moderation/reports/${decided}/dismiss`, {});
    advanceClock(366 * 86_400_000);
    await runCleanups(new AbortController().signal);
    expect((await ask(moderator, 'GET', `/v1/moderation/reports/${decided}`)).status).toBe(404);
    expect((await ask(moderator, 'GET', `/v1/moderation/reports/${open}`)).body.report.status).toBe('open');
  });

  test('that two moderators decide at the same time is decided by one, and the other reads by whom', async () => {
    const { target } = await insultFixture();
    const reporter = await ownerFixture();
    const moderators = [await moderatorFixture(), await moderatorFixture()];
    const id = await report(reporter, target);
    const answers = await Promise.all(
      moderators.map((moderator, n) =>
        n === 0
          ? ask(moderator, 'POST', `/v1/moderation/reports/${id}/dismiss`, {})
          : act(moderator, { ...target, kind: 'hide', report_id: id }),
      ),
    );
    const [first, second] = answers.toSorted((one, other) => one.status - other.status);
    expect([200, 201]).toContain(first?.status);
    expect(second).toMatchObject({ status: 409, body: { error: { code: 'INVALID_STATE' } } });
    const { body } = await ask(moderators[0] as OwnerFixture, 'GET', `/v1/moderation/reports/${id}`);
    expect(['acted', 'dismissed']).toContain(body.report.status);
    expect(body.actions).toHaveLength(body.report.status === 'acted' ? 1 : 0);
    expect((await noticesOf(reporter)).map(({ type }) => type)).toEqual(['report_answered']);
  });
});

describe('a mute', () => {
  test('refuses words of the agent in every way with reason and end, lets it play, and ends by itself', async () => {
    const { author, target, owner, lobbyId } = await insultFixture();
    const moderator = await moderatorFixture();
    const muted = await act(moderator, { ...target, kind: 'mute', days: 7 });
    expect(muted).toMatchObject({ status: 201, body: { restricted_id: author.agentId, is_in_force: true } });
    const endsAt = muted.body.ends_at;
    const say = () => byKey(author, 'POST', `/api/social/lobbies/${lobbyId}/messages`, { content: 'Still here' });
    expect(await say()).toMatchObject({
      status: 403,
      body: { error: { code: 'FORBIDDEN', details: { reason: 'muted', because: REASON, ends_at: endsAt } } },
    });
    expect((await byKey(author, 'PUT', '/api/profile', { bio: 'Ha' })).status).toBe(403);
    const { body: session } = await byKey(author, 'POST', '/api/sessions', { experience_id: TIC_TAC_TOE });
    const step = (body: object) => byKey(author, 'POST', `/api/sessions/${session.session_id}/step`, body);
    expect((await step({ action: 'A1', note: 'You goat' })).body.error.details.reason).toBe('muted');
    expect((await step({ action: { type: 'say', text: 'Goat' } })).body.error.details.reason).toBe('muted');
    expect((await step({ action: 'A1' })).status).toBe(200);
    expect((await noticesOf(owner))[0]).toMatchObject({ type: 'moderated', data: { kind: 'mute', reason: REASON } });
    advanceClock(7 * 86_400_000 + 60_000);
    expect((await say()).status).toBe(200);
  });

  test('of an account holds for its agents, for the person at the board and for names', async () => {
    const { author, target, owner, lobbyId } = await insultFixture();
    await act(await moderatorFixture(), { ...target, kind: 'mute', whom: 'owner' });
    const other = await playerFixture({ owner });
    for (const agent of [author, other]) {
      const body = { social_lobby_id: lobbyId };
      await agent.call('social.join', body).catch(() => null);
      const answer = await byKey(agent, 'POST', `/api/social/lobbies/${lobbyId}/messages`, { content: 'Hi' });
      expect(answer.body.error.details.reason).toBe('muted');
    }
    const asPerson = await ask(owner, 'POST', `/api/play/social/${lobbyId}/messages`, { content: 'Hi' });
    expect(asPerson.body.error.details.reason).toBe('muted');
    expect((await ask(owner, 'PATCH', '/api/console/account', { display_name: 'Goat' })).status).toBe(403);
  });
});

describe('a suspension', () => {
  test('refuses every call of an account and of its agents from the next one on, until it is undone', async () => {
    const { author, target, owner } = await insultFixture();
    const moderator = await moderatorFixture();
    expect((await whoami(author)).status).toBe(200);
    const suspended = await act(moderator, { ...target, kind: 'suspend', whom: 'owner', days: 30 });
    expect(await whoami(author)).toMatchObject({
      status: 403,
      body: { error: { details: { reason: 'suspended', because: REASON, ends_at: suspended.body.ends_at } } },
    });
    const inConsole = await ask(owner, 'POST', '/api/console/agents', { display_name: 'New' });
    expect(inConsole).toMatchObject({ status: 403, body: { error: { details: { reason: 'suspended' } } } });
    expect((await ask(owner, 'POST', '/api/play/solo', { experience_id: TIC_TAC_TOE })).status).toBe(403);
    // What happened can be read, and answered.
    const { body } = await ask(owner, 'GET', '/api/console/moderation');
    expect(body.actions).toMatchObject([{ kind: 'suspend', reason: REASON, can_appeal: true }]);
    const undone = await ask(moderator, 'POST', `/v1/moderation/actions/${suspended.body.action_id}/undo`, {});
    expect(undone).toMatchObject({ status: 200, body: { is_in_force: false } });
    expect((await whoami(author)).status).toBe(200);
    expect((await ask(moderator, 'POST', `/v1/moderation/actions/${suspended.body.action_id}/undo`, {})).status).toBe(
      409,
    );
  });
});

describe('an appeal', () => {
  test('is made once, answered by another moderator, and overturned it undoes the action', async () => {
    const { target, owner, content, lobbyId } = await insultFixture();
    const [first, second, stranger] = [await moderatorFixture(), await moderatorFixture(), await ownerFixture()];
    const { body: action } = await act(first, { ...target, kind: 'hide' });
    const path = `/api/console/moderation/${action.action_id}/appeal`;
    expect((await ask(stranger, 'POST', path, { text: 'Me too' })).status).toBe(404);
    const appeals = await Promise.all([1, 2].map((n) => ask(owner, 'POST', path, { text: `It was a joke ${n}` })));
    expect(appeals.map(({ status }) => status).sort()).toEqual([200, 409]);
    const waiting = await ask(second, 'GET', '/v1/moderation/actions?filter=appeals');
    expect(waiting.body.actions.map((one: { action_id: string }) => one.action_id)).toContain(action.action_id);
    const decide = (of: OwnerFixture) =>
      ask(of, 'POST', `/v1/moderation/actions/${action.action_id}/appeal-decision`, {
        outcome: 'overturned',
        answer: 'You are right.',
      });
    expect(await decide(first)).toMatchObject({ status: 403, body: { error: { code: 'FORBIDDEN' } } });
    expect(await decide(second)).toMatchObject({
      status: 200,
      body: { is_in_force: false, appeal: { outcome: 'overturned', decision: { by: second.ownerId } } },
    });
    expect((await decide(second)).status).toBe(409);
    const reader = await playerFixture();
    expect(JSON.stringify(await reader.call('social.join', { social_lobby_id: lobbyId }))).toContain(content);
    expect((await noticesOf(owner)).map(({ type }) => type)).toEqual(['moderation_changed', 'moderated']);
  });
});

test('an appeal is refused after the decision has ended by itself', async () => {
  const { target, owner } = await insultFixture();
  const { body: action } = await act(await moderatorFixture(), { ...target, kind: 'mute', days: 1 });
  advanceClock(2 * 86_400_000);
  const appeal = `/api/console/moderation/${action.action_id}/appeal`;
  expect((await ask(owner, 'POST', appeal, { text: 'It was a joke' })).status).toBe(409);
});

test('an appeal waits no longer when the decision is undone without an answer', async () => {
  const { target, owner } = await insultFixture();
  const moderator = await moderatorFixture();
  const waiting = async () => {
    const { body } = await ask(moderator, 'GET', '/v1/moderation/waiting');
    const listed = await ask(moderator, 'GET', '/v1/moderation/actions?filter=appeals');
    return [body.open_appeals, listed.body.actions.length];
  };
  const before = await waiting();
  const { body: action } = await act(moderator, { ...target, kind: 'mute', days: 1 });
  const appeal = `/api/console/moderation/${action.action_id}/appeal`;
  expect((await ask(owner, 'POST', appeal, { text: 'It was a joke' })).status).toBe(200);
  expect(await waiting()).toEqual(before.map((count) => count + 1));
  expect((await ask(moderator, 'POST', `/v1/moderation/actions/${action.action_id}/undo`, {})).status).toBe(200);
  expect(await waiting()).toEqual(before);
});

describe('who may do what', () => {
  const PLACEHOLDER = newId();
  const isRead = (rest: string) => rest.startsWith('GET ');
  const bodyOf = (example: Record<string, unknown>) => ({ ...example });

  test('a stranger, an owner, a moderator and an administrator get exactly what they may, over every operation', async () => {
    const [owner, moderator] = [await ownerFixture(), await moderatorFixture()];
    const administrator = await ownerFixture({ isAdmin: true });
    const agent = await playerFixture({ owner: administrator });
    const allowed = { owner: ['owner', 'moderator', 'admin'], moderator: ['moderator', 'admin'], admin: ['admin'] };
    for (const { name, rest, restRoot = '/api', caller, examples } of MODERATION_OPERATIONS) {
      if (caller === 'key') continue;
      const [method = '', route = ''] = rest.split(' ');
      const path = `${restRoot}${route.replaceAll(/\{\w+\}/g, PLACEHOLDER)}`;
      const { report_id: _, action_id: __, ...body } = bodyOf(examples[0] as Record<string, unknown>);
      const sent = isRead(rest) ? undefined : body;
      const statuses = {
        stranger: (await ask(null, method, path, sent)).status,
        owner: (await ask(owner, method, path, sent)).status,
        moderator: (await ask(moderator, method, path, sent)).status,
        admin: (await ask(administrator, method, path, sent)).status,
        key: (await byKey(agent, method, path, sent)).status,
      };
      expect({ name, status: statuses.stranger }).toEqual({ name, status: 401 });
      for (const role of ['owner', 'moderator', 'admin'] as const) {
        const may = allowed[caller as keyof typeof allowed].includes(role);
        expect({ name, role, isRefused: statuses[role] === 403 }).toEqual({ name, role, isRefused: !may });
      }
      // No key of an agent moderates, also not one of an administrator.
      if (caller === 'moderator') expect({ name, status: statuses.key }).toEqual({ name, status: 401 });
    }
    const walked = new Set(MODERATION_OPERATIONS.map(({ name }) => name));
    const others = OWNER_OPERATIONS.filter(({ caller, name }) => caller === 'moderator' && !walked.has(name));
    expect(others).toEqual([]);
  });

  test('nobody decides about themselves, and only an administrator about a moderator and by "remove"', async () => {
    const [moderator, other] = [await moderatorFixture(), await moderatorFixture()];
    const administrator = await ownerFixture({ isAdmin: true });
    const [own, others] = [await playerFixture({ owner: moderator }), await playerFixture({ owner: other })];
    const mute = (of: OwnerFixture, { agentId }: Player) =>
      act(of, { target_kind: 'agent', target_id: agentId, kind: 'mute', days: 1 });
    expect((await mute(moderator, own)).status).toBe(403);
    expect((await mute(moderator, others)).status).toBe(403);
    expect((await mute(administrator, others)).status).toBe(201);
    const { target } = await insultFixture();
    expect((await act(moderator, { ...target, kind: 'remove' })).status).toBe(403);
    const removed = await act(administrator, { ...target, kind: 'remove' });
    expect(removed.status).toBe(201);
    const undo = `/v1/moderation/actions/${removed.body.action_id}/undo`;
    expect((await ask(moderator, 'POST', undo, {})).status).toBe(403);
    expect((await ask(administrator, 'POST', undo, {})).status).toBe(200);
  });

  test('an action that does not fit its target changes nothing and names the fault', async () => {
    const { target } = await insultFixture();
    const moderator = await moderatorFixture();
    const before = await pool().query('SELECT count(*) FROM moderation_actions');
    const faulty = [
      [{ ...target, kind: 'warn', days: 3 }, ['days']],
      [{ ...target, kind: 'mute', days: 0 }, ['days']],
      [{ target_kind: 'experience', target_id: TIC_TAC_TOE, kind: 'mute' }, ['whom']],
      [{ ...target, kind: 'hide', reason: '' }, ['reason']],
    ] as const;
    for (const [body, path] of faulty) {
      const refused = await act(moderator, body);
      expect({ status: refused.status, path: refused.body.error.details.issues[0].path }).toEqual({
        status: 400,
        path,
      });
    }
    expect((await pool().query('SELECT count(*) FROM moderation_actions')).rows).toEqual(before.rows);
  });
});

describe('the log', () => {
  test('of moderation keeps every action as it was, and the log of administrators names who did it', async () => {
    const { target } = await insultFixture();
    const [moderator, administrator] = [await moderatorFixture(), await ownerFixture({ isAdmin: true })];
    const { body: action } = await act(moderator, { ...target, kind: 'hide', note: 'Second time' });
    for (const change of ["reason = 'x'", "kind = 'warn'", 'at = now()', "evidence = '{}'"])
      await expect(pool().query(`UPDATE moderation_actions SET ${change}`)).rejects.toThrow('append-only');
    await expect(pool().query('DELETE FROM moderation_actions')).rejects.toThrow('append-only');
    const { body } = await ask(administrator, 'GET', '/v1/admin-actions?limit=1');
    expect(body.entries).toMatchObject([
      { owner_id: moderator.ownerId, action: 'post_v1_moderation_actions', input: { kind: 'hide', reason: REASON } },
    ]);
    expect((await ask(moderator, 'GET', '/v1/moderation/actions?limit=1')).body.actions).toMatchObject([
      { action_id: action.action_id, note: 'Second time', by: moderator.ownerId },
    ]);
  });
});

describe('results that a moderator takes back', () => {
  async function ratedMatch() {
    const [one, two] = [
      await playerFixture({ owner: await ownerFixture() }),
      await playerFixture({ owner: await ownerFixture() }),
    ];
    const { game_session_id: id } = await one.call<{ game_session_id: string }>('lobby.create', {
      experience_id: TIC_TAC_TOE,
    });
    await two.call('lobby.join', { game_session_id: id });
    await one.call('match.start', { game_session_id: id });
    const { session_id } = await two.call<{ session_id: string }>('session.create', { experience_id: TIC_TAC_TOE });
    await two.call('session.step', { session_id, action: { type: 'resign' } });
    return { one, two, id };
  }
  const ratingOf = async ({ agentId }: Player) =>
    (await pool().query('SELECT elo, matches_played FROM ratings WHERE agent_id = $1', [agentId])).rows[0];

  test('count again after the appeal is granted; the owner concerned reads how many', async () => {
    const { one, two } = await ratedMatch();
    expect(await ratingOf(one)).toEqual({ elo: 1216, matches_played: 1 });
    const moderator = await moderatorFixture();
    const order = { target_kind: 'agent', target_id: one.agentId, kind: 'unrate', against: two.agentId };
    const { status, body } = await act(moderator, order);
    expect([status, body.kind, body.matches]).toEqual([201, 'unrate', 1]);
    expect([await ratingOf(one), await ratingOf(two)]).toEqual([
      { elo: 1200, matches_played: 0 },
      { elo: 1200, matches_played: 0 },
    ]);
    expect((await act(moderator, order)).body.error.code).toBe('INVALID_STATE');
    const undone = await ask(moderator, 'POST', `/v1/moderation/actions/${body.action_id}/undo`, {});
    expect(undone.status).toBe(200);
    expect([await ratingOf(one), await ratingOf(two)]).toEqual([
      { elo: 1216, matches_played: 1 },
      { elo: 1184, matches_played: 1 },
    ]);
  });

  test.each([
    [{ kind: 'unrate', target_kind: 'experience', target_id: TIC_TAC_TOE }, 'target_kind'],
    [{ kind: 'warn', target_kind: 'agent', since: '2026-01-01T00:00:00Z' }, 'since'],
    [{ kind: 'unrate', target_kind: 'agent', against: 'him' }, 'against'],
  ])('are named in full: %j', async (order, field) => {
    const player = await playerFixture({ owner: await ownerFixture() });
    const { status, body } = await act(await moderatorFixture(), { target_id: player.agentId, ...order });
    expect([status, body.error.code, body.error.details.issues[0].path]).toEqual([400, 'VALIDATION_ERROR', [field]]);
  });
});
