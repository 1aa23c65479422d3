import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '@/lib/core/ids';
import { pool } from '@/lib/data/database';
import { getExperience, pollLiveStatuses, registerExperience } from '@/lib/domain/catalog';
import { startVerification, waitForVerifications } from '@/lib/domain/verification';
import { startBus, stopBus } from '@/lib/events';
import { closeExperienceClients } from '@/lib/gateway';
import { advanceClock, useClock } from '@/lib/testing/clock';
import { useDatabase } from '@/lib/testing/database';
import { playerFixture } from '@/lib/testing/play';
import { type FakeExperience, type FakeOptions, fakeExperience, manifestFor } from '@/lib/testing/remote-experience';
import { DUE_ENTRIES } from './due-entries';
import { startTicker, stopTicker } from './ticker';

useDatabase();
useClock();

const fakes: FakeExperience[] = [];

beforeAll(() => startBus());

afterAll(async () => {
  for (const fake of fakes) await fake.close();
  await stopBus();
});

async function verifiedFake(options: FakeOptions): Promise<{ fake: FakeExperience; experienceId: string }> {
  const fake = await fakeExperience(options);
  fakes.push(fake);
  const { id } = await registerExperience({
    publisher: { agentId: newId(), ownerId: null },
    manifest: manifestFor(fake),
  });
  await startVerification({ experienceId: id, trigger: 'register' });
  await waitForVerifications();
  return { fake, experienceId: id };
}

const statusOf = async (experienceId: string) => (await getExperience({ experienceId })).live_status;

describe('the status poller', () => {
  it('follows an experience from online over degraded to offline and back', async () => {
    const { fake, experienceId } = await verifiedFake({ transport: 'rest' });
    expect(await statusOf(experienceId)).toEqual({ status: 'online', current_players: 3, active_lobbies: 1 });
    fake.options.fails = 'isError';
    await pollLiveStatuses({ olderThanS: 0 });
    expect(await statusOf(experienceId)).toEqual({ status: 'degraded', current_players: 0, active_lobbies: 0 });
    fake.options.fails = null;
    await pollLiveStatuses({ olderThanS: 0 });
    expect((await statusOf(experienceId)).status).toBe('online');
    await fake.close();
    await pollLiveStatuses({ olderThanS: 0 });
    expect((await statusOf(experienceId)).status).toBe('offline');
    expect(await getExperience({ experienceId })).toMatchObject({
      playable_now: false,
      playable_now_reason: 'offline',
    });
  });

  it('reports unknown for an experience without experience.status', async () => {
    const { experienceId } = await verifiedFake({ transport: 'mcp', without: ['experience.status'] });
    await pollLiveStatuses({ olderThanS: 0 });
    expect((await statusOf(experienceId)).status).toBe('unknown');
  });

  it('polls each experience once when several processes poll', async () => {
    const { fake } = await verifiedFake({ transport: 'rest' });
    const before = fake.executed.length;
    await Promise.all([1, 2, 3].map(() => pollLiveStatuses({ olderThanS: 50 })));
    expect(fake.executed.length).toBe(before + 1);
  });
});

describe('the ticker', () => {
  /** A session without a step for 31 minutes, whose experience answers slowly. */
  async function idleSession(): Promise<{ id: string; isBeingEnded: () => boolean }> {
    const { fake, experienceId } = await verifiedFake({ transport: 'rest' });
    const player = await playerFixture();
    const { session_id: id } = await player.call<{ session_id: string }>('session.create', {
      experience_id: experienceId,
    });
    advanceClock(31 * 60_000);
    fake.options.delayMs = 20_000;
    return {
      id,
      isBeingEnded: () => fake.executed.some(({ tool, args }) => tool === 'session.end' && args.session_id === id),
    };
  }

  it('continues a verification that another process left, and finishes its work at a stop', async () => {
    const { experienceId } = await verifiedFake({ transport: 'rest' });
    const idle = await idleSession();
    const left = newId();
    await pool().query(
      `INSERT INTO verifications (id, experience_id, trigger, status, started_at)
       VALUES ($1, $2, 'register', 'queued', now() - interval '1 minute')`,
      [left, experienceId],
    );
    startTicker(DUE_ENTRIES.filter(({ name }) => name === 'sessions.end_idle' || name === 'experiences.verify'));
    await expect
      .poll(
        async () => (await pool().query('SELECT status FROM verifications WHERE id = $1', [left])).rows[0]?.status,
        { timeout: 15_000 },
      )
      .toBe('verified');
    await expect.poll(idle.isBeingEnded, { timeout: 15_000 }).toBe(true);
    const stoppedMs = performance.now();
    await stopTicker(closeExperienceClients);
    expect(performance.now() - stoppedMs).toBeLessThan(7_000);
    const { rows } = await pool().query('SELECT status, end_reason FROM sessions WHERE id = $1', [idle.id]);
    expect(rows).toEqual([{ status: 'completed', end_reason: 'idle_timeout' }]);
  }, 40_000);
});
