import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { advanceClock, resetClock } from '@/lib/core/clock';
import { getPlayed } from '@/lib/domain/catalog';
import { hostOf } from '@/lib/domain/play-host';
import { claimLobbyCall, readLobbyWithMembers, requireLobby } from '@/lib/domain/seating';
import { startBus, stopBus } from '@/lib/events';
import { useDatabase } from '@/lib/testing/database';
import type { FakeExperience } from '@/lib/testing/remote-experience';
import { callsOf, gathered, isEngaged, LOBBY_TOOLS } from '@/lib/testing/remote-lobby';
import { useRemoteExperiences } from '@/lib/testing/remote-play';
import { countStatements } from '@/lib/testing/statements';

useDatabase();
beforeAll(startBus);
afterAll(stopBus);
afterEach(resetClock);
const { multiplayer } = useRemoteExperiences();

const keysOf = (fake: FakeExperience, called: string) =>
  fake.executed.filter(({ tool }) => tool === called).map(({ idempotencyKey }) => idempotencyKey);
const startKeys = (fake: FakeExperience) => keysOf(fake, 'match.start');

/** Claims a call as a process does that stops before it has stored anything; resolves with the key that it would send. */
const claimAndDie = (claim: Pick<Parameters<typeof claimLobbyCall>[0], 'call' | 'lobbyId' | 'members'>) =>
  new Promise<string>((resolve) => {
    const neverEnds = (key: string) => new Promise<never>(() => resolve(key));
    void claimLobbyCall({ ...claim, outcomeOf: () => 'unknown' }, neverEnds);
  });

describe('the match of a remote experience', () => {
  it('is started by one of two processes that are called at the same moment', async () => {
    const { fake, experienceId } = await multiplayer();
    const { lobby } = await gathered(experienceId);
    const [waiting, experience] = [await requireLobby(lobby), await getPlayed({ experienceId })];
    const start = () => hostOf(experience).startMatch({ lobby: waiting, experience });
    // The second one comes while the first one waits for the answer of the experience.
    fake.options.delayMs = 1_000;
    const starts = await Promise.allSettled([start(), start()]);
    expect(starts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const refused = starts.find(({ status }) => status === 'rejected') as PromiseRejectedResult;
    expect(refused.reason).toMatchObject({ code: 'EXPERIENCE_ERROR', retryable: true });
    expect(callsOf(fake, 'match.start')).toHaveLength(1);
    expect(callsOf(fake, 'match.end')).toEqual([]);
  });

  it.each(['rest', 'mcp'] as const)(
    'repeats a start whose answer was lost with the same key over %s',
    async (transport) => {
      const { fake, experienceId } = await multiplayer({ transport, declares: LOBBY_TOOLS });
      const { host, lobby } = await gathered(experienceId);
      const start = () => host.call('match.start', { game_session_id: lobby });
      fake.options.says = { 'match.start': () => ({ text: 'x'.repeat(1_100_000) }) };
      await expect(start()).rejects.toThrow('more than 1 MB');
      fake.options.says = {
        'match.start': () => {
          throw new Error('Not now.');
        },
      };
      await expect(start()).rejects.toMatchObject({ details: { upstream: { message: 'Not now.' } } });
      fake.options.says = {};
      expect(await start()).toMatchObject({ status: 'active' });
      const [lost, refused, started] = startKeys(fake);
      expect(refused).toBe(lost);
      expect(started).toMatch(/^[0-9a-f]{32}$/);
      expect(started).not.toBe(refused);
    },
  );

  it('is started with the same key after the process that started it has died', async () => {
    const { fake, experienceId } = await multiplayer();
    const { host, lobby } = await gathered(experienceId);
    const members = (await readLobbyWithMembers(lobby))?.members.filter(({ leftAt }) => leftAt === null);
    const keyOfDead = await claimAndDie({ call: 'start', lobbyId: lobby, members });
    const start = { game_session_id: lobby };
    expect(await host.callError('match.start', start)).toMatchObject({ details: { reason: 'being_started' } });
    expect(callsOf(fake, 'match.start')).toEqual([]);
    advanceClock(45_001);
    expect(await host.call('match.start', start)).toMatchObject({ status: 'active' });
    expect(startKeys(fake)).toEqual([keyOfDead]);
  });

  it('is ended by one of two processes, and with the same key after one of them has died', async () => {
    const { fake, experienceId } = await multiplayer();
    const { host, lobby } = await gathered(experienceId);
    const match = { game_session_id: lobby };
    await host.call('match.start', match);
    const keyOfOther = await claimAndDie({ call: 'end', lobbyId: lobby });
    await countStatements(/^lobbies\.claim_end/, async (attempts) => {
      const end = host.call('match.end', match);
      await vi.waitFor(() => expect(attempts()).toBeGreaterThan(1), 10_000);
      expect(callsOf(fake, 'match.end')).toEqual([]);
      advanceClock(45_001);
      expect(await end).toMatchObject({ status: 'completed' });
    });
    expect(keysOf(fake, 'match.end')).toEqual([keyOfOther]);
  });

  it.each(['rest', 'mcp'] as const)(
    'repeats an end whose answer was lost with the same key over %s',
    async (transport) => {
      const { fake, experienceId } = await multiplayer({ transport, declares: LOBBY_TOOLS });
      const { host, lobby } = await gathered(experienceId);
      await host.call('match.start', { game_session_id: lobby });
      const end = () => host.call('match.end', { game_session_id: lobby });
      const refuse = () => {
        throw new Error('Not now.');
      };
      fake.options.says = { 'match.end': () => ({ text: 'x'.repeat(1_100_000) }) };
      await expect(end()).rejects.toThrow('more than 1 MB');
      fake.options.says = { 'match.end': refuse };
      await expect(end()).rejects.toMatchObject({ details: { upstream: { message: 'Not now.' } } });
      fake.options.says = { 'match.end': () => ({ outcomes: { rounds: 3 } }) };
      expect(await end()).toMatchObject({ status: 'completed', outcomes: { rounds: 3 } });
      const [lost, refused, ended] = keysOf(fake, 'match.end');
      expect(refused).toBe(lost);
      expect(ended).toMatch(/^[0-9a-f]{32}$/);
      expect(ended).not.toBe(refused);
    },
  );

  it('is cancelled once by racing calls, also while another process ends it', async () => {
    const { fake, experienceId } = await multiplayer();
    const { host, lobby } = await gathered(experienceId);
    const match = { game_session_id: lobby };
    await host.call('match.start', match);
    const aborts = await Promise.all([1, 2, 3].map(() => host.call('match.abort', match)));
    expect(aborts).toEqual(Array(3).fill({ ...match, status: 'cancelled' }));
    expect(callsOf(fake, 'match.end')).toHaveLength(1);

    const second = await gathered(experienceId);
    await second.host.call('match.start', { game_session_id: second.lobby });
    let finish = () => {};
    const answered = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const asked = new Promise<void>((resolve) => {
      const end = async () => {
        resolve();
        await answered;
        return { outcomes: { rounds: 3 } };
      };
      fake.options.says = { 'match.end': end };
    });
    const end = second.host.callError('match.end', { game_session_id: second.lobby });
    await asked;
    await second.host.call('match.abort', { game_session_id: second.lobby });
    finish();
    expect(await end).toMatchObject({ code: 'EXPERIENCE_ERROR', details: { status: 'cancelled' } });
    expect(callsOf(fake, 'match.end')).toHaveLength(2);
    expect(await isEngaged(second.guest)).toBe(false);
  });

  it('ends a match that may have started when the lobby is cancelled', async () => {
    const { fake, experienceId } = await multiplayer();
    const { host, lobby } = await gathered(experienceId);
    fake.options.says = { 'match.start': () => ({ text: 'x'.repeat(1_100_000) }) };
    await host.callError('match.start', { game_session_id: lobby });
    await host.call('match.abort', { game_session_id: lobby });
    const tools = fake.executed.map(({ tool }) => tool);
    expect(tools.slice(tools.indexOf('match.start'))).toEqual(['match.start', 'match.end', 'lobby.leave']);
  });

  it('is left once by racing calls, and again by a player who joined again', async () => {
    const { fake, experienceId } = await multiplayer();
    const { guest, lobby } = await gathered(experienceId);
    const match = { game_session_id: lobby };
    for (const times of [1, 2]) {
      const left = await Promise.all([1, 2, 3].map(() => guest.call('lobby.leave', match)));
      expect(left).toEqual(Array(3).fill({ ...match, status: 'waiting' }));
      expect(callsOf(fake, 'lobby.leave')).toHaveLength(times);
      await guest.call('lobby.join', match);
    }
  });
});
