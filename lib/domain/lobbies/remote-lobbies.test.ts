import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pool } from '@/lib/data/database';
import { announceChange } from '@/lib/domain/catalog';
import { readEvents, startBus, stopBus } from '@/lib/events';
import { useDatabase } from '@/lib/testing/database';
import { type Player, playerFixture } from '@/lib/testing/play';
import type { FakeExperience } from '@/lib/testing/remote-experience';
import { callsOf, gathered, isEngaged, LOBBY_TOOLS } from '@/lib/testing/remote-lobby';
import { useRemoteExperiences } from '@/lib/testing/remote-play';

useDatabase();
beforeAll(startBus);
afterAll(stopBus);
const { multiplayer, playable } = useRemoteExperiences();

interface State {
  status: string;
  players: { experience_agent_id: string; role: string; session_id?: string }[];
}

/** Types of the notices about a lobby on the agent's own stream. */
async function noticesOf(player: Player, lobby: string): Promise<string[]> {
  const { events } = await player.call<{ events: { type: string; data: { game_session_id?: string } }[] }>(
    'events.wait',
    {
      stream: 'me',
      timeout_ms: 0,
    },
  );
  return events.filter((event) => event.data.game_session_id === lobby).map((event) => event.type);
}

describe('a lobby of a remote experience', () => {
  it('notifies the experience of every change, with its pairwise ids', async () => {
    const { fake, experienceId } = await multiplayer();
    const { host, guest, lobby, identity } = await gathered(experienceId);
    expect(callsOf(fake, 'lobby.create')).toEqual([
      {
        game_session_id: lobby,
        experience_agent_id: identity(host),
        max_players: 4,
        config: { map: 'small' },
        role: 'host',
      },
    ]);
    expect(callsOf(fake, 'lobby.join')).toEqual([
      { game_session_id: lobby, experience_agent_id: identity(guest), role: 'player' },
    ]);
    await host.call('match.start', { game_session_id: lobby });
    expect(callsOf(fake, 'match.start')).toMatchObject([
      { game_session_id: lobby, experience_agent_id: identity(host), role: 'host' },
    ]);
    const state = await host.call<State>('match.state', { game_session_id: lobby });
    const sessions = state.players.map((player) => player.session_id);
    expect(
      callsOf(fake, 'session.create')
        .map((args) => args.session_id)
        .sort(),
    ).toEqual([...sessions].sort());
    const own = state.players.find((player) => player.experience_agent_id === identity(guest))?.session_id;
    expect(await guest.call('session.create', { experience_id: experienceId })).toMatchObject({
      session_id: own,
      lobby_id: lobby,
    });
    expect(await guest.call('session.step', { session_id: own, action: { guess: 5 } })).toMatchObject({
      step_count: 1,
    });
    expect(JSON.stringify(fake.executed)).not.toContain(guest.agentId);
  });

  it('is started and ended once by racing calls', async () => {
    const { fake, experienceId } = await multiplayer({ says: { 'match.end': () => ({ outcomes: { rounds: 3 } }) } });
    const { host, lobby } = await gathered(experienceId);
    const race = (tool: string) => Promise.allSettled([1, 2, 3].map(() => host.call(tool, { game_session_id: lobby })));
    const starts = await race('match.start');
    expect(starts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect(callsOf(fake, 'match.start')).toHaveLength(1);
    expect(callsOf(fake, 'match.end')).toEqual([]);
    const ended = { status: 'fulfilled', value: { status: 'completed', outcomes: { rounds: 3 } } };
    expect(await race('match.end')).toMatchObject([ended, ended, ended]);
    expect(callsOf(fake, 'match.end')).toHaveLength(1);
  });

  it('is cancelled when the experience refuses it', async () => {
    const { fake, experienceId } = await multiplayer({ fails: 'isError', failing: ['lobby.create'] });
    const host = await playerFixture();
    expect((await host.callError('lobby.create', { experience_id: experienceId })).code).toBe('EXPERIENCE_ERROR');
    expect(await isEngaged(host)).toBe(false);
    fake.options.failing = ['lobby.join', 'match.start', 'lobby.leave', 'match.end'];
    const { game_session_id: lobby } = await host.call('lobby.create', { experience_id: experienceId });
    const guest = await playerFixture();
    expect((await guest.callError('lobby.join', { game_session_id: lobby })).code).toBe('EXPERIENCE_ERROR');
    expect(await isEngaged(guest)).toBe(false);
    expect((await host.call<State>('match.state', { game_session_id: lobby })).players).toHaveLength(1);
    fake.options.failing = ['match.start', 'lobby.leave', 'match.end'];
    const other = await playerFixture();
    await other.call('lobby.join', { game_session_id: lobby });
    expect(await other.call('lobby.leave', { game_session_id: lobby })).toMatchObject({ status: 'waiting' });
    await guest.call('lobby.join', { game_session_id: lobby });
    expect((await host.callError('match.start', { game_session_id: lobby })).code).toBe('EXPERIENCE_ERROR');
    expect(await host.call<State>('match.state', { game_session_id: lobby })).toMatchObject({ status: 'waiting' });
  });

  it('answers the refusal of the host’s session to the host and continues with the others', async () => {
    const { fake, experienceId } = await multiplayer();
    const { host, guest, others, lobby, identity } = await gathered(experienceId, 2);
    fake.options.says = {
      'session.create': ({ experience_agent_id: who }) => {
        if (who === identity(host)) throw new Error('You are banned here.');
        return { status: 'active' };
      },
    };
    const refusal = await host.callError('match.start', { game_session_id: lobby });
    expect(refusal).toMatchObject({
      code: 'EXPERIENCE_ERROR',
      message: expect.stringMatching(/^You are out of the match: The experience answered with an error/),
      details: {
        upstream: { message: 'You are banned here.' },
        reason: 'host_refused',
        status: 'active',
        next: 'The match continues without you.',
      },
    });
    expect(await isEngaged(host)).toBe(false);
    const state = await guest.call<State & { host_experience_agent_id: string }>('match.state', {
      game_session_id: lobby,
    });
    expect(state).toMatchObject({ status: 'active', host_experience_agent_id: identity(guest) });
    expect(state.players).toHaveLength(others.length);
  });

  it('is over at its start when the experience refuses every player', async () => {
    const { fake, experienceId } = await multiplayer({ fails: 'isError', failing: ['session.create'] });
    const { host, guest, lobby } = await gathered(experienceId);
    expect(await host.callError('match.start', { game_session_id: lobby })).toMatchObject({
      code: 'EXPERIENCE_ERROR',
      details: { reason: 'host_refused', status: 'completed' },
    });
    expect([await isEngaged(host), await isEngaged(guest)]).toEqual([false, false]);
    expect(fake.executed.filter(({ tool }) => tool === 'session.create')).toHaveLength(2);
  });

  it('can be left and aborted when the experience cannot be reached', async () => {
    const { fake, experienceId } = await multiplayer();
    const { host, guest, lobby } = await gathered(experienceId);
    await fake.close();
    expect(await guest.call('lobby.leave', { game_session_id: lobby })).toMatchObject({ status: 'waiting' });
    expect(await host.call('match.abort', { game_session_id: lobby })).toMatchObject({ status: 'cancelled' });
    expect([await isEngaged(host), await isEngaged(guest)]).toEqual([false, false]);
  });

  it('works without the experience when it has no multiplayer tools', async () => {
    const { experienceId } = await multiplayer({ without: LOBBY_TOOLS });
    const { host, guest, lobby } = await gathered(experienceId);
    await host.call('match.start', { game_session_id: lobby });
    expect(await host.call('match.end', { game_session_id: lobby })).toMatchObject({
      status: 'completed',
      outcomes: null,
    });
    expect(await isEngaged(guest)).toBe(false);
  });

  it('checks its config against the manifest', async () => {
    const { experienceId } = await multiplayer(
      {},
      {
        lobby_config_schema: {
          type: 'object',
          properties: { map: { enum: ['small', 'large'] }, rounds: { type: 'integer', minimum: 1 } },
          additionalProperties: false,
        },
      },
    );
    const host = await playerFixture();
    for (const config of [{ map: 'huge' }, { rounds: 0 }, { other: 1 }]) {
      const error = await host.callError('lobby.create', { experience_id: experienceId, config });
      expect(error).toMatchObject({
        code: 'VALIDATION_ERROR',
        details: { issues: [{ path: expect.arrayContaining(['config']) }] },
      });
    }
    await host.call('lobby.create', { experience_id: experienceId, config: { map: 'large', rounds: 3 } });
  });

  it.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ['a schema that refers to itself', { $ref: '#' }, {}],
    [
      'a schema with a pattern that backtracks',
      { properties: { map: { pattern: '^(a+)+$' } } },
      { map: `${'a'.repeat(40)}!` },
    ],
  ])('is refused in the name of the experience for %s that was stored earlier', async (_, schema, config) => {
    const { experienceId } = await multiplayer();
    const stored = { lobby_config_schema: schema };
    await pool().query('UPDATE experiences SET manifest = manifest || $2::jsonb WHERE id = $1', [experienceId, stored]);
    await announceChange(experienceId);
    const host = await playerFixture();
    expect(await host.callError('lobby.create', { experience_id: experienceId, config })).toMatchObject({
      code: 'EXPERIENCE_ERROR',
      message: expect.stringContaining('lobby_config_schema'),
      retryable: false,
    });
    expect(await isEngaged(host)).toBe(false);
  });

  it('is refused for an experience without multiplayer', async () => {
    const { experienceId } = await playable({ transport: 'rest' });
    const host = await playerFixture();
    expect((await host.callError('lobby.create', { experience_id: experienceId })).code).toBe('EXPERIENCE_ERROR');
  });
});

describe('the outcomes of a remote match', () => {
  it.each([
    ['results', (a: string, b: string) => ({ results: { [a]: { result: 'win', score: 3 }, [b]: { result: 'loss' } } })],
    ['a winner and scores', (a: string, b: string) => ({ winner: a, scores: { [a]: 10, [b]: 4 } })],
  ])('are rated in the shape of %s', async (_shape, outcomes) => {
    const { fake, experienceId } = await multiplayer();
    const { host, guest, lobby, identity } = await gathered(experienceId);
    await host.call('match.start', { game_session_id: lobby });
    fake.options.says = { 'match.end': () => ({ outcomes: outcomes(identity(host), identity(guest)) }) };
    expect((await guest.callError('match.end', { game_session_id: lobby })).code).toBe('EXPERIENCE_AUTH_FAILED');
    const ended = await host.call('match.end', { game_session_id: lobby, reason: 'finished' });
    expect(ended).toEqual({
      game_session_id: lobby,
      status: 'completed',
      outcomes: outcomes(identity(host), identity(guest)),
    });
    const { rankings } = await host.call<{ rankings: unknown[] }>('leaderboard.get', { experience_id: experienceId });
    expect(rankings).toMatchObject([
      { experience_agent_id: identity(host), elo_rating: 1216, wins: 1 },
      { experience_agent_id: identity(guest), elo_rating: 1184, losses: 1 },
    ]);
    expect([await isEngaged(host), await isEngaged(guest)]).toEqual([false, false]);
    const eventTypes = (await readEvents({ stream: `match:${lobby}`, audiences: 'all' })).map((event) => event.type);
    expect(eventTypes.slice(-3)).toEqual(['match_started', 'match_ended', 'ratings_changed']);
    expect(await noticesOf(guest, lobby)).toEqual(['match_started', 'match_ended']);
    const notices = await readEvents({ stream: `agent:${guest.agentId}`, audiences: 'all' });
    expect(notices.find(({ type }) => type === 'match_ended')?.data).toMatchObject({
      session_id: expect.any(String),
      outcomes: { result: 'loss' },
    });
  });

  it.each(['a\0b', '\ud800'])('are stored with any text (%j)', async (note) => {
    const { fake, experienceId } = await multiplayer();
    const { host, guest, lobby } = await gathered(experienceId);
    await host.call('match.start', { game_session_id: lobby });
    fake.options.says = { 'match.end': () => ({ outcomes: { note } }) };
    const ended = await host.call('match.end', { game_session_id: lobby });
    expect(ended).toMatchObject({ status: 'completed', outcomes: { note: expect.stringContaining('\ufffd') } });
    expect([await isEngaged(host), await isEngaged(guest)]).toEqual([false, false]);
  });

  it.each([
    [{ anything: 'else' }],
    [{ results: { unknown: { result: 'win' }, other: { result: 'loss' } } }],
    [{ winner: 'unknown', scores: {} }],
  ])('%j are kept and not rated', async (outcomes) => {
    const { fake, experienceId } = await multiplayer();
    const { host, lobby } = await gathered(experienceId);
    await host.call('match.start', { game_session_id: lobby });
    fake.options.says = { 'match.end': () => ({ outcomes }) };
    expect((await host.call('match.end', { game_session_id: lobby })).outcomes).toEqual(outcomes);
    const { rankings } = await host.call<{ rankings: unknown[] }>('leaderboard.get', { experience_id: experienceId });
    expect(rankings).toEqual([]);
  });

  it('are not stored when the experience refuses to end the match', async () => {
    const { fake, experienceId } = await multiplayer();
    const { host, lobby } = await gathered(experienceId);
    await host.call('match.start', { game_session_id: lobby });
    fake.options = { ...fake.options, fails: 'isError', failing: ['match.end'] };
    expect((await host.callError('match.end', { game_session_id: lobby })).code).toBe('EXPERIENCE_ERROR');
    expect((await host.call<State>('match.state', { game_session_id: lobby })).status).toBe('active');
  });
});

describe('a remote match that a player lost by a fault of the experience', () => {
  async function lostMatch(fault: (fake: FakeExperience) => void) {
    const { fake, experienceId } = await multiplayer();
    const { host, guest, lobby, identity } = await gathered(experienceId);
    const { session_id } = await host.call<{ session_id: string }>('match.start', { game_session_id: lobby });
    const { session_id: own } = await guest.call<{ session_id: string }>('session.create', {
      experience_id: experienceId,
    });
    await host.call('session.step', { session_id, action: { guess: 1 } });
    fault(fake);
    const error = await guest.callError('session.step', { session_id: own, action: { guess: 2 } });
    const end = async () => {
      const results = { [identity(host)]: { result: 'win' }, [identity(guest)]: { result: 'loss' } };
      fake.options = { ...fake.options, fails: null, says: { 'match.end': () => ({ outcomes: { results } }) } };
      await host.call('match.end', { game_session_id: lobby });
      const { rankings } = await host.call<{ rankings: unknown[] }>('leaderboard.get', { experience_id: experienceId });
      return { state: await host.call('match.state', { game_session_id: lobby }), rated: rankings.length };
    };
    return { fake, host, guest, lobby, own, error, end, identity };
  }

  it('is not rated and says why', async () => {
    const { guest, lobby, error, end, identity } = await lostMatch((fake) => {
      fake.options = { ...fake.options, fails: 'disconnect' };
    });
    expect(error.code).toBe('EXPERIENCE_UNREACHABLE');
    const { state, rated } = await end();
    expect(rated).toBe(0);
    expect(state).toMatchObject({
      status: 'completed',
      unrated: { fault: 'experience', code: 'EXPERIENCE_UNREACHABLE', experience_agent_id: identity(guest) },
    });
    const types = (await readEvents({ stream: `match:${lobby}`, audiences: ['public'] })).map((event) => event.type);
    expect(types.slice(-2)).toEqual(['match_ended', 'match_unrated']);
  });

  it('is rated when a later step of that player succeeded', async () => {
    const { fake, guest, own, end } = await lostMatch((failing) => {
      failing.options = { ...failing.options, fails: 'disconnect' };
    });
    fake.options = { ...fake.options, fails: null };
    await guest.call('session.step', { session_id: own, action: { guess: 3 } });
    const { state, rated } = await end();
    expect(rated).toBe(2);
    expect(state).not.toHaveProperty('unrated');
  });

  it('is rated when the experience refused the step, because the agent can cause that', async () => {
    const { error, end } = await lostMatch((fake) => {
      fake.options = { ...fake.options, fails: 'isError' };
    });
    expect(error.code).toBe('EXPERIENCE_ERROR');
    expect((await end()).rated).toBe(2);
  });
});

describe('a player of a running remote match', () => {
  it('leaves it by ending its session; another player becomes host and the match continues', async () => {
    const { experienceId } = await multiplayer();
    const { host, guest, lobby, identity } = await gathered(experienceId);
    const { session_id } = await host.call<{ session_id: string }>('match.start', { game_session_id: lobby });
    await host.call('session.end', { session_id });
    expect(await isEngaged(host)).toBe(false);
    const state = await guest.call<State & { host_experience_agent_id: string }>('match.state', {
      game_session_id: lobby,
    });
    expect(state).toMatchObject({ status: 'active', host_experience_agent_id: identity(guest) });
    await guest.call('lobby.leave', { game_session_id: lobby });
    expect((await guest.call<State>('match.state', { game_session_id: lobby })).status).toBe('completed');
    expect(await isEngaged(guest)).toBe(false);
  });
});

describe('a remote match that ends', () => {
  const wins = (args: Record<string, unknown>) => ({ memory_update: { ended: args.reason } });

  it('notifies the experience that each session is over, and stores what it remembers of each player', async () => {
    const { fake, experienceId } = await multiplayer({ transport: 'mcp', declares: LOBBY_TOOLS });
    const { host, guest, lobby, identity } = await gathered(experienceId);
    await host.call('match.start', { game_session_id: lobby });
    fake.options.says = {
      'session.end': wins,
      'match.end': () => ({ memory_update: { hosted: 1 }, memory_updates: { [identity(guest)]: { won: 1 } } }),
    };
    await host.call('match.end', { game_session_id: lobby, reason: 'finished' });
    const ended = callsOf(fake, 'session.end').map((args) => args.experience_agent_id);
    expect(ended.sort()).toEqual([identity(host), identity(guest)].sort());
    const memoryOf = async (player: Player) =>
      (await player.call('memory.get', { experience_id: experienceId })).data as Record<string, unknown>;
    expect(await memoryOf(host)).toEqual({ hosted: 1, ended: 'finished' });
    expect(await memoryOf(guest)).toEqual({ won: 1, ended: 'finished' });
    await expect.poll(() => fake.openSessions()).toBe(1);
  });

  it('closes the MCP sessions of its players when it is cancelled', async () => {
    const { fake, experienceId } = await multiplayer({ transport: 'mcp', declares: LOBBY_TOOLS });
    const { host, lobby } = await gathered(experienceId);
    await host.call('match.start', { game_session_id: lobby });
    expect(fake.openSessions()).toBe(3);
    await host.call('match.abort', { game_session_id: lobby });
    await expect.poll(() => fake.openSessions()).toBe(1);
    expect(callsOf(fake, 'session.end').map(({ reason }) => reason)).toEqual(['aborted_by_host', 'aborted_by_host']);
  });

  it('answers its outcomes to session.end', async () => {
    const { fake, experienceId } = await multiplayer();
    const { host, guest, lobby } = await gathered(experienceId);
    await host.call('match.start', { game_session_id: lobby });
    const { session_id } = await guest.call('session.create', { experience_id: experienceId });
    fake.options.says = { 'match.end': () => ({ outcomes: { rounds: 3 } }) };
    await host.call('match.end', { game_session_id: lobby });
    expect(await guest.call('session.end', { session_id })).toMatchObject({
      status: 'completed',
      outcomes: { rounds: 3 },
      memory_updated: true,
    });
  });

  it('can be aborted when the experience does not end it, and says so', async () => {
    const { experienceId } = await multiplayer({ fails: 'isError', failing: ['match.end', 'session.end'] });
    const { host, guest, lobby } = await gathered(experienceId);
    await host.call('match.start', { game_session_id: lobby });
    expect(await host.callError('match.end', { game_session_id: lobby })).toMatchObject({
      details: { next: expect.stringContaining('match.abort') },
    });
    expect(await guest.call('lobby.leave', { game_session_id: lobby })).toMatchObject({ status: 'active' });
    await host.call('match.abort', { game_session_id: lobby });
    expect([await isEngaged(host), await isEngaged(guest)]).toEqual([false, false]);
  });

  it('names the sessions that players have opened before it to match.start', async () => {
    const { fake, experienceId } = await multiplayer();
    const { host, guest, lobby, identity } = await gathered(experienceId);
    const { session_id } = await guest.call('session.create', { experience_id: experienceId });
    await host.call('match.start', { game_session_id: lobby });
    expect(callsOf(fake, 'match.start')).toMatchObject([
      { players: [{ experience_agent_id: identity(host) }, { experience_agent_id: identity(guest), session_id }] },
    ]);
  });
});

describe('a step in a remote match', () => {
  it('wakes the others, who learn what to call; a look is no step', async () => {
    const { fake, experienceId } = await multiplayer();
    const { host, guest, lobby, identity } = await gathered(experienceId);
    await host.call('match.start', { game_session_id: lobby });
    const { session_id } = await guest.call('session.create', { experience_id: experienceId });
    const own = await host.call('session.create', { experience_id: experienceId });
    fake.options.says = {
      'session.step': ({ experience_agent_id: who, action }) =>
        (action as { type?: string }).type === 'state' ? { your_turn: who === identity(host) } : { your_turn: false },
    };
    const wait = (player: Player, after: string, until = 'event') =>
      player.call<{ events: { type: string; data: object }[]; cursor: string; next_action: unknown }>('events.wait', {
        stream: `match:${lobby}`,
        after,
        until,
        timeout_ms: 5_000,
      });
    const { cursor } = await wait(host, '');
    const waiting = wait(host, cursor, 'my_turn');
    const step = await guest.call('session.step', { session_id, action: { guess: 5 } });
    expect(step).toMatchObject({ step_count: 1 });
    expect(await waiting).toMatchObject({
      events: [{ type: 'step_taken', data: { experience_agent_id: identity(guest) } }],
      next_action: {
        tool: 'session.step',
        arguments: { session_id: own.session_id, action: { type: 'state' } },
        optional: true,
      },
    });
    const looks = await host.call('session.step', { session_id: own.session_id, action: { type: 'state' } });
    expect(looks).toMatchObject({ step_count: 0, experience_response: { your_turn: true } });
    expect((await wait(guest, cursor)).next_action).toBeNull();
  });
});

describe('a REST experience that answers 404', () => {
  it('refuses what it has answered before: the player is not in, the match does not start', async () => {
    const { fake, experienceId } = await multiplayer();
    const { host, guest, lobby } = await gathered(experienceId);
    fake.options.without = LOBBY_TOOLS;
    const late = await playerFixture();
    expect(await late.callError('lobby.join', { game_session_id: lobby })).toMatchObject({
      code: 'EXPERIENCE_ERROR',
      details: { upstream: { error: { code: 'not_found' }, message: 'There is nothing here.' } },
    });
    expect(await isEngaged(late)).toBe(false);
    expect((await host.callError('match.start', { game_session_id: lobby })).code).toBe('EXPERIENCE_ERROR');
    expect((await late.callError('lobby.create', { experience_id: experienceId })).code).toBe('EXPERIENCE_ERROR');
    expect(await guest.call('lobby.leave', { game_session_id: lobby })).toMatchObject({ status: 'waiting' });
    expect(await host.call('match.abort', { game_session_id: lobby })).toMatchObject({ status: 'cancelled' });
  });
});
