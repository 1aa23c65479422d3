import { beforeAll, expect, test } from 'vitest';
import { resetOnce } from '@/lib/core/globals';
import { pool } from '@/lib/data/database';
import { listStudyRooms } from '@/lib/domain/relay';
import { useClock } from '@/lib/testing/clock';
import { useDatabase } from '@/lib/testing/database';
import { ownerFixture } from '@/lib/testing/fixtures';
import { RelayClient } from './testing/relay-server';
import { ORIGIN, openRemotePage, studyRoomFixture, VIEW } from './testing/remote-page';
import { useRelay } from './testing/use-relay';

useDatabase();
useClock();
const { client, url } = useRelay();

beforeAll(() => {
  Object.assign(process.env, { NODE_ENV: 'production' });
  delete process.env.BOTPLAY_EMBEDDED;
  resetOnce('env');
});

const REFUSED = { type: 'error', payload: { code: 'SESSION_NOT_ACTIVE' } };

test('in production a page of an origin that the room names hosts it, and the requests of invited agents reach it', async () => {
  const { owner, room } = await studyRoomFixture();
  const visitor = await ownerFixture();
  const headers = { origin: ORIGIN, cookie: visitor.cookie };
  const path = `?room=${room.session_id}`;
  const page = await openRemotePage(url(), room.session_id, { key: room.host_key, headers, path });
  expect(page.joined).toMatchObject({ type: 'relay.joined', payload: { sessionId: room.session_id } });
  const stranger = await client();
  for (const token of [undefined, room.host_key, `${room.join_token}x`])
    expect(
      await stranger.ask('relay.join', { role: 'agent', sessionId: room.session_id }, token ? { ext: { token } } : {}),
    ).toMatchObject(REFUSED);
  const one = await client();
  await one.ask('relay.join', { role: 'agent', sessionId: room.session_id }, { ext: { token: room.join_token } });
  const started = one.ask('session.start');
  await page.answer('session.start', 'session.started', VIEW);
  const { sessionId } = (await started).payload;
  const called = one.call('add', { plant: 'rose' });
  await page.answer('tool.call', 'tool.result', { ok: true, uiSpec: { stage: 'garden', plants: ['rose'] } });
  expect((await called).payload).toMatchObject({ ok: true, uiSpec: { plants: ['rose'] } });
  // The cookie that the browser of the participant sent counts for nothing: the session is the researcher's.
  const { rows } = await pool().query('SELECT owner_id FROM relay_sessions WHERE id = $1', [sessionId]);
  expect(rows).toEqual([{ owner_id: owner.ownerId }]);
  const listed = await listStudyRooms({ ownerId: visitor.ownerId, origin: 'http://localhost:3000', limit: 5 });
  expect(listed).toEqual([]);
});

test('in production a page of another origin gets no room of its own, whatever it names and proves', async () => {
  const { room } = await studyRoomFixture();
  const { room: closed } = await studyRoomFixture([]);
  const roomsBefore = (await pool().query('SELECT count(*)::int AS rooms FROM relay_rooms')).rows;
  const stray = await RelayClient.overWebSocket(url(), { origin: ORIGIN }, `?room=${room.session_id}`);
  for (const sessionId of ['default', closed.session_id, 'r-guessed00000'])
    for (const participant of [closed.host_key, 'secret-of-a-visitor-0001'])
      expect(
        await stray.ask('relay.join', { role: 'host', sessionId }, { ext: { app: 'remote', participant } }),
      ).toMatchObject(REFUSED);
  for (const [origin, name] of [
    [ORIGIN, closed.session_id],
    ['https://elsewhere.example', room.session_id],
    [`${ORIGIN}.evil.example`, room.session_id],
    ['http://garden.example', room.session_id],
    ['null', room.session_id],
  ] as const)
    await expect(RelayClient.overWebSocket(url(), { origin }, `?room=${name}`)).rejects.toThrow('403');
  await expect(RelayClient.overSocketIo(url(), { origin: ORIGIN })).rejects.toThrow();
  expect((await pool().query('SELECT count(*)::int AS rooms FROM relay_rooms')).rows).toEqual(roomsBefore);
});

test('in production an address that guesses rooms from another origin is refused with 429, and the site itself is not', async () => {
  const guess = (n: number) =>
    RelayClient.overWebSocket(url(), { origin: ORIGIN }, `?room=r-guessed${n}`).then(
      () => 'open',
      (error) => String(error.message),
    );
  const answers = await Promise.all(Array.from({ length: 130 }, (_, n) => guess(n)));
  expect(answers.filter((answer) => answer.includes('429')).length).toBeGreaterThan(0);
  expect(answers.every((answer) => /403|429/.test(answer))).toBe(true);
  const own = await client('ws', { headers: { origin: `http://${url()}` } });
  expect((await own.ask('relay.join', { role: 'agent', sessionId: 'none' })).type).toBe('error');
});
