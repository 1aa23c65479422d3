import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCleanups } from '@/lib/core/cleanup';
import { env } from '@/lib/core/env';
import { newId } from '@/lib/core/ids';
import { metrics } from '@/lib/core/metrics';
import { pool } from '@/lib/data/database';
import { readOwner, registerOwner, sessionSetCookie, signInWithPassword } from '@/lib/domain/accounts';
import { startBus, stopBus } from '@/lib/events';
import { advanceClock, useClock } from '@/lib/testing/clock';
import { useDatabase } from '@/lib/testing/database';
import { agentFixture, ownerFixture } from '@/lib/testing/fixtures';
import { plainText, useMailServer } from '@/lib/testing/mail-server';
import { sendRest } from '@/lib/transport/testing/send-rest';
import { checkMailServer, mailVerifyLink, nextMailDue, sendDueMails } from '.';
import { queueMail } from './outbox';

useDatabase();
useClock();

const { received, refusals } = useMailServer();
beforeAll(startBus);
afterAll(stopBus);

const TEXT = { subject: 'Hello', text: 'Text', html: '<p>Text</p>' };
const newAddress = () => `${newId()}@example.org`;
const stateOf = async (recipient: string) =>
  (await pool().query('SELECT status, attempts, error, content FROM mails WHERE recipient = $1', [recipient])).rows[0];
const ask = (email: string, address = '10.1.0.1') =>
  sendRest('POST', '/api/owners/password/mail', { body: { email }, address });

it('a link that sets a new password comes by mail, works once, and ends the old password', async () => {
  const email = newAddress();
  const password = 'a long enough password';
  await registerOwner({ email, password, address: '10.1.0.9' });
  expect(await ask(email.toUpperCase())).toMatchObject({ status: 202, body: { accepted: true } });
  await expect.poll(sendDueMails).toBe(1);
  const [mail] = received;
  expect(mail).toMatchObject({ to: [email], from: 'no-reply@botplay.example' });
  const source = plainText(mail?.source ?? '');
  expect(source).toMatch(/^From: Botplay <no-reply@botplay\.example>/m);
  expect(source).toMatch(/multipart\/alternative/);
  const [link = ''] = source.match(/http:\/\/localhost:3000\/reset\/\S+/) ?? [];
  const token = link.split('/').at(-1);
  const stored = await stateOf(email);
  expect(stored).toMatchObject({ status: 'sent', attempts: 1, content: null });

  const reset = { token, password: 'another long password' };
  expect((await sendRest('POST', '/api/owners/password', { body: reset })).status).toBe(200);
  expect((await sendRest('POST', '/api/owners/password', { body: reset })).status).toBe(404);
  expect(await signInWithPassword({ email, password, address: '10.1.0.9' })).toBeNull();
  expect(await signInWithPassword({ email, password: reset.password, address: '10.1.0.9' })).toBeTruthy();
});

it('the answer does not say whether an e-mail has an account, and the link lives for an hour', async () => {
  const [email, nobody] = [newAddress(), newAddress()];
  await registerOwner({ email, password: 'a long enough password', address: '10.1.0.9' });
  const [ofAccount, ofNobody] = [await ask(email, '10.1.1.1'), await ask(nobody, '10.1.1.2')];
  expect(ofNobody.status).toBe(ofAccount.status);
  expect(ofNobody.body).toEqual(ofAccount.body);
  // Other mails may wait too: the security notice of a password that was set before.
  const receivedBy = (mailbox: string) => received.filter(({ to }) => to.includes(mailbox));
  const sendAndCount = async () => {
    await sendDueMails();
    return receivedBy(email).length;
  };
  await expect.poll(sendAndCount).toBe(1);
  expect(receivedBy(nobody)).toEqual([]);
  const token = plainText(receivedBy(email)[0]?.source ?? '').match(/\/reset\/(\S+)/)?.[1];
  advanceClock(3_600_001);
  const body = { token, password: 'another long password' };
  expect((await sendRest('POST', '/api/owners/password', { body })).status).toBe(404);
});

it('a mailbox gets at most three mails an hour, and an address may ask for ten', async () => {
  const email = newAddress();
  const statuses = [];
  for (let n = 0; n < 5; n++) statuses.push((await ask(email, `10.1.2.${n}`)).status);
  expect(statuses).toEqual([202, 202, 202, 429, 429]);
  const others = [];
  for (let n = 0; n < 12; n++) others.push((await ask(newAddress(), '10.1.3.1')).status);
  expect(others.filter((status) => status === 429)).toHaveLength(2);
});

it.each(['nobody', 'a@b\r\nBcc: victim@example.org', '', `${'x'.repeat(300)}@example.org`])(
  'what is no e-mail is refused with its path: %j',
  async (email) => {
    expect(await ask(email, '10.1.4.1')).toMatchObject({
      status: 400,
      body: { error: { details: { issues: [{ path: ['email'] }] } } },
    });
  },
);

it('a server that refuses for now gets the mail again later, and one that refuses for good does not', async () => {
  const [later, never] = [newAddress(), newAddress()];
  refusals.push(451, 550);
  await queueMail({ kind: 'test', to: later, text: TEXT });
  await sendDueMails();
  await queueMail({ kind: 'test', to: never, text: TEXT });
  await sendDueMails();
  expect(await stateOf(later)).toMatchObject({ status: 'pending', attempts: 1, error: expect.stringContaining('451') });
  expect(await stateOf(never)).toMatchObject({ status: 'failed', attempts: 1, content: null });
  expect(await sendDueMails()).toBe(0);
  advanceClock(61_000);
  expect(await sendDueMails()).toBe(1);
  expect(received.map(({ to }) => to)).toEqual([[later]]);
  expect(await stateOf(later)).toMatchObject({ status: 'sent', attempts: 2, error: null });
});

it('is given up after seven attempts, and two processes send each mail once', async () => {
  const lost = newAddress();
  for (let n = 0; n < 7; n++) refusals.push(421);
  await queueMail({ kind: 'test', to: lost, text: TEXT });
  for (let n = 0; n < 7; n++) {
    await sendDueMails();
    advanceClock(18 * 3_600_000 + 1_000);
  }
  expect(await stateOf(lost)).toMatchObject({ status: 'failed', attempts: 7, content: null });

  const addresses = Array.from({ length: 6 }, newAddress);
  for (const to of addresses) await queueMail({ kind: 'test', to, text: TEXT });
  await Promise.all([sendDueMails(), sendDueMails(), sendDueMails()]);
  expect(received.flatMap(({ to }) => to).sort()).toEqual(addresses.sort());
});

it('a mail waits sealed, and is removed after a week', async () => {
  const to = newAddress();
  refusals.push(451);
  await queueMail({ kind: 'test', to, text: { ...TEXT, text: 'the secret link' } });
  expect(String((await stateOf(to)).content)).not.toContain('secret');
  await sendDueMails();
  expect(await nextMailDue()).not.toBeNull();
  advanceClock(8 * 24 * 3_600_000);
  await runCleanups(new AbortController().signal);
  expect(await stateOf(to)).toBeUndefined();
});

it('a link lives from when its mail is sent: an outage of hours does not make it dead', async () => {
  const email = newAddress();
  await registerOwner({ email, password: 'a long enough password', address: '10.1.6.9' });
  refusals.push(421, 421, 421, 421);
  expect((await ask(email, '10.1.6.1')).status).toBe(202);
  await expect.poll(sendDueMails).toBe(1);
  for (let n = 0; n < 4; n++) {
    advanceClock(3_600_001);
    await sendDueMails();
  }
  const token = plainText(received[0]?.source ?? '').match(/\/reset\/(\S+)/)?.[1];
  advanceClock(3_599_000);
  const body = { token, password: 'another long password' };
  expect((await sendRest('POST', '/api/owners/password', { body })).status).toBe(200);
});

it('of several mails for the same link only the last one waits, and a link that was replaced is not sent', async () => {
  const { ownerId, email, ...owner } = await ownerFixture();
  const ask = () => mailVerifyLink({ ownerId, email, origin: 'http://localhost:3000' });
  for (let n = 0; n < 3; n++) await ask();
  expect(await sendDueMails()).toBe(1);
  const token = plainText(received[0]?.source ?? '').match(/\/verify\/(\S+)/)?.[1];
  await pool().query("UPDATE owners SET email = 'x' || email WHERE id = $1", [ownerId]);
  await mailVerifyLink({ ownerId, email: `x${email}`, origin: 'http://localhost:3000' });
  expect((await sendRest('POST', '/api/console/email/verify', { owner, body: { token } })).status).toBe(404);
  await pool().query('UPDATE owners SET verify_hash = NULL WHERE id = $1', [ownerId]);
  received.length = 0;
  expect(await sendDueMails()).toBe(1);
  expect(received).toEqual([]);
  expect(await stateOf(`x${email}`)).toMatchObject({
    status: 'failed',
    error: 'Its link was used or replaced meanwhile.',
  });
});

it('a mailed link proves the e-mail in the account that it is for, once', async () => {
  const [owner, other] = [await ownerFixture(), await ownerFixture()];
  expect((await sendRest('POST', '/api/console/email/verify-mail', { owner })).status).toBe(202);
  await sendDueMails();
  const token = plainText(received[0]?.source ?? '').match(/\/verify\/(\S+)/)?.[1];
  const verify = async (by: { cookie: string }) =>
    (await sendRest('POST', '/api/console/email/verify', { owner: by, body: { token } })).status;
  expect([await verify(other), await verify(owner), await verify(owner)]).toEqual([404, 200, 404]);
  expect((await sendRest('POST', '/api/console/email/verify-mail', { owner })).status).toBe(409);
});

it('tells the owner by mail of what changes who may use the account, without words of others', async () => {
  const email = newAddress();
  const password = 'a long enough password';
  await registerOwner({ email, password, address: '10.1.8.9' });
  const signIn = async (userAgent: string, address: string) => {
    const signedIn = await signInWithPassword({ email, password, address });
    const cookie = await sessionSetCookie(signedIn as NonNullable<typeof signedIn>, { userAgent, address });
    return { cookie: cookie.split(';')[0] ?? '' };
  };
  const subjects = async () => {
    await sendDueMails();
    return received.splice(0).map(({ source }) => [...plainText(source).matchAll(/^Subject: (.*)$/gm)][0]?.[1]);
  };
  const owner = await signIn('Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0', '198.51.100.7');
  await signIn('Mozilla/5.0 (X11; Linux x86_64) Firefox/141.0', '198.51.200.9');
  expect(await subjects()).toEqual([]);
  await signIn('<script>evil</script> Chrome/150 Windows', '198.51.100.7');
  await sendDueMails();
  expect(plainText(received[0]?.source ?? '')).toContain('Chrome on Windows, from 198.51.100.7');
  expect(received[0]?.source).not.toContain('script>');
  received.length = 0;
  const { agentId } = await agentFixture({ owner: (await readOwner(owner.cookie)) as never });
  await sendRest('POST', `/api/console/agents/${agentId}/keys`, { owner, body: { name: 'http://evil.example' } });
  await sendDueMails();
  expect(received[0]?.source).not.toContain('evil');
  expect(await subjects()).toEqual(['A key was made for one of your Botplay agents']);
  const moved = newAddress();
  const body = { current_password: password, email: moved };
  expect((await sendRest('POST', '/api/console/email', { owner, body })).status).toBe(200);
  await sendDueMails();
  expect(received.map(({ to }) => to[0]).sort()).toEqual([email, moved].sort());
});

it('an account cannot fill the mailbox of a stranger, whatever it changes and under whatever spelling of it', async () => {
  const victim = newId();
  const email = newAddress();
  const password = 'a long enough password';
  await registerOwner({ email, password, address: '10.1.9.9' });
  const signedIn = await signInWithPassword({ email, password, address: '10.1.9.9' });
  const cookie = await sessionSetCookie(signedIn as NonNullable<typeof signedIn>, { userAgent: '', address: '' });
  const owner = { cookie: cookie.split(';')[0] ?? '' };
  const { agentId } = await agentFixture({ owner: (await readOwner(owner.cookie)) as never });
  const change = (to: string) =>
    sendRest('POST', '/api/console/email', { owner, body: { current_password: password, email: to } });
  const statuses: number[] = [];
  for (let n = 0; n < 12; n++) {
    statuses.push((await change(n % 2 === 0 ? `${victim}+${n}@example.org` : newAddress())).status);
    await sendDueMails();
  }
  expect(statuses).toEqual([...Array(10).fill(200), 429, 429]);
  await pool().query('UPDATE owners SET email = $1 WHERE id = $2', [`${victim}@example.org`, signedIn?.ownerId]);
  for (let n = 0; n < 6; n++)
    await sendRest('POST', `/api/console/agents/${agentId}/keys`, { owner, body: { name: 'n' } });
  await sendDueMails();
  const ofVictim = received.filter(({ to }) => to[0]?.startsWith(victim));
  const subjects = ofVictim.map(({ source }) => /^Subject: (.*)$/m.exec(plainText(source))?.[1]);
  expect(subjects.filter((subject) => subject === 'Confirm your e-mail for Botplay')).toHaveLength(3);
  expect(ofVictim).toHaveLength(6);
});

it('metrics count what was sent, is tried again and was given up, and what waits', async () => {
  await checkMailServer();
  const read = async () => {
    const text = await metrics().registry.metrics();
    const of = (outcome: string) =>
      Number(new RegExp(`kind="test",outcome="${outcome}"\\} (\\d+)`).exec(text)?.[1] ?? 0);
    return [of('sent'), of('retried'), of('failed'), Number(/^botplay_mails_waiting (\d+)$/m.exec(text)?.[1])];
  };
  await sendDueMails();
  const [sent = 0, retried = 0, failed = 0, waiting = 0] = await read();
  refusals.push(451, 550);
  for (let n = 0; n < 3; n++) {
    await queueMail({ kind: 'test', to: newAddress(), text: TEXT });
    await sendDueMails();
  }
  expect(await read()).toEqual([sent + 1, retried + 1, failed + 1, waiting + 1]);
});

it('without a mail server nothing is queued, and the answer says who can help', async () => {
  const { SMTP_URL } = env();
  env().SMTP_URL = '';
  expect(await ask(newAddress(), '10.1.5.1')).toMatchObject({
    status: 409,
    body: { error: { code: 'INVALID_STATE' } },
  });
  expect(await sendDueMails()).toBe(0);
  env().SMTP_URL = SMTP_URL;
});
