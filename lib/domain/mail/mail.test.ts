import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { runCleanups } from '@/lib/core/cleanup';
import { env } from '@/lib/core/env';
import { newId } from '@/lib/core/ids';
import { pool } from '@/lib/data/database';
import { registerOwner, signInWithPassword } from '@/lib/domain/accounts';
import { startBus, stopBus } from '@/lib/events';
import { closeMail } from '@/lib/gateway';
import { advanceClock, useClock } from '@/lib/testing/clock';
import { useDatabase } from '@/lib/testing/database';
import { sendRest } from '@/lib/transport/testing/send-rest';
import { nextMailDue, sendDueMails } from '.';
import { queueMail } from './outbox';

useDatabase();
useClock();

/** What the mail server has got, and how it answers the next mails. */
const received: { to: string[]; from: string; source: string }[] = [];
const refusals: { responseCode: number }[] = [];
let server: SMTPServer;

beforeAll(async () => {
  await startBus();
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    async onData(stream, session, done) {
      const source = await text(stream);
      const refusal = refusals.shift();
      if (refusal) return done(Object.assign(new Error('Refused'), refusal));
      const { mailFrom, rcptTo } = session.envelope;
      received.push({ to: rcptTo.map(({ address }) => address), from: mailFrom ? mailFrom.address : '', source });
      done();
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  env().SMTP_URL = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  env().MAIL_FROM = 'Botplay <no-reply@botplay.example>';
});
afterAll(async () => {
  closeMail();
  await new Promise<void>((resolve) => server.close(() => resolve()));
  await stopBus();
});
beforeEach(() => {
  received.length = 0;
  refusals.length = 0;
});

const TEXT = { subject: 'Hello', text: 'Text', html: '<p>Text</p>' };
const newAddress = () => `${newId()}@example.org`;
const stateOf = async (recipient: string) =>
  (await pool().query('SELECT status, attempts, error, content FROM mails WHERE recipient = $1', [recipient])).rows[0];
const ask = (email: string, address = '10.1.0.1') =>
  sendRest('POST', '/api/owners/password/mail', { body: { email }, address });

/** The text of a quoted-printable mail. */
const plain = (source: string) => source.replace(/=\r\n/g, '').replace(/=3D/g, '=');

it('a link that sets a new password comes by mail, works once, and ends the old password', async () => {
  const email = newAddress();
  const password = 'a long enough password';
  await registerOwner({ email, password, address: '10.1.0.9' });
  expect(await ask(email.toUpperCase())).toMatchObject({ status: 202, body: { accepted: true } });
  await expect.poll(sendDueMails).toBe(1);
  const [mail] = received;
  expect(mail).toMatchObject({ to: [email], from: 'no-reply@botplay.example' });
  const source = plain(mail?.source ?? '');
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
  await expect.poll(sendDueMails).toBe(1);
  expect(received.map(({ to }) => to)).toEqual([[email]]);
  const token = plain(received[0]?.source ?? '').match(/\/reset\/(\S+)/)?.[1];
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
  refusals.push({ responseCode: 451 }, { responseCode: 550 });
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
  for (let n = 0; n < 7; n++) refusals.push({ responseCode: 421 });
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
  refusals.push({ responseCode: 451 });
  await queueMail({ kind: 'test', to, text: { ...TEXT, text: 'the secret link' } });
  expect(String((await stateOf(to)).content)).not.toContain('secret');
  await sendDueMails();
  expect(await nextMailDue()).not.toBeNull();
  advanceClock(8 * 24 * 3_600_000);
  await runCleanups(new AbortController().signal);
  expect(await stateOf(to)).toBeUndefined();
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
