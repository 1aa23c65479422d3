import { afterEach, expect, it } from 'vitest';
import { AppError } from '@/lib/core/errors';
import { newId } from '@/lib/core/ids';
import { registerExperience } from '@/lib/domain/catalog';
import { listNotices } from '@/lib/domain/notifications';
import { useCatalog } from '@/lib/testing/catalog';
import { setClock, useClock } from '@/lib/testing/clock';
import { agentFixture, ownerFixture } from '@/lib/testing/fixtures';
import { countExperienceCall, flushFailures, listFailures, noticeOutage } from '.';

useCatalog();
useClock();
afterEach(flushFailures);

async function publish() {
  const owner = await ownerFixture();
  const { agentId } = await agentFixture({ owner });
  const manifest = {
    name: `Reef ${newId()}`,
    version: '1.0.0',
    summary: 'A game.',
    category: 'puzzle',
    tier: 2,
    publisher: { name: `Publisher ${newId()}` },
    mcp: {
      server_url: 'http://localhost:1/mcp',
      required_tools: ['experience.info', 'session.create', 'session.step', 'session.end'],
    },
  };
  const { id } = await registerExperience({ publisher: { agentId, ownerId: owner.ownerId }, manifest });
  const notices = async () => (await listNotices({ ownerId: owner.ownerId, limit: 50 })).notices;
  return { id, notices };
}

const refusal = (message: string) =>
  new AppError('EXPERIENCE_ERROR', 'The experience refused.', { details: { upstream: { message } } });
const call = (experienceId: string, thrown: unknown, args: Record<string, unknown> = {}) =>
  countExperienceCall({ experienceId, tool: 'session.step', args, durationMs: 12.4, thrown });

it('stores what is cut in the middle of an emoji, and with it the failures of others', async () => {
  const [first, second] = [await publish(), await publish()];
  for (const before of [3_990, 3_991]) {
    call(first.id, refusal(`${'x'.repeat(499)}🟥 ${before}`), { board: `${'x'.repeat(before)}🟥`, action: 1 });
    call(second.id, refusal('No such word'));
    await flushFailures();
  }
  expect((await listFailures({ experienceId: first.id })).failures).toMatchObject([
    { message: 'x'.repeat(499), calls: 2 },
  ]);
  expect((await listFailures({ experienceId: second.id })).failures).toMatchObject([{ calls: 2 }]);
});

it('puts failures of one tool and message together, whatever numbers and ids they have', async () => {
  const { id } = await publish();
  const [session_id, other] = [newId(), newId()];
  call(id, refusal(`Session ${session_id} has 3 moves`), { session_id });
  call(id, refusal(`Session ${other} has 14 moves`), { session_id: other, action: { guess: 5 } });
  call(id, refusal('No such word'));
  call(id, null);
  await flushFailures();
  call(id, refusal('No such word'));
  await flushFailures();
  const { failures, versions } = await listFailures({ experienceId: id });
  expect(versions).toEqual(['1.0.0']);
  expect(failures.map(({ message, calls }) => [message, calls]).sort()).toEqual([
    ['No such word', 2],
    [`Session ${other} has 14 moves`, 2],
  ]);
  const moves = failures.find(({ message }) => message.includes('moves'));
  expect(moves).toMatchObject({ tool: 'session.step', code: 'EXPERIENCE_ERROR', session_id: other, duration_ms: 12 });
  expect(JSON.parse(moves?.arguments ?? '')).toEqual({ session_id: other, action: { guess: 5 } });
  expect((await listFailures({ experienceId: id, version: '9.9.9' })).failures).toEqual([]);
});

it('stores no secret of the arguments and bounds what one experience may fill', async () => {
  const { id } = await publish();
  countExperienceCall({
    experienceId: id,
    tool: 'login',
    args: { password: 'hunter2', note: 'the word is swordfish', long: 'x'.repeat(9_000) },
    secrets: ['swordfish'],
    durationMs: 1,
    thrown: refusal('No'),
  });
  for (let n = 0; n < 100; n++) call(id, refusal(`Kind ${'abcdefghij'[n % 10]}${'klmnopqrst'[Math.floor(n / 10)]}`));
  await flushFailures();
  const { failures } = await listFailures({ experienceId: id });
  expect(failures).toHaveLength(30);
  const login = failures.find(({ tool }) => tool === 'login');
  expect(login?.arguments).not.toMatch(/hunter2|swordfish/);
  expect(login?.arguments.length).toBe(4_000);
  call(newId(), refusal('Of a deleted experience'));
  await flushFailures();
});

it('notifies the publisher once a day when most of 20 calls fail', async () => {
  const { id, notices } = await publish();
  for (let n = 0; n < 19; n++) call(id, refusal('No'));
  expect(await notices()).toEqual([]);
  for (let n = 0; n < 10; n++) call(id, refusal('No'));
  await expect.poll(notices).toMatchObject([{ type: 'experience_failing', data: { experience_id: id } }]);
});

it('notifies the publisher of an outage after three missed checks, once, and when it is over', async () => {
  const { id, notices } = await publish();
  const start = new Date(Date.now() + 3_600_000);
  const offline = { status: 'offline', current_players: 0, active_lobbies: 0 } as const;
  const online = { ...offline, status: 'online' } as const;
  const check = (minutes: number, live: typeof offline | typeof online, before: 'online' | 'offline', since: Date) => {
    setClock(new Date(start.getTime() + minutes * 60_000));
    return noticeOutage({
      experienceId: id,
      before: { status: before, since: before === 'offline' ? start : new Date(0), hasChanged: false },
      live,
      since,
      fault: live.status === 'offline' ? 'The experience could not be reached.' : null,
    });
  };
  await check(0, offline, 'online', start);
  await check(1, offline, 'offline', start);
  expect(await notices()).toEqual([]);
  await check(2, offline, 'offline', start);
  await check(3, offline, 'offline', start);
  expect(await notices()).toMatchObject([
    { type: 'experience_offline', data: { since: start.toISOString(), error: 'The experience could not be reached.' } },
  ]);
  await check(4, online, 'offline', new Date());
  await check(5, online, 'online', new Date());
  expect((await notices()).map(({ type }) => type)).toEqual(['experience_online', 'experience_offline']);
});

it('says nothing about a server that was away for less than three checks', async () => {
  const { id, notices } = await publish();
  const since = new Date(Date.now() + 3_600_000);
  setClock(new Date(since.getTime() + 60_000));
  await noticeOutage({
    experienceId: id,
    before: { status: 'offline', since, hasChanged: true },
    live: { status: 'online', current_players: 0, active_lobbies: 0 },
    since: new Date(),
    fault: null,
  });
  expect(await notices()).toEqual([]);
});
