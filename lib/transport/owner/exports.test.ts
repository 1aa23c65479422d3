import { unzipSync } from 'fflate';
import { afterAll, expect, it } from 'vitest';
import { runCleanups } from '@/lib/core/cleanup';
import { now } from '@/lib/core/clock';
import { pool } from '@/lib/data/database';
import { listExportFiles } from '@/lib/data/exports';
import { registerOwner, signInWithPassword } from '@/lib/domain/accounts';
import { sessionCookieHeader } from '@/lib/domain/accounts/owner-session';
import { flushAudit } from '@/lib/domain/activity';
import { setApprovalRules } from '@/lib/domain/controls';
import { makeDueExports, openExport } from '@/lib/domain/exports';
import { authenticate } from '@/lib/domain/keys';
import { flushUsage } from '@/lib/domain/usage';
import { waitForVerifications } from '@/lib/domain/verification';
import { closeExperienceClients } from '@/lib/gateway';
import { useCatalog } from '@/lib/testing/catalog';
import { advanceClock, useClock } from '@/lib/testing/clock';
import { ownerFixture } from '@/lib/testing/fixtures';
import { type Player, playerFixture, TIC_TAC_TOE } from '@/lib/testing/play';
import { type FakeExperience, fakeExperience, manifestFor } from '@/lib/testing/remote-experience';
import { runTool } from '@/lib/tools/run';
import { sendRest } from '@/lib/transport/testing/send-rest';

useCatalog();
useClock();

const never = () => new AbortController().signal;
const servers: FakeExperience[] = [];
afterAll(async () => {
  await closeExperienceClients();
  for (const server of servers) await server.close();
});

/** A person with an agent, whose words and secrets all have the name of the person in them. */
async function person(name: string) {
  const email = `${name}@example.org`;
  const password = `pass phrase of ${name}`;
  const { ownerId } = await registerOwner({ email, password, address: '10.1.0.1' });
  const signedIn = await signInWithPassword({ email, password, address: '10.1.0.1' });
  if (!signedIn) throw new Error('not signed in');
  const owner = { ownerId, email, cookie: await sessionCookieHeader({ ownerId, sessionEpoch: 0 }) };
  const agent = await playerFixture({ owner, displayName: `Agent of ${name}` });
  return { name, password, owner, agent };
}
type Someone = Awaited<ReturnType<typeof person>>;

const ask = ({ owner }: Someone, method: string, path: string, body?: unknown) =>
  sendRest(method, path, { owner, body });

/** Changes something, which must work. */
async function change(of: Someone, method: string, path: string, body: unknown) {
  const answer = await ask(of, method, path, body);
  expect([path, answer.status < 300]).toEqual([path, true]);
}

async function publish({ name, agent }: Someone): Promise<string> {
  const fake = await fakeExperience({ transport: 'mcp' });
  servers.push(fake);
  const manifest = { ...manifestFor(fake), name: `Game of ${name}`, summary: `A game that ${name} has made.` };
  const { id } = await agent.call<{ id: string }>('experience.register', { manifest });
  await waitForVerifications();
  return id;
}

/** What one person does alone: of every kind that the archive has. */
async function live(of: Someone, moderator: { cookie: string }, otherGame: string): Promise<void> {
  const { name, agent, owner } = of;
  await agent.call('profile.set', { display_name: `Agent of ${name}`, bio: `Bio of ${name}` });
  await agent.call('memory.set', { experience_id: otherGame, data: { idea: `Memory of ${name}` } });
  await agent.call('credential.store', {
    experience_id: otherGame,
    label: `Label of ${name}`,
    auth_method: 'username_password',
    credentials: { username: `User of ${name}`, password: `Credential secret of ${name}` },
  });
  const { session_id } = await agent.call<{ session_id: string }>('session.create', { experience_id: otherGame });
  await agent.call('session.step', {
    session_id,
    action: { guess: 4, said: `Action of ${name}` },
    note: `Note of ${name}`,
    usage: { input_tokens: 11, cost_usd_estimate: 0.5 },
    model_runtime: { model_provider: 'test', model_name: `Model of ${name}` },
  });
  await agent.call('session.end', { session_id });
  await agent.call('experience.rate', { experience_id: otherGame, rating: 4, review: `Review of ${name}` });
  await agent.call('experience.report', {
    experience_id: otherGame,
    category: 'other',
    session_id,
    description: `Quality of ${name}`,
  });
  const { id: social_lobby_id } = await agent.call<{ id: string }>('social.create', { name: `Talk of ${name}` });
  await agent.call('social.message', { social_lobby_id, content: `Message of ${name}` });
  await agent.call('demand.schedule', {
    experience_id: TIC_TAC_TOE,
    starts_at: new Date(now().getTime() + 86_400_000).toISOString(),
    description: `Event of ${name}`,
  });
  await agent.call('league.create', { name: `League of ${name}` });
  await change(of, 'POST', '/api/console/webhooks', {
    url: `https://example.org/${name}?token=webhook-secret-${name}`,
    types: [],
  });
  await change(of, 'POST', '/api/console/moderation/reports', {
    target_kind: 'experience',
    target_id: otherGame,
    category: 'other',
    text: `Report of ${name}`,
  });
  const warned = await sendRest('POST', '/v1/moderation/actions', {
    owner: moderator,
    body: { target_kind: 'agent', target_id: agent.agentId, kind: 'warn', reason: `Reason for ${name}` },
  });
  expect(warned.status).toBe(201);
  await askedAbout(of);
  await change(of, 'PUT', `/api/console/agents/${agent.agentId}/allowance`, { daily_steps: 500, daily_cost_usd: null });
  expect(owner.ownerId).not.toBe('');
}

/** Makes a call about which the owner is asked, and declines it. */
async function askedAbout({ agent, owner }: Someone): Promise<void> {
  await setApprovalRules({ agentId: agent.agentId, ownerId: owner.ownerId, tools: ['memory.set'] });
  const caller = await authenticate({ apiKey: agent.apiKey });
  if (!caller) throw new Error('no caller');
  const input = { experience_id: TIC_TAC_TOE, data: { password: 'approval secret' } };
  const call = { transport: 'rest' as const, signal: AbortSignal.abort(), requestId: 'test' };
  expect((await runTool('memory.set', input, caller, call)).ok).toBe(false);
  await setApprovalRules({ agentId: agent.agentId, ownerId: owner.ownerId, tools: [] });
}

/** Two agents play a match to its end. */
async function playMatch(one: Player, other: Player): Promise<void> {
  const { game_session_id } = await one.call<{ game_session_id: string }>('lobby.create', {
    experience_id: TIC_TAC_TOE,
  });
  await other.call('lobby.join', { game_session_id });
  const { session_id: first } = await one.call<{ session_id: string }>('match.start', { game_session_id });
  const { session_id: second } = await other.call<{ session_id: string }>('session.create', {
    experience_id: TIC_TAC_TOE,
  });
  const seats: [Player, string][] = [
    [one, first],
    [other, second],
  ];
  for (let moves = 0, isOver = false; !isOver && moves < 20; moves++)
    for (const [player, session_id] of seats) {
      if (isOver) break;
      type View = { experience_response: { legal_moves?: unknown[]; your_turn?: boolean; status?: string } };
      const { experience_response: state } = await player.call<View>('session.step', {
        session_id,
        action: { type: 'state' },
      });
      if (!state.your_turn) continue;
      const action = state.legal_moves?.[0];
      const { experience_response: after } = await player.call<View>('session.step', { session_id, action } as never);
      isOver = after.status !== 'active';
    }
}

async function download({ owner }: Someone, exportId: string): Promise<Record<string, string>> {
  const { pieces, bytes } = await openExport({ ownerId: owner.ownerId, exportId });
  const chunks: Buffer[] = [];
  for await (const piece of pieces) chunks.push(piece);
  const whole = Buffer.concat(chunks);
  expect(whole.length).toBe(bytes);
  const files = unzipSync(whole);
  return Object.fromEntries(Object.entries(files).map(([name, content]) => [name, Buffer.from(content).toString()]));
}

async function exported(of: Someone): Promise<Record<string, string>> {
  const { status, body } = await ask(of, 'POST', '/api/console/exports', {});
  expect([status, body.status]).toEqual([202, 'pending']);
  await makeDueExports(never());
  const { exports } = (await ask(of, 'GET', '/api/console/exports')).body;
  expect(exports[0]).toMatchObject({ export_id: body.export_id, status: 'ready', error: null });
  return download(of, body.export_id);
}

/** Values of these columns are secrets or their hashes. */
const SECRET_COLUMNS: [string, string][] = [
  ['owners', 'password_hash'],
  ['api_keys', 'hash'],
  ['app_tokens', 'hash'],
  ['approvals', 'arguments_hash'],
];

it('an archive has what an owner and the agents did, of every kind, and nothing of others and no secret', {
  timeout: 120_000,
}, async () => {
  const [ada, bob] = [await person('ada'), await person('bob')];
  const moderator = await ownerFixture({ isAdmin: true });
  const [gameOfAda, gameOfBob] = [await publish(ada), await publish(bob)];
  await live(ada, moderator, gameOfBob);
  await live(bob, moderator, gameOfAda);
  await playMatch(ada.agent, bob.agent);
  await Promise.all([flushAudit(), flushUsage()]);

  const files = await exported(ada);
  const index = JSON.parse(files['export.json'] as string);
  expect(index).toMatchObject({ format: 'botplay-export', format_version: 1, owner_id: ada.owner.ownerId });
  expect(index.files.map(({ name }: { name: string }) => name)).toEqual(listExportFiles().map(({ name }) => name));
  const rowsOf = (name: string) =>
    (files[`${name}.jsonl`] as string)
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
  for (const { name, rows } of index.files)
    expect([name, rowsOf(name.replace(/\.jsonl$/, '')).length]).toEqual([name, rows]);

  const expected: Record<string, object> = {
    'account/account': { email: 'ada@example.org' },
    'agents/agents': { id: ada.agent.agentId, bio: 'Bio of ada' },
    'agents/keys': { agent_id: ada.agent.agentId, name: 'test' },
    'agents/credentials': { label: 'Label of ada', auth_method: 'username_password' },
    'agents/approvals': { tool: 'memory.set', status: 'pending' },
    'agents/controls': { daily_steps: 500 },
    'memory/agents': { data: expect.objectContaining({ idea: 'Memory of ada' }) },
    'memory/versions': { data: { idea: 'Memory of ada' } },
    'experiences/experiences': { id: gameOfAda, name: 'Game of ada' },
    'experiences/verifications': { experience_id: gameOfAda },
    'sessions/sessions': { experience_id: gameOfBob, status: 'completed' },
    'sessions/steps': { action: { guess: 4, said: 'Action of ada' } },
    'sessions/reports': { note: 'Note of ada' },
    'usage/days': { experience_id: gameOfBob, steps: 1 },
    'usage/models': { name: 'Model of ada' },
    'usage/models_by_day': { name: 'Model of ada', input_tokens: 11 },
    'usage/session_costs': { cost_usd: 0.5 },
    'written/reviews': { review: 'Review of ada' },
    'written/quality_reports': { description: 'Quality of ada' },
    'written/messages': { content: 'Message of ada', agent_id: ada.agent.agentId },
    'social/lobbies': { name: 'Talk of ada' },
    'social/memberships': { agent_id: ada.agent.agentId },
    'matches/planned_events': { description: 'Event of ada' },
    'matches/lobbies': { host_agent_id: ada.agent.agentId },
    'matches/matches': { game_id: 'tic_tac_toe', status: 'completed' },
    'matches/seats': { agent_id: ada.agent.agentId, display_name: 'Agent of ada' },
    'matches/moves': { seat: 0 },
    'leagues/leagues': { name: 'League of ada' },
    'activity/calls': { tool: 'memory.set', agent_id: ada.agent.agentId },
    'notices/notices': { type: 'moderated' },
    'notices/webhooks': { url: 'https://example.org/ada' },
    'moderation/decisions': { kind: 'warn', reason: 'Reason for ada' },
    'moderation/reports': { text: 'Report of ada' },
  };
  for (const [name, row] of Object.entries(expected))
    expect([name, rowsOf(name)]).toEqual([name, expect.arrayContaining([expect.objectContaining(row)])]);

  const all = Object.values(files).join('\n');
  const withoutAnswers = Object.entries(files)
    .filter(([name]) => name !== 'sessions/steps.jsonl')
    .map(([, text]) => text)
    .join('\n');
  // Public ids of what others published are named where it was played.
  const ownText = withoutAnswers.replaceAll(gameOfBob, '');
  const foreign = [bob.owner.ownerId, bob.owner.email, bob.agent.agentId, 'of bob', 'for bob'];
  expect(foreign.filter((text) => ownText.includes(text))).toEqual([]);
  const stored = await Promise.all(
    SECRET_COLUMNS.map(async ([table, column]) => (await pool().query(`SELECT ${column} AS value FROM ${table}`)).rows),
  );
  const secrets = [
    ada.password,
    bob.password,
    ada.agent.apiKey,
    bob.agent.apiKey,
    'Credential secret',
    'User of ada',
    'approval secret',
    'webhook-secret',
    ...stored
      .flat()
      .map(({ value }) => value)
      .filter((value) => value !== null),
  ];
  expect(secrets.length).toBeGreaterThan(10);
  expect(secrets.filter((secret) => all.includes(secret))).toEqual([]);
});

it("an archive is only the own owner's, and its contents go when it is removed or expires", async () => {
  const [ada, bob] = [await person('ada2'), await person('bob2')];
  await exported(ada);
  const [{ export_id: exportId }] = (await ask(ada, 'GET', '/api/console/exports')).body.exports;
  await expect(openExport({ ownerId: bob.owner.ownerId, exportId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect((await ask(bob, 'DELETE', `/api/console/exports/${exportId}`)).status).toBe(404);
  expect((await ask(bob, 'GET', '/api/console/exports')).body.exports).toEqual([]);
  expect((await sendRest('POST', '/api/console/exports')).status).toBe(401);
  expect((await ask(ada, 'DELETE', `/api/console/exports/${exportId}`)).status).toBe(200);
  await expect(openExport({ ownerId: ada.owner.ownerId, exportId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await exported(ada);
  advanceClock(3 * 86_400_000 + 1);
  expect((await ask(ada, 'GET', '/api/console/exports')).body.exports).toEqual([]);
  await runCleanups(never());
  const { rows } = await pool().query(
    'SELECT 1 FROM export_chunks c JOIN owner_exports e ON e.id = c.export_id WHERE e.owner_id = $1',
    [ada.owner.ownerId],
  );
  expect(rows).toEqual([]);
});
