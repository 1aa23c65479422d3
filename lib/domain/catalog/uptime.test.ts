import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { runCleanups } from '@/lib/core/cleanup';
import { newId } from '@/lib/core/ids';
import { pool } from '@/lib/data/database';
import { deleteExperience } from '@/lib/domain/deletion';
import { startBus, stopBus } from '@/lib/events';
import { useDatabase } from '@/lib/testing/database';
import { playerFixture } from '@/lib/testing/play';
import { type FakeExperience, type FakeOptions, fakeExperience, manifestFor } from '@/lib/testing/remote-experience';
import { getExperience } from './catalog.service';
import { pollLiveStatuses, pollNow } from './live-status';
import { registerExperience } from './publish-experience';
import { readUptime } from './uptime';

useDatabase();
beforeAll(startBus);
afterAll(stopBus);

const open: FakeExperience[] = [];
afterEach(async () => {
  await pool().query('UPDATE experiences SET verified_at = NULL');
  for (const fake of open.splice(0)) await fake.close();
});

async function verified(options: FakeOptions = { transport: 'rest' }, status = 'verified') {
  const fake = await fakeExperience(options);
  open.push(fake);
  const publisher = { agentId: newId(), ownerId: null };
  const { id: experienceId } = await registerExperience({ publisher, manifest: manifestFor(fake) });
  await pool().query('UPDATE experiences SET verification_status = $2, verified_at = now() WHERE id = $1', [
    experienceId,
    status,
  ]);
  return { fake, experienceId, publisher };
}

const pollAll = () => pollLiveStatuses({ olderThanS: 0 });
const today = new Date().toISOString().slice(0, 10);

async function storeDay(experienceId: string, daysAgo: number, counts: [number, number, number, number]) {
  await pool().query(
    `INSERT INTO status_days (experience_id, day, online, degraded, offline, unknown)
     VALUES ($1, (now() AT TIME ZONE 'utc')::date - $2::int, $3, $4, $5, $6)`,
    [experienceId, daysAgo, ...counts],
  );
}

describe('the uptime of an experience', () => {
  it('counts every poll of a day in one row, by status and with the time of the answers', async () => {
    const { fake, experienceId } = await verified();
    await pollAll();
    await pollAll();
    fake.options.fails = 'isError';
    await pollAll();
    await fake.close();
    await pollAll();
    const { rows } = await pool().query('SELECT * FROM status_days WHERE experience_id = $1', [experienceId]);
    expect(rows).toMatchObject([{ online: 2, degraded: 1, offline: 1, unknown: 0, answered: 2 }]);
    const { percent, days } = await readUptime({ experienceId });
    expect(percent).toBe(75);
    expect(days).toHaveLength(30);
    expect(days.at(-1)).toEqual({ date: today, status: 'offline', percent: 75, latency_ms: expect.any(Number) });
    expect(days.slice(0, -1).every((day) => day.status === null && day.percent === null)).toBe(true);
  });

  it('covers 30 days, leaves unknown days out of the percentage, and rounds down', async () => {
    const { experienceId } = await verified();
    await storeDay(experienceId, 40, [0, 0, 1_440, 0]);
    await storeDay(experienceId, 29, [1_439, 0, 1, 0]);
    await storeDay(experienceId, 2, [0, 0, 0, 1_440]);
    await storeDay(experienceId, 1, [40_000, 0, 0, 0]);
    const { percent, days } = await readUptime({ experienceId });
    expect(percent).toBe(99.99);
    expect([days[0], days[27], days[28]]).toMatchObject([
      { status: 'offline', percent: 99.93 },
      { status: 'unknown', percent: null },
      { status: 'online', percent: 100 },
    ]);
    await runCleanups(new AbortController().signal);
    const { rows } = await pool().query('SELECT count(*)::int AS n FROM status_days WHERE experience_id = $1', [
      experienceId,
    ]);
    expect(rows[0].n).toBe(3);
    expect((await readUptime({ experienceId })).percent).toBe(99.99);
  });

  it('is part of experiences.get', async () => {
    const { experienceId } = await verified();
    await pollAll();
    const player = await playerFixture();
    const answer = await player.call('experiences.get', { experience_id: experienceId });
    expect(answer).toMatchObject({ uptime: { percent: 100, days: expect.any(Array) }, live_since: expect.any(String) });
  });

  it('goes with the experience', async () => {
    const { experienceId, publisher } = await verified();
    await pollAll();
    await deleteExperience({ publisher, experienceId });
    expect((await pool().query('SELECT 1 FROM status_days WHERE experience_id = $1', [experienceId])).rowCount).toBe(0);
  });
});

describe('the status poller', () => {
  it('polls and counts each experience once, however many processes poll', async () => {
    const { experienceId } = await verified({ transport: 'rest', delayMs: 30 });
    const polled = await Promise.all([1, 2, 3, 4].map(() => pollLiveStatuses({ olderThanS: 50 })));
    expect(polled.reduce((sum, n) => sum + n)).toBe(1);
    const { rows } = await pool().query('SELECT online FROM status_days WHERE experience_id = $1', [experienceId]);
    expect(rows).toEqual([{ online: 1 }]);
  });

  it('goes on with an experience whose changed tools wait for acceptance, and leaves out what was never verified', async () => {
    const changed = await verified({ transport: 'rest' }, 'unverified');
    const fake = await fakeExperience({ transport: 'rest' });
    open.push(fake);
    await registerExperience({ publisher: { agentId: newId(), ownerId: null }, manifest: manifestFor(fake) });
    expect(await pollAll()).toBe(1);
    expect((await getExperience({ experienceId: changed.experienceId })).live_status.status).toBe('online');
    expect(fake.executed).toEqual([]);
  });

  it('keeps since when the status has been the same', async () => {
    const { fake, experienceId } = await verified();
    const since = async () => (await getExperience({ experienceId })).live_since;
    expect(await since()).toBeNull();
    await pollAll();
    const online = await since();
    fake.options.says = { 'experience.status': () => ({ current_players: 9 }) };
    await pollAll();
    expect(await since()).toBe(online);
    await fake.close();
    await pollAll();
    expect(Date.parse((await since()) ?? '')).toBeGreaterThan(Date.parse(online ?? ''));
  });

  it('answers a poll outside the schedule without counting it', async () => {
    const { fake, experienceId } = await verified();
    expect(await pollNow({ experienceId })).toEqual({ status: 'online', current_players: 3, active_lobbies: 1 });
    await fake.close();
    expect((await pollNow({ experienceId })).status).toBe('offline');
    expect((await getExperience({ experienceId })).live_status.status).toBe('offline');
    expect((await readUptime({ experienceId })).percent).toBeNull();
  });
});
