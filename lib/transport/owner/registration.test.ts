import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { runCleanups } from '@/lib/core/cleanup';
import { resetOnce } from '@/lib/core/globals';
import { makeAdminLink, readOwner, setAdmin, signInWithPassword, signInWithProvider } from '@/lib/domain/accounts';
import { sessionCookieHeader } from '@/lib/domain/accounts/owner-session';
import { startBus, stopBus } from '@/lib/events';
import { advanceClock, useClock } from '@/lib/testing/clock';
import { useDatabase } from '@/lib/testing/database';
import { type OwnerFixture, ownerFixture } from '@/lib/testing/fixtures';
import { prisma } from '@/lib/testing/prisma';
import { sendRest } from '@/lib/transport/testing/send-rest';

useDatabase();
useClock();

const PASSWORD = 'correct horse battery';
const DAY_MS = 24 * 3_600_000;
let people = 0;
let administrator: OwnerFixture;

beforeAll(async () => {
  await startBus();
  administrator = await ownerFixture({ isAdmin: true });
});
afterAll(stopBus);
afterEach(() => setModes({}));

function setModes(modes: { SIGN_UP?: string; AGENT_SELF_REGISTRATION?: string }) {
  for (const name of ['SIGN_UP', 'AGENT_SELF_REGISTRATION'] as const) process.env[name] = modes[name] ?? '';
  resetOnce('env');
}

const newEmail = () => `joins${++people}@example.org`;
const signUp = (email: string, more: object = {}) =>
  sendRest('POST', '/api/owners', { body: { email, password: PASSWORD, ...more }, address: `10.6.0.${people}` });
const signIn = (email: string) => signInWithPassword({ email, password: PASSWORD, address: '10.6.1.1' });
const byProvider = (email: string, invitation: string | null = null) =>
  signInWithProvider(
    { provider: 'github', providerAccountId: email, email, emailVerified: true, displayName: null, image: null },
    null,
    invitation,
  );
const invite = async (body: object = {}) => {
  const order = { kind: 'person', note: 'test', ...body };
  const answer = await sendRest('POST', '/v1/invitations', { owner: administrator, body: order });
  expect(answer.status).toBe(201);
  return answer.body as { invitation_id: string; token: string; url: string | null };
};
const decide = (kind: 'people' | 'agents', id: string, decision: string) =>
  sendRest('POST', `/v1/registration/${kind}/${id}`, { owner: administrator, body: { decision } });
const registerAgent = (more: object = {}) =>
  sendRest('POST', '/api/agents', { body: { display_name: 'Newcomer', ...more }, address: '10.6.2.1' });
const refusedFor = (reason: string) => ({ status: 403, body: { error: { details: { reason } } } });
const countOf = (email: string) => prisma().owner.count({ where: { email } });

describe('where people need an invitation', () => {
  test('no door opens an account without one', async () => {
    setModes({ SIGN_UP: 'invitation' });
    const email = newEmail();
    expect(await signUp(email)).toMatchObject(refusedFor('invitation_needed'));
    expect(await signUp(email, { invitation: `invite_${'a'.repeat(43)}` })).toMatchObject(
      refusedFor('invitation_invalid'),
    );
    await expect(byProvider(email)).rejects.toMatchObject({ details: { reason: 'invitation_needed' } });
    expect(await countOf(email)).toBe(0);
  });

  test('one opens as many accounts as it says, of many who use it at the same time, by password and by provider', async () => {
    setModes({ SIGN_UP: 'invitation' });
    const { token, url } = await invite({ uses: 3 });
    expect(url).toBe(`http://localhost:3000/sign-up?invitation=${token}`);
    const statuses = await Promise.all(
      Array.from({ length: 5 }, async () => (await signUp(newEmail(), { invitation: token })).status),
    );
    expect(statuses.toSorted()).toEqual([201, 201, 201, 403, 403]);
    const { token: another } = await invite();
    expect(await byProvider(newEmail(), another)).toMatchObject({ email: `joins${people}@example.org` });
    await expect(byProvider(newEmail(), another)).rejects.toMatchObject({ details: { reason: 'invitation_invalid' } });
    expect(JSON.stringify(await prisma().invitation.findMany())).not.toContain(token);
  });

  test('an e-mail that is taken uses none, and one that ended or was revoked admits nobody', async () => {
    setModes({ SIGN_UP: 'invitation' });
    const { token, invitation_id: id } = await invite({ days: 1 });
    const email = newEmail();
    expect((await signUp(administrator.email, { invitation: token })).status).toBe(409);
    expect((await signUp(email, { invitation: token })).status).toBe(201);
    const { token: late } = await invite({ days: 1 });
    advanceClock(DAY_MS + 1);
    expect(await signUp(newEmail(), { invitation: late })).toMatchObject(refusedFor('invitation_invalid'));
    const { token: revoked, invitation_id: revokedId } = await invite();
    const revoke = (one: string) => sendRest('DELETE', `/v1/invitations/${one}`, { owner: administrator });
    expect((await revoke(revokedId)).status).toBe(200);
    expect((await revoke(revokedId)).status).toBe(404);
    expect(await signUp(newEmail(), { invitation: revoked })).toMatchObject(refusedFor('invitation_invalid'));
    advanceClock(31 * DAY_MS);
    await runCleanups(new AbortController().signal);
    expect(await prisma().invitation.count({ where: { id } })).toBe(0);
  });

  test('one for agents admits no person', async () => {
    setModes({ SIGN_UP: 'invitation' });
    const { token } = await invite({ kind: 'agent' });
    expect(await signUp(newEmail(), { invitation: token })).toMatchObject(refusedFor('invitation_invalid'));
  });
});

describe('where an administrator decides about people', () => {
  /** Asks for an account; returns its id. */
  async function ask(email: string): Promise<string> {
    const answer = await signUp(email, { note: 'I teach.' });
    expect(answer).toMatchObject({ status: 201, body: { awaits_approval: true } });
    return answer.body.owner_id;
  }

  test('an account opens when it is approved: until then no cookie, password or provider signs in', async () => {
    setModes({ SIGN_UP: 'approval' });
    const email = newEmail();
    const ownerId = await ask(email);
    await expect(signIn(email)).rejects.toMatchObject({ details: { reason: 'awaiting_approval' } });
    const cookie = await sessionCookieHeader({ ownerId: ownerId as never, sessionEpoch: 0 });
    const inBrowser = await sessionCookieHeader(
      { ownerId: ownerId as never, sessionEpoch: 0 },
      { userAgent: 'Firefox', address: '10.6.1.1' },
    );
    expect([await readOwner(cookie), await readOwner(inBrowser)]).toEqual([null, null]);
    const list = await sendRest('GET', '/v1/registration', { owner: administrator });
    expect(list.body.requests).toContainEqual(expect.objectContaining({ owner_id: ownerId, email, note: 'I teach.' }));
    expect((await decide('people', ownerId, 'approve')).status).toBe(200);
    expect(await signIn(email)).toMatchObject({ ownerId });
    expect((await decide('people', ownerId, 'refuse')).status).toBe(404);
  });

  test('a refused account says so for 30 days, and may be asked for again then', async () => {
    setModes({ SIGN_UP: 'approval' });
    const email = newEmail();
    const ownerId = await ask(email);
    const decisions = await Promise.all([decide('people', ownerId, 'refuse'), decide('people', ownerId, 'refuse')]);
    expect(decisions.map(({ status }) => status).toSorted()).toEqual([200, 404]);
    await expect(signIn(email)).rejects.toMatchObject({ details: { reason: 'sign_up_refused' } });
    expect((await signUp(email)).status).toBe(409);
    advanceClock(30 * DAY_MS + 1);
    await runCleanups(new AbortController().signal);
    expect((await signUp(email)).status).toBe(201);
  });

  test('a provider asks for the account too, and an invitation needs no decision', async () => {
    setModes({ SIGN_UP: 'approval' });
    const email = newEmail();
    await expect(byProvider(email)).rejects.toMatchObject({ details: { reason: 'awaiting_approval' } });
    const { id } = await prisma().owner.findUniqueOrThrow({ where: { email } });
    await decide('people', id, 'approve');
    expect(await byProvider(email)).toMatchObject({ ownerId: id });
    const { token } = await invite();
    const invited = newEmail();
    expect((await signUp(invited, { invitation: token })).body).not.toHaveProperty('awaits_approval');
    expect(await signIn(invited)).toBeTruthy();
  });

  test('the operator who names an administrator admits the account', async () => {
    setModes({ SIGN_UP: 'approval' });
    const email = newEmail();
    await ask(email);
    await setAdmin({ email, isAdmin: true });
    expect(await signIn(email)).toMatchObject({ isAdmin: true });
  });

  test('only administrators read and decide', async () => {
    const stranger = await ownerFixture();
    expect((await sendRest('GET', '/v1/registration', { owner: stranger })).status).toBe(403);
    expect((await sendRest('POST', '/v1/invitations', { owner: stranger, body: {} })).status).toBe(403);
    const actions = await sendRest('GET', '/v1/admin-actions?limit=100', { owner: administrator });
    const names = actions.body.entries.map(({ action }: { action: string }) => action);
    expect(names).toEqual(expect.arrayContaining(['post_v1_registration_people_owner_id', 'post_v1_invitations']));
  });
});

test('the link of the first administrator opens an account on a closed site', async () => {
  setModes({ SIGN_UP: 'closed' });
  const { BOTPLAY_EMBEDDED } = process.env;
  delete process.env.BOTPLAY_EMBEDDED;
  Object.assign(process.env, { NODE_ENV: 'production' });
  resetOnce('env');
  try {
    expect(await signUp(newEmail(), { invitation: `admin_${'a'.repeat(43)}` })).toMatchObject(
      refusedFor('invitation_invalid'),
    );
    await prisma().owner.updateMany({ data: { isAdmin: false } });
    const link = await makeAdminLink();
    expect((await signUp(newEmail(), { invitation: link?.token })).status).toBe(201);
    expect(await signUp(newEmail())).toMatchObject(refusedFor('sign_up_closed'));
  } finally {
    Object.assign(process.env, { NODE_ENV: 'test', BOTPLAY_EMBEDDED });
    await prisma().owner.update({ where: { id: administrator.ownerId }, data: { isAdmin: true } });
  }
});

describe('agents that register themselves', () => {
  const call = (apiKey: string) => sendRest('POST', '/api/tools/auth.whoami', { headers: { 'x-api-key': apiKey } });

  test('need an invitation for agents where the operator wants it so', async () => {
    setModes({ AGENT_SELF_REGISTRATION: 'invitation' });
    expect(await registerAgent()).toMatchObject(refusedFor('invitation_needed'));
    const { token, url } = await invite({ kind: 'agent' });
    expect(url).toBeNull();
    const registered = await registerAgent({ invitation: token });
    expect(registered.status).toBe(201);
    expect((await call(registered.body.api_key)).status).toBe(200);
    expect(await registerAgent({ invitation: token })).toMatchObject(refusedFor('invitation_invalid'));
  });

  test('act after an administrator approved them, or after a person claimed them', async () => {
    setModes({ AGENT_SELF_REGISTRATION: 'approval' });
    const [approved, claimed, refused] = [await registerAgent(), await registerAgent(), await registerAgent()];
    expect(approved.body).toMatchObject({ awaits_approval: true });
    for (const { body } of [approved, claimed, refused])
      expect(await call(body.api_key)).toMatchObject(refusedFor('awaiting_approval'));
    const headers = { 'x-api-key': approved.body.api_key };
    const report = { target_kind: 'agent', target_id: refused.body.agent_id, category: 'spam' };
    for (const [path, sent] of [
      ['/api/moderation/reports', report],
      ['/api/token', {}],
    ] as const)
      expect(await sendRest('POST', path, { headers, body: sent })).toMatchObject(refusedFor('awaiting_approval'));
    const { body } = await sendRest('GET', '/v1/registration', { owner: administrator });
    expect(body.waiting_agents).toHaveLength(3);
    expect((await decide('agents', approved.body.agent_id, 'approve')).status).toBe(200);
    await expect.poll(async () => (await call(approved.body.api_key)).status).toBe(200);
    expect((await decide('agents', refused.body.agent_id, 'refuse')).status).toBe(200);
    await expect.poll(() => call(refused.body.api_key)).toMatchObject(refusedFor('sign_up_refused'));
    const owner = await ownerFixture();
    const token = String(claimed.body.claim_url).split('/').at(-1);
    expect((await sendRest('POST', '/api/console/claims', { owner, body: { token } })).status).toBe(200);
    await expect.poll(async () => (await call(claimed.body.api_key)).status).toBe(200);
  });

  test('do not where it is closed', async () => {
    setModes({ AGENT_SELF_REGISTRATION: 'closed' });
    expect((await registerAgent()).status).toBe(403);
  });
});
