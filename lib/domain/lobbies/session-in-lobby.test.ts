import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { pool, transaction } from '@/lib/data/database';
import { openOrFindSession } from '@/lib/domain/seating';
import { startBus, stopBus } from '@/lib/events';
import { useCatalog } from '@/lib/testing/catalog';
import { type Player, playerFixture, TIC_TAC_TOE } from '@/lib/testing/play';
import { callsOf, gathered, isEngaged, LOBBY_TOOLS } from '@/lib/testing/remote-lobby';
import { useRemoteExperiences } from '@/lib/testing/remote-play';

useCatalog();
beforeAll(startBus);
afterAll(stopBus);
const { multiplayer } = useRemoteExperiences();

const GUESS = { guess: 5 };

/** A player with an active session of its own in the experience. */
async function soloist(experienceId: string) {
  const player = await playerFixture();
  const { session_id } = await player.call<{ session_id: string }>('session.create', { experience_id: experienceId });
  const step = () => player.call('session.step', { session_id, action: GUESS });
  await step();
  return { player, session_id, step };
}

/** The types of the events on the stream of a lobby. */
async function eventsOf(player: Player, lobby: string): Promise<string[]> {
  const { events } = await player.call<{ events: { type: string }[] }>('events.wait', {
    stream: `match:${lobby}`,
    timeout_ms: 0,
  });
  return events.map(({ type }) => type);
}

describe('a session that was opened before its lobby', () => {
  it('notifies the players of its match of every step', async () => {
    const { experienceId } = await multiplayer();
    const { host, lobby } = await gathered(experienceId);
    const { player, step } = await soloist(experienceId);
    await player.call('lobby.join', { game_session_id: lobby });
    await host.call('match.start', { game_session_id: lobby });
    await step();
    expect(await eventsOf(host, lobby)).toContain('step_taken');
  });

  it('notifies nobody in the lobby that its agent has left', async () => {
    const { experienceId } = await multiplayer();
    const [left, joined] = [await gathered(experienceId), await gathered(experienceId)];
    const player = await playerFixture();
    await player.call('lobby.join', { game_session_id: left.lobby });
    const { session_id } = await player.call('session.create', { experience_id: experienceId });
    await player.call('lobby.leave', { game_session_id: left.lobby });
    await player.call('lobby.join', { game_session_id: joined.lobby });
    await joined.host.call('match.start', { game_session_id: joined.lobby });
    await player.call('session.step', { session_id, action: GUESS });
    expect(await eventsOf(left.host, left.lobby)).not.toContain('step_taken');
    expect(await eventsOf(joined.host, joined.lobby)).toContain('step_taken');
  });
});

describe('a player of a built-in game', () => {
  it('reads the lobby that it is in beside its solo game', async () => {
    const player = await playerFixture();
    const solo = await player.call('session.create', { experience_id: TIC_TAC_TOE });
    expect(solo).not.toHaveProperty('game_session_id');
    const { game_session_id } = await player.call('lobby.create', { experience_id: TIC_TAC_TOE });
    expect(await player.call('session.create', { experience_id: TIC_TAC_TOE })).toMatchObject({
      session_id: solo.session_id,
      game_session_id,
      lobby_id: game_session_id,
    });
  });

  it('plays in the session that it opens while the match starts', async () => {
    const [host, guest] = [await playerFixture(), await playerFixture()];
    const { game_session_id } = await host.call('lobby.create', { experience_id: TIC_TAC_TOE });
    await guest.call('lobby.join', { game_session_id });
    let starting: Promise<unknown> | undefined;
    const { session } = await transaction(async (client) => {
      const opened = await openOrFindSession(client, { ...guest, experienceId: TIC_TAC_TOE, soloSeat: null });
      starting = host.call('match.start', { game_session_id });
      await setTimeout(500);
      return opened;
    });
    expect(await starting).toMatchObject({ status: 'active' });
    const { players } = await host.call<{ players: { session_id: string }[] }>('match.state', { game_session_id });
    expect(players.map(({ session_id }) => session_id)).toContain(session.id);
  });
});

describe('a session that is opened while its lobby is cancelled', () => {
  it.each(['remote', 'built-in'] as const)('is in no lobby of a %s experience', async (kind) => {
    const experienceId = kind === 'remote' ? (await multiplayer()).experienceId : TIC_TAC_TOE;
    const host = await playerFixture();
    const { game_session_id } = await host.call('lobby.create', { experience_id: experienceId });
    let cancelling: Promise<unknown> | undefined;
    const { session } = await transaction(async (client) => {
      const opened = await openOrFindSession(client, { ...host, experienceId, soloSeat: null });
      cancelling = host.call('match.abort', { game_session_id });
      await setTimeout(500);
      return opened;
    });
    expect(await cancelling).toMatchObject({ status: 'cancelled' });
    const { rows } = await pool().query('SELECT status, lobby_id FROM sessions WHERE id = $1', [session.id]);
    expect(rows).toEqual([
      kind === 'remote' ? { status: 'active', lobby_id: null } : expect.objectContaining({ status: 'completed' }),
    ]);
    expect(await isEngaged(host)).toBe(kind === 'remote');
  });
});

describe('the session of a running match', () => {
  it('is ended at the experience when its player leaves the lobby', async () => {
    const { fake, experienceId } = await multiplayer({ transport: 'mcp', declares: LOBBY_TOOLS });
    const { host, guest, lobby, identity } = await gathered(experienceId);
    await host.call('match.start', { game_session_id: lobby });
    const open = fake.openSessions();
    await guest.call('lobby.leave', { game_session_id: lobby });
    expect(callsOf(fake, 'session.end')).toMatchObject([{ experience_agent_id: identity(guest) }]);
    await vi.waitFor(() => expect(fake.openSessions()).toBe(open - 1));
  });

  it('is ended at the experience when the match is cancelled while it is opened', async () => {
    const { fake, experienceId } = await multiplayer();
    const { host, lobby } = await gathered(experienceId);
    const answers: (() => void)[] = [];
    fake.options.says = {
      'session.create': () => new Promise((resolve) => answers.push(() => resolve({ welcome: true }))),
    };
    const start = host.callError('match.start', { game_session_id: lobby });
    await vi.waitFor(() => expect(answers).toHaveLength(2));
    await host.call('match.abort', { game_session_id: lobby });
    for (const answer of answers) answer();
    expect((await start).code).toBe('EXPERIENCE_ERROR');
    const of = (tool: string) => callsOf(fake, tool).map((args) => args.session_id);
    await vi.waitFor(() => expect(of('session.end').slice(-2).sort()).toEqual(of('session.create').sort()));
    expect([await isEngaged(host), fake.executed.at(-1)?.tool]).toEqual([false, 'session.end']);
  });
});

describe('a player whom the experience refuses', () => {
  it('keeps its session apart from the lobby and its match', async () => {
    const { fake, experienceId } = await multiplayer();
    const { host, lobby } = await gathered(experienceId);
    const { player, session_id, step } = await soloist(experienceId);
    fake.options.says = {
      'lobby.join': () => {
        throw new Error('You are banned here.');
      },
    };
    expect((await player.callError('lobby.join', { game_session_id: lobby })).code).toBe('EXPERIENCE_ERROR');
    const opened = await player.call('session.create', { experience_id: experienceId });
    expect(opened).toMatchObject({ session_id });
    expect(opened).not.toHaveProperty('game_session_id');
    await host.call('match.start', { game_session_id: lobby });
    await host.call('match.end', { game_session_id: lobby });
    expect(callsOf(fake, 'session.end').map((args) => args.session_id)).not.toContain(session_id);
    expect(await step()).toMatchObject({ step_count: 2 });
  });

  it('is out of a match that started while the experience was asked', async () => {
    const { fake, experienceId } = await multiplayer();
    const { host, lobby } = await gathered(experienceId);
    const player = await playerFixture();
    let refuse = () => {};
    const asked = new Promise<void>((isAsked) => {
      fake.options.says = {
        'lobby.join': () =>
          new Promise((_, reject) => {
            refuse = () => reject(new Error('You are banned here.'));
            isAsked();
          }),
      };
    });
    const refusal = player.callError('lobby.join', { game_session_id: lobby });
    await asked;
    await host.call('match.start', { game_session_id: lobby });
    refuse();
    expect((await refusal).code).toBe('EXPERIENCE_ERROR');
    expect(await isEngaged(player)).toBe(false);
  });
});

describe('a lobby that the experience refuses', () => {
  it('leaves the session of its host as it was', async () => {
    const { fake, experienceId } = await multiplayer({ fails: 'isError', failing: ['lobby.create'] });
    const { player, session_id } = await soloist(experienceId);
    expect((await player.callError('lobby.create', { experience_id: experienceId })).code).toBe('EXPERIENCE_ERROR');
    const opened = await player.call('session.create', { experience_id: experienceId });
    expect(opened).toMatchObject({ session_id });
    expect(opened).not.toHaveProperty('game_session_id');
    expect(callsOf(fake, 'session.create')).toHaveLength(1);
  });
});
