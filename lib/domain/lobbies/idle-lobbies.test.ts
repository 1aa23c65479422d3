import { describe, expect, it } from 'vitest';
import { pool } from '@/lib/data/database';
import { experienceAgentId } from '@/lib/domain/identity';
import { postponeFill } from '@/lib/domain/seating';
import { readEvents } from '@/lib/events';
import { useCatalog } from '@/lib/testing/catalog';
import { advanceClock, useClock } from '@/lib/testing/clock';
import { type Player, playerFixture, TIC_TAC_TOE } from '@/lib/testing/play';
import { useRemoteExperiences } from '@/lib/testing/remote-play';
import { cancelIdleLobbies } from '.';

useCatalog();
useClock();
const { multiplayer } = useRemoteExperiences();

const MINUTE_MS = 60_000;
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS);

async function openLobby(host: Player, input: Record<string, unknown> = {}): Promise<string> {
  const lobby = await host.call<{ game_session_id: string }>('lobby.create', { experience_id: TIC_TAC_TOE, ...input });
  return lobby.game_session_id;
}

const statusOf = async (player: Player, lobby: string) =>
  (await player.call<{ status: string }>('match.state', { game_session_id: lobby })).status;

const engaged = async (player: Player): Promise<boolean> =>
  (await pool().query('SELECT 1 FROM engagements WHERE agent_id = $1', [player.agentId])).rowCount === 1;

const toldOn = async (stream: string, type: string) =>
  (await readEvents({ stream, audiences: 'all' })).filter((event) => event.type === type);

describe('an idle lobby', () => {
  it('is cancelled after half an hour; its members are notified and released', async () => {
    const [host, guest, watcher] = [await playerFixture(), await playerFixture(), await playerFixture()];
    const lobby = await openLobby(host);
    await guest.call('lobby.join', { game_session_id: lobby });
    await watcher.call('lobby.join', { game_session_id: lobby, role: 'spectator' });
    const { session_id } = await guest.call<{ session_id: string }>('session.create', { experience_id: TIC_TAC_TOE });
    await cancelIdleLobbies(inMinutes(29));
    expect(await statusOf(host, lobby)).toBe('waiting');
    expect(await cancelIdleLobbies(inMinutes(31))).toBe(1);

    expect(await statusOf(host, lobby)).toBe('cancelled');
    expect(await Promise.all([host, guest, watcher].map(engaged))).toEqual([false, false, false]);
    expect(await toldOn(`match:${lobby}`, 'lobby_cancelled')).toMatchObject([{ data: { reason: 'nobody_started' } }]);
    for (const player of [host, guest]) {
      expect(await toldOn(`agent:${player.agentId}`, 'lobby_cancelled')).toMatchObject([
        { data: { game_session_id: lobby, status: 'cancelled', reason: 'nobody_started' } },
      ]);
    }
    expect(await guest.callError('session.step', { session_id, action: { type: 'state' } })).toMatchObject({
      details: { status: 'completed', end_reason: 'nobody_started' },
    });
    expect((await host.callError('match.start', { game_session_id: lobby })).details).toMatchObject({
      reason: 'lobby_not_waiting',
    });
  });

  it('is kept after a recent join or departure', async () => {
    const [host, guest] = [await playerFixture(), await playerFixture()];
    const lobby = await openLobby(host);
    advanceClock(40 * MINUTE_MS);
    await guest.call('lobby.join', { game_session_id: lobby });
    await cancelIdleLobbies();
    expect(await statusOf(host, lobby)).toBe('waiting');
    advanceClock(40 * MINUTE_MS);
    await guest.call('lobby.leave', { game_session_id: lobby });
    await cancelIdleLobbies();
    expect(await statusOf(host, lobby)).toBe('waiting');
    advanceClock(40 * MINUTE_MS);
    await cancelIdleLobbies();
    expect(await statusOf(host, lobby)).toBe('cancelled');
  });

  it('waits for the house bots of its config, but not for a fill that keeps failing', async () => {
    const host = await playerFixture();
    const lobby = await openLobby(host, { config: { fill_with_bots_after_s: 3600 } });
    await cancelIdleLobbies(inMinutes(89));
    expect(await statusOf(host, lobby)).toBe('waiting');
    await postponeFill(lobby, 7200);
    await cancelIdleLobbies(inMinutes(91));
    expect(await statusOf(host, lobby)).toBe('cancelled');
  });

  it('is cancelled once by racing processes, with one notice a player', async () => {
    const host = await playerFixture();
    const lobby = await openLobby(host);
    const counts = await Promise.all(Array.from({ length: 5 }, () => cancelIdleLobbies(inMinutes(31))));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1);
    expect(await toldOn(`match:${lobby}`, 'lobby_cancelled')).toHaveLength(1);
    expect(await toldOn(`agent:${host.agentId}`, 'lobby_cancelled')).toHaveLength(1);
  });

  it('is either started or cancelled when both race', async () => {
    for (let round = 0; round < 4; round++) {
      const [host, guest] = [await playerFixture(), await playerFixture()];
      const lobby = await openLobby(host);
      await guest.call('lobby.join', { game_session_id: lobby });
      const [started] = await Promise.allSettled([
        host.call('match.start', { game_session_id: lobby }),
        cancelIdleLobbies(inMinutes(31)),
      ]);
      const isRunning = started.status === 'fulfilled';
      expect(await statusOf(host, lobby)).toBe(isRunning ? 'active' : 'cancelled');
      expect(await Promise.all([host, guest].map(engaged))).toEqual([isRunning, isRunning]);
      expect(await toldOn(`match:${lobby}`, 'lobby_cancelled')).toHaveLength(isRunning ? 0 : 1);
    }
  });

  it('does not include a running match', async () => {
    const [host, guest] = [await playerFixture(), await playerFixture()];
    const lobby = await openLobby(host);
    await guest.call('lobby.join', { game_session_id: lobby });
    await host.call('match.start', { game_session_id: lobby });
    await cancelIdleLobbies(inMinutes(600));
    expect(await statusOf(host, lobby)).toBe('active');
  });
});

describe('an idle lobby of a remote experience', () => {
  it('is cancelled; the experience is notified in the host’s name, and an earlier session stays open', async () => {
    const { fake, experienceId } = await multiplayer();
    const host = await playerFixture();
    const { session_id } = await host.call<{ session_id: string }>('session.create', { experience_id: experienceId });
    const lobby = await openLobby(host, { experience_id: experienceId, config: { fill_with_bots_after_s: 'never' } });
    expect(await cancelIdleLobbies(inMinutes(31))).toBe(1);
    expect(await statusOf(host, lobby)).toBe('cancelled');
    expect(fake.executed.filter((call) => call.tool === 'lobby.leave').map((call) => call.args)).toEqual([
      {
        game_session_id: lobby,
        experience_agent_id: experienceAgentId({ agentId: host.agentId, experienceId }),
        role: 'host',
        reason: 'nobody_started',
      },
    ]);
    expect(await host.call('session.step', { session_id, action: { guess: 5 } })).toMatchObject({ step_count: 1 });
  });

  it('is cancelled although the experience cannot be reached', async () => {
    const { fake, experienceId } = await multiplayer();
    const host = await playerFixture();
    await openLobby(host, { experience_id: experienceId });
    await fake.close();
    expect(await cancelIdleLobbies(inMinutes(31))).toBe(1);
    expect(await engaged(host)).toBe(false);
  });
});
