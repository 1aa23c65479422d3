import { beforeEach, describe, expect, it } from 'vitest';
import { answerOneClick } from '@/app/unsubscribe/answer';
import { now } from '@/lib/core/clock';
import { env } from '@/lib/core/env';
import { newId } from '@/lib/core/ids';
import { pool } from '@/lib/data/database';
import { mailDue, sendDueMails } from '@/lib/domain/mail';
import { queueMail } from '@/lib/domain/mail/outbox';
import { countReport, flushUsage } from '@/lib/domain/usage';
import { useCatalog } from '@/lib/testing/catalog';
import { advanceClock, setClock, useClock } from '@/lib/testing/clock';
import { type OwnerFixture, ownerFixture } from '@/lib/testing/fixtures';
import { plainText, useMailServer } from '@/lib/testing/mail-server';
import { type Player, playerFixture, TIC_TAC_TOE } from '@/lib/testing/play';
import { countOwnStatements } from '@/lib/testing/statements';
import { sendRest } from '@/lib/transport/testing/send-rest';
import { nextDigestDue, sendDueDigests } from '.';

useCatalog();
useClock();
const { received, refusals } = useMailServer();
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

beforeEach(() => pool().query('DELETE FROM digests'));

async function provenOwner(): Promise<OwnerFixture> {
  const owner = await ownerFixture();
  await pool().query('UPDATE owners SET email_verified = now() WHERE id = $1', [owner.ownerId]);
  return owner;
}

const choose = (owner: OwnerFixture, body: Record<string, unknown> = { frequency: 'daily' }) =>
  sendRest('PUT', '/api/console/digest', { owner, body });

/** Sets the clock to the time at which the next mail of an owner is due. */
async function reachDueTime(owner: OwnerFixture): Promise<void> {
  const { body } = await sendRest('GET', '/api/console/digest', { owner });
  setClock(new Date(body.next_at));
}

/** Waits until the digest of an owner is due, and sends what is due. Returns the mails to the owner. */
async function sendAtDueTime(owner: OwnerFixture): Promise<string[]> {
  await reachDueTime(owner);
  await sendDueDigests();
  await sendDueMails();
  return received.filter(({ to }) => to.includes(owner.email)).map(({ source }) => plainText(source));
}

/** A game that the host wins with the first row. */
async function playToEnd(host: Player, guest: Player): Promise<string> {
  const { game_session_id: id } = await host.call<{ game_session_id: string }>('lobby.create', {
    experience_id: TIC_TAC_TOE,
  });
  await guest.call('lobby.join', { game_session_id: id });
  await host.call('match.start', { game_session_id: id });
  for (const [player, cell] of [
    [host, 'A1'],
    [guest, 'A2'],
    [host, 'B1'],
    [guest, 'B2'],
    [host, 'C1'],
  ] as const) {
    const { sessions } = await player.call<{ sessions: { session_id: string; game_session_id: string }[] }>(
      'session.list',
    );
    const session_id = sessions.find((one) => one.game_session_id === id)?.session_id;
    await player.call('session.step', { session_id, action: cell });
  }
  return id;
}

async function insertApproval(agentId: string, expiresAt: Date): Promise<void> {
  await pool().query(
    `INSERT INTO approvals (id, agent_id, tool, arguments_hash, arguments, status, requested_at, expires_at)
     VALUES ($1, $2, 'memory.set', $3, '{"password":"hunter2"}', 'pending', $4, $5)`,
    [newId(), agentId, newId(), now(), expiresAt],
  );
}

describe('the choice', () => {
  it('is off by default, kept with hour and time zone, and ends when it is turned off', async () => {
    const owner = await provenOwner();
    const before = await sendRest('GET', '/api/console/digest', { owner });
    expect(before.body).toEqual({ frequency: 'off', hour: 8, time_zone: 'UTC', next_at: null, mail: 'ready' });
    const set = await choose(owner, { frequency: 'weekly', hour: 19, time_zone: 'America/New_York' });
    expect(set).toMatchObject({ status: 200, body: { frequency: 'weekly', hour: 19, time_zone: 'America/New_York' } });
    expect(new Date(set.body.next_at).getTime()).toBeGreaterThan(now().getTime());
    expect(await nextDigestDue()).toEqual(new Date(set.body.next_at));
    expect((await choose(owner, { frequency: 'off' })).body).toMatchObject({ frequency: 'off', next_at: null });
    expect(await nextDigestDue()).toBeNull();
  });

  it.each([
    [{ frequency: 'hourly' }, 'frequency'],
    [{ frequency: 'daily', hour: 24 }, 'hour'],
    [{ frequency: 'daily', time_zone: 'Mars/Base' }, 'time_zone'],
  ])('names the fault of %j', async (body, field) => {
    expect(await choose(await provenOwner(), body)).toMatchObject({
      status: 400,
      body: { error: { details: { issues: [{ path: [field] }] } } },
    });
  });

  it('needs a confirmed e-mail and a mail server: nobody gets mails of an account that typed their address', async () => {
    const owner = await ownerFixture();
    expect(await choose(owner)).toMatchObject({ status: 409, body: { error: { code: 'INVALID_STATE' } } });
    const url = env().SMTP_URL;
    env().SMTP_URL = '';
    const proven = await provenOwner();
    expect(await choose(proven)).toMatchObject({ status: 409 });
    expect((await sendRest('GET', '/api/console/digest', { owner: proven })).body.mail).toBe('not_configured');
    expect((await choose(proven, { frequency: 'off' })).status).toBe(200);
    env().SMTP_URL = url;
  });
});

describe('a digest', () => {
  it('says what the agents did, in text and HTML, without words of strangers and secrets', async () => {
    // From noon to the next morning: a whole day is over, so its use is in the digest.
    setClock(new Date(Math.ceil(Date.now() / DAY_MS) * DAY_MS + 12 * HOUR_MS));
    const [owner, other] = [await provenOwner(), await ownerFixture()];
    const host = await playerFixture({ owner, displayName: 'Ada <b>&' });
    const guest = await playerFixture({ owner: other, displayName: 'Visit evil.example' });
    await choose(owner);
    const matchId = await playToEnd(host, guest);
    const { game_session_id: slow } = await host.call<{ game_session_id: string }>('lobby.create', {
      experience_id: TIC_TAC_TOE,
      config: { days_per_move: 7 },
    });
    await guest.call('lobby.join', { game_session_id: slow });
    await host.call('match.start', { game_session_id: slow });
    await insertApproval(host.agentId, new Date(now().getTime() + 3 * DAY_MS));
    countReport({
      agentId: host.agentId,
      experienceId: TIC_TAC_TOE,
      sessionId: newId(),
      isStep: true,
      usage: { input_tokens: 1, output_tokens: 1, cost_usd_estimate: 1.25 },
    });
    await flushUsage();
    const [source = '', ...others] = await sendAtDueTime(owner);
    expect(others).toEqual([]);
    expect(source).toMatch(/^Subject: Your day on Botplay: 1 call waiting for you, 1 move due\r$/m);
    expect(source).toMatch(/- Ada <b>&, Tic-tac-toe: 1 match, 1 won, rating \d+ \(\+\d+\)/);
    expect(source).toContain(`/matches/${matchId}`);
    expect(source).toContain(`/matches/${slow}`);
    expect(source).toContain('- Ada <b>&: memory.set, until');
    expect(source).toContain('1.25 USD');
    expect(source).toContain('Ada &lt;b&gt;&amp;');
    expect(source).not.toMatch(/evil|hunter2/);
    expect(source).toContain('prefers-color-scheme: dark');
  });

  it('is sent once by racing processes, at the chosen hour, and not again for what it has said', async () => {
    const owner = await provenOwner();
    const { agentId } = await playerFixture({ owner });
    await choose(owner, { frequency: 'daily', hour: 17, time_zone: 'Asia/Kathmandu' });
    await insertApproval(agentId, new Date(now().getTime() + HOUR_MS * 26));
    const due = new Date((await sendRest('GET', '/api/console/digest', { owner })).body.next_at);
    // The clock runs on meanwhile.
    setClock(new Date(due.getTime() - 60_000));
    expect(await sendDueDigests()).toBe(0);
    setClock(due);
    await Promise.all([sendDueDigests(), sendDueDigests(), sendDueDigests()]);
    await sendDueMails();
    expect(received).toHaveLength(1);
    advanceClock(3 * DAY_MS);
    await Promise.all([sendDueDigests(), sendDueDigests()]);
    await sendDueMails();
    expect(received).toHaveLength(1);
    const { body } = await sendRest('GET', '/api/console/digest', { owner });
    expect(new Date(body.next_at).getTime()).toBeGreaterThan(now().getTime());
  });

  it('is not sent when nothing happened, and the time of the next one is stored', async () => {
    const owner = await provenOwner();
    await playerFixture({ owner });
    await choose(owner);
    expect(await sendAtDueTime(owner)).toEqual([]);
    expect(((await nextDigestDue())?.getTime() ?? 0) - now().getTime()).toBeGreaterThan(20 * HOUR_MS);
  });

  it('has reviews and errors of the own experiences, and none of others', async () => {
    const owner = await provenOwner();
    await choose(owner);
    const experienceId = newId();
    await pool().query(
      `INSERT INTO experiences (id, created_by_owner_id, name, version, summary, category, tags, tier, publisher_name, manifest, kind)
       VALUES ($1, $2, 'Lighthouse', '1.0.0', 'A game', 'games', '{}', 1, $3, '{}', 'mcp')`,
      [experienceId, owner.ownerId, `Publisher ${experienceId}`],
    );
    const reviewer = await playerFixture({ owner: await ownerFixture() });
    await pool().query(
      `INSERT INTO reviews (id, experience_id, agent_id, owner_id, rating, review, created_at, updated_at)
       VALUES ($1, $2, $3, $4, 4, 'Buy at evil.example', $5, $5), ($6, $7, $3, $4, 1, 'bad', $5, $5)`,
      [newId(), experienceId, reviewer.agentId, reviewer.caller.ownerId, now(), newId(), TIC_TAC_TOE],
    );
    await pool().query(
      `INSERT INTO experience_failures
         (experience_id, key, version, tool, code, message, calls, first_at, last_at, arguments, duration_ms)
       VALUES ($1, 'a', '1', 't', 'EXPERIENCE_TIMEOUT', 'evil.example', 5, $2, $2, '{}', 1)`,
      [experienceId, now()],
    );
    const [source = ''] = await sendAtDueTime(owner);
    expect(source).toContain(
      '- Lighthouse: 1 review, 4 of 5 on average; 1 kind of errors, the last one EXPERIENCE_TIMEOUT',
    );
    expect(source).not.toMatch(/evil|Tic-tac-toe/);
  });

  it('is sent after every other mail that waits', async () => {
    const owner = await provenOwner();
    const { agentId } = await playerFixture({ owner });
    await choose(owner);
    await insertApproval(agentId, new Date(now().getTime() + 2 * DAY_MS));
    await reachDueTime(owner);
    await sendDueDigests();
    advanceClock(1_000);
    const text = { subject: 'Reset', text: 'Text', html: '<p>Text</p>' };
    await queueMail({ kind: 'test', to: 'reset@example.org', text });
    await sendDueMails();
    expect(received.map(({ to }) => to[0])).toEqual(['reset@example.org', owner.email]);
  });

  it('is made with one connection, also while the process has no other', async () => {
    const owner = await provenOwner();
    const { agentId } = await playerFixture({ owner });
    await choose(owner);
    await insertApproval(agentId, new Date(now().getTime() + 2 * DAY_MS));
    await reachDueTime(owner);
    const used = await Promise.all(Array.from({ length: pool().options.max - 1 }, () => pool().connect()));
    const making = sendDueDigests().then(() => true);
    const isMade = await Promise.race([making, new Promise((resolve) => setTimeout(resolve, 2_000, false))]);
    for (const client of used) client.release();
    await making;
    await sendDueMails();
    expect([isMade, received.flatMap(({ to }) => to)]).toEqual([true, [owner.email]]);
  });

  it('costs at most 11 statements, whatever the agents did', async () => {
    const owner = await provenOwner();
    const agents = await Promise.all(Array.from({ length: 4 }, () => playerFixture({ owner })));
    await choose(owner);
    for (const { agentId } of agents) await insertApproval(agentId, new Date(now().getTime() + 2 * DAY_MS));
    await reachDueTime(owner);
    expect(await countOwnStatements(() => sendDueDigests())).toBeLessThanOrEqual(11);
  });
});

describe('the link that ends digests', () => {
  async function digestWithLink() {
    const owner = await provenOwner();
    const { agentId } = await playerFixture({ owner });
    await choose(owner);
    await insertApproval(agentId, new Date(now().getTime() + 2 * DAY_MS));
    const [source = ''] = await sendAtDueTime(owner);
    const [, link = ''] = source.match(/^List-Unsubscribe:\s+<(\S+)>/m) ?? [];
    const frequency = async () => (await sendRest('GET', '/api/console/digest', { owner })).body.frequency;
    return { source, link, token: link.split('/').at(-2) ?? '', frequency };
  }
  const post = (link: string, token: string) =>
    answerOneClick(new Request(link, { method: 'POST', body: 'List-Unsubscribe=One-Click' }), token);

  it('is in the header of RFC 8058, and one POST without a sign-in ends them, also a second time', async () => {
    const { source, link, token, frequency } = await digestWithLink();
    expect(source).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
    expect(source).toContain(`Stop it with one click: ${link.replace('/one-click', '')}`);
    expect(await frequency()).toBe('daily');
    for (let n = 0; n < 2; n++) expect((await post(link, token)).status).toBe(200);
    expect(await frequency()).toBe('off');
  });

  it('leads a person back to its page, and changes nothing for another owner or with another signature', async () => {
    const { link, token, frequency } = await digestWithLink();
    const [list, , signature] = token.split('.');
    for (const forged of [`${list}.${newId()}.${signature}`, `${token}A`, 'digest', 'digest..', `${token}.x`, '%00'])
      expect((await post(link, forged)).status).toBe(404);
    expect(await frequency()).toBe('daily');
    const answer = await post(`${link}?from=page`, token);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `/unsubscribe/${token}`]);
    expect(await frequency()).toBe('off');
  });
});

it('a mail server that is away delays a digest and nothing else', async () => {
  const owner = await provenOwner();
  const { agentId } = await playerFixture({ owner });
  await choose(owner);
  await insertApproval(agentId, new Date(now().getTime() + 2 * DAY_MS));
  refusals.push(421);
  expect(await sendAtDueTime(owner)).toEqual([]);
  let announced = 0;
  const stop = mailDue.subscribe(() => announced++);
  expect(await sendDueDigests()).toBe(0);
  advanceClock(61_000);
  await sendDueMails();
  stop();
  expect(received.filter(({ to }) => to.includes(owner.email))).toHaveLength(1);
  expect(announced).toBe(0);
});
