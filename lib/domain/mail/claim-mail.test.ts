import { beforeEach, expect, it } from 'vitest';
import { answerOneClick } from '@/app/unsubscribe/answer';
import { env } from '@/lib/core/env';
import { newId } from '@/lib/core/ids';
import { pool } from '@/lib/data/database';
import { claimAgent } from '@/lib/domain/people';
import { useCatalog } from '@/lib/testing/catalog';
import { ownerFixture } from '@/lib/testing/fixtures';
import { plainText, useMailServer } from '@/lib/testing/mail-server';
import { playerFixture } from '@/lib/testing/play';
import { sendRest } from '@/lib/transport/testing/send-rest';
import { sendDueMails } from '.';

useCatalog();
const { received } = useMailServer();

let addresses = 0;
/** Each from another address, so that only the test of that limit reaches it. */
const claim = (agent: { apiKey: string }, email: string, address = `10.7.0.${addresses++}`) =>
  sendRest('POST', '/api/me/claim', {
    body: { owner_email: email },
    headers: { authorization: `Bearer ${agent.apiKey}` },
    address,
  });
const newAddress = () => `${newId()}@example.org`;
async function mailsTo(email: string): Promise<string[]> {
  await sendDueMails();
  return received.filter(({ to }) => to.includes(email)).map(({ source }) => plainText(source));
}
beforeEach(() => pool().query("DELETE FROM rate_limits WHERE key LIKE 'claim_mail_site%'"));

it('an agent has its claim link mailed, which makes the person who opens it its owner', async () => {
  const agent = await playerFixture({ displayName: 'Ada <i> "best"' });
  const email = newAddress();
  const answer = await claim(agent, email.toUpperCase());
  expect(answer).toMatchObject({ status: 200, body: { claimed: false } });
  const [source = '', ...others] = await mailsTo(email);
  expect(others).toEqual([]);
  expect(source).toContain(answer.body.claim_url);
  expect(source).toContain('It calls itself “Ada <i> "best"”.');
  expect(source).toContain('“Ada &lt;i&gt; &quot;best&quot;”');
  expect(source).toMatch(/^Subject: An agent asks you to become its owner on Botplay\r$/m);
  const { ownerId } = await ownerFixture();
  expect(await claimAgent({ token: answer.body.claim_url.split('/').at(-1), ownerId })).toMatchObject({
    agentId: agent.agentId,
  });
  const again = await claim(agent, newAddress());
  expect(again.body).toEqual({ claimed: true, claim_url: null });
});

it.each(['Win at evil.example', 'https://evil.example', 'a@evil', 'evil:8080'])(
  'a name that reads like an address is left out: %s',
  async (displayName) => {
    const email = newAddress();
    await claim(await playerFixture({ displayName }), email);
    const [source = ''] = await mailsTo(email);
    expect(source).toContain('Its name reads like an address and is left out.');
    expect(source).not.toContain('evil');
  },
);

it('the answer is the same with and without an account, and for a mailbox that has had enough', async () => {
  const { email } = await ownerFixture();
  const agents = await Promise.all(Array.from({ length: 4 }, () => playerFixture()));
  const answers = [];
  for (const [n, agent] of agents.entries()) answers.push(await claim(agent, n === 0 ? newAddress() : email));
  expect(new Set(answers.map(({ status, body }) => `${status} ${Object.keys(body)} ${body.claimed}`)).size).toBe(1);
  expect(await mailsTo(email)).toHaveLength(2);
});

it('who refuses such mails gets none again, under any spelling of the mailbox, and the agent does not learn it', async () => {
  const mailbox = newId().replaceAll('-', '');
  const email = `${mailbox}@gmail.com`;
  await claim(await playerFixture(), email);
  const [source = ''] = await mailsTo(email);
  const [, link = ''] = source.match(/Never mail me about agents again: (\S+)/) ?? [];
  const post = () => answerOneClick(new Request(`${link}/one-click`, { method: 'POST' }), link.split('/').at(-1) ?? '');
  expect(source).toContain(`<${link}/one-click>`);
  for (let n = 0; n < 2; n++) expect((await post()).status).toBe(200);
  const { rows } = await pool().query('SELECT * FROM mail_refusals');
  expect(JSON.stringify(rows)).not.toContain(mailbox);
  const spellings = [email, `${mailbox}+agents@gmail.com`, `${mailbox.slice(0, 4)}.${mailbox.slice(4)}@googlemail.com`];
  for (const spelling of spellings) {
    expect(await claim(await playerFixture(), spelling)).toMatchObject({ status: 200, body: { claimed: false } });
    expect(await mailsTo(spelling)).toHaveLength(spelling === email ? 1 : 0);
  }
});

it('an agent has at most three mails a day, an address ten an hour, all agents of the site a thousand a day', async () => {
  const agent = await playerFixture();
  const statuses = [];
  for (let n = 0; n < 5; n++) statuses.push((await claim(agent, newAddress())).status);
  expect(statuses).toEqual([200, 200, 200, 429, 429]);
  const agents = await Promise.all(Array.from({ length: 12 }, () => playerFixture()));
  const fromOne = await Promise.all(agents.map((one) => claim(one, newAddress(), '10.8.0.1')));
  expect(fromOne.filter(({ status }) => status === 429)).toHaveLength(2);
  await pool().query("UPDATE rate_limits SET points = 1000 WHERE key LIKE 'claim_mail_site%'");
  expect((await claim(await playerFixture(), newAddress())).status).toBe(429);
});

it.each(['nobody', 'a@b\r\nBcc: victim@example.org', ''])('what is no e-mail is refused: %j', async (email) => {
  expect(await claim(await playerFixture(), email)).toMatchObject({
    status: 400,
    body: { error: { details: { issues: [{ path: ['owner_email'] }] } } },
  });
});

it('without a mail server it says so, and the link is given without owner_email as before', async () => {
  const url = env().SMTP_URL;
  env().SMTP_URL = '';
  const agent = await playerFixture();
  expect(await claim(agent, newAddress())).toMatchObject({ status: 409, body: { error: { code: 'INVALID_STATE' } } });
  expect(await agent.call('me.claim')).toMatchObject({ claimed: false, claim_url: expect.stringMatching('/claim/') });
  env().SMTP_URL = url;
});
