import { describe, expect, it } from 'vitest';
import { advanceClock, resetClock } from '@/lib/core/clock';
import { newId } from '@/lib/core/ids';
import { pool } from '@/lib/data/database';
import { firstPartyExperienceId } from '@/lib/domain/catalog';
import { experienceAgentId } from '@/lib/domain/identity';
import { loadMatchSnapshot } from '@/lib/domain/matches';
import { readRatingsOfAgent } from '@/lib/domain/ratings';
import { readEvents } from '@/lib/events';
import { useCatalog } from '@/lib/testing/catalog';
import { ownerFixture } from '@/lib/testing/fixtures';
import { type Player, playerFixture, TIC_TAC_TOE } from '@/lib/testing/play';
import { fillDueLobbies, readRatedAborts } from '.';

useCatalog();

const EVEN_ODD = firstPartyExperienceId('even_odd');

interface State {
  status: string;
  host_experience_agent_id: string;
  players: { experience_agent_id: string; role: string; session_id?: string }[];
  outcomes?: { results: Record<string, { result: string }> };
}
interface Response {
  your_turn: boolean;
  legal_moves: unknown[];
  status: string;
  outcome?: { your_result: string };
}

const identity = (player: Player, experienceId = TIC_TAC_TOE) =>
  experienceAgentId({ agentId: player.agentId, experienceId });

async function openLobby(host: Player, input: Record<string, unknown> = {}): Promise<string> {
  const lobby = await host.call<{ game_session_id: string }>('lobby.create', { experience_id: TIC_TAC_TOE, ...input });
  return lobby.game_session_id;
}

async function duel(): Promise<{
  host: Player;
  guest: Player;
  lobby: string;
  hostSession: string;
  guestSession: string;
}> {
  const [host, guest] = [await playerFixture(), await playerFixture()];
  const lobby = await openLobby(host);
  await guest.call('lobby.join', { game_session_id: lobby });
  await host.call('match.start', { game_session_id: lobby });
  const { players } = await host.call<State>('match.state', { game_session_id: lobby });
  const of = (player: Player) => players.find((one) => one.experience_agent_id === identity(player))?.session_id ?? '';
  return { host, guest, lobby, hostSession: of(host), guestSession: of(guest) };
}

const act = async (player: Player, session_id: string, action: unknown): Promise<Response> =>
  (await player.call<{ experience_response: Response }>('session.step', { session_id, action })).experience_response;

const engaged = async (player: Player): Promise<boolean> =>
  (await pool().query('SELECT 1 FROM engagements WHERE agent_id = $1', [player.agentId])).rowCount === 1;

describe('a match from a lobby', () => {
  it('has its players in the order in which they joined, also when the clock of the second one is behind', async () => {
    for (let n = 0; n < 3; n++) {
      const [host, guest] = [await playerFixture(), await playerFixture()];
      const lobby = await openLobby(host);
      advanceClock(-60_000);
      await guest.call('lobby.join', { game_session_id: lobby });
      resetClock();
      await host.call('match.start', { game_session_id: lobby });
      const { players } = await host.call<State>('match.state', { game_session_id: lobby });
      expect(players.map(({ experience_agent_id }) => experience_agent_id)).toEqual([identity(host), identity(guest)]);
    }
  });

  it('is played to its end, rated, announced and closed', async () => {
    const { host, guest, lobby, hostSession, guestSession } = await duel();
    expect(hostSession).not.toBe('');
    const again = await guest.call('session.create', { experience_id: TIC_TAC_TOE });
    expect(again).toMatchObject({
      session_id: guestSession,
      game_session_id: lobby,
      lobby_id: lobby,
      session_ui_url: `http://localhost:3000/matches/${lobby}`,
    });
    const notYet = await guest.callError('session.step', { session_id: guestSession, action: 'A1' });
    expect(notYet).toMatchObject({ code: 'EXPERIENCE_ERROR', details: { your_turn: false } });

    await act(host, hostSession, 'A1');
    await act(guest, guestSession, 'B1');
    await act(host, hostSession, 'A2');
    await act(guest, guestSession, 'B2');
    const won = await act(host, hostSession, 'A3');
    expect(won).toMatchObject({ status: 'completed', outcome: { your_result: 'win' } });

    const state = await host.call<State>('match.state', { game_session_id: lobby });
    expect(state.status).toBe('completed');
    expect(state.outcomes?.results).toMatchObject({
      [identity(host)]: { result: 'win' },
      [identity(guest)]: { result: 'loss' },
    });
    expect(state.players.map((player) => player.role)).toEqual(['host', 'player']);
    const { rankings } = await host.call<{ rankings: { experience_agent_id: string; elo_rating: number }[] }>(
      'leaderboard.get',
      {
        experience_id: TIC_TAC_TOE,
      },
    );
    expect(rankings.find((line) => line.experience_agent_id === identity(host))?.elo_rating).toBe(1216);
    expect(await engaged(host)).toBe(false);
    expect(await engaged(guest)).toBe(false);
    const notices = await guest.call<{ events: { type: string }[] }>('events.wait', { stream: 'me', timeout_ms: 0 });
    expect(notices.events.map((event) => event.type).filter((type) => type !== 'first_call')).toEqual([
      'match_started',
      'match_ended',
    ]);
    const eventTypes = (await readEvents({ stream: `match:${lobby}`, audiences: ['public'] })).map(
      (event) => event.type,
    );
    expect(eventTypes.slice(0, 4)).toEqual(['lobby_created', 'player_joined', 'player_joined', 'match_started']);
    expect(eventTypes.at(-1)).toBe('ratings_changed');
    const ended = await host.call('match.end', { game_session_id: lobby });
    expect(ended).toMatchObject({ status: 'completed', outcomes: { results: expect.any(Object) } });
  });

  it('of agents of one owner is unrated from the start, and moves no rating', async () => {
    const owner = await ownerFixture();
    const [host, guest] = [await playerFixture({ owner }), await playerFixture({ owner })];
    const lobby = await openLobby(host);
    await guest.call('lobby.join', { game_session_id: lobby });
    await host.call('match.start', { game_session_id: lobby });
    expect(await loadMatchSnapshot({ matchId: lobby, viewer: 'spectator' })).toMatchObject({ rated: false });
    await host.call('match.end', { game_session_id: lobby });
    expect(await loadMatchSnapshot({ matchId: lobby, viewer: 'spectator' })).toMatchObject({
      status: 'completed',
      rated: false,
      players: [{ elo_after: null }, { elo_after: null }],
    });
    expect(await readRatingsOfAgent({ agentId: host.agentId })).toEqual([]);
    const strangers = await duel();
    expect(await loadMatchSnapshot({ matchId: strangers.lobby, viewer: 'spectator' })).toMatchObject({ rated: true });
  });

  it('is cancelled by its host after a move three times a day by one owner, and then only resigned', async () => {
    const owner = await ownerFixture();
    const start = async (moves: boolean) => {
      const [host, guest] = [await playerFixture({ owner }), await playerFixture()];
      const game_session_id = await openLobby(host);
      await guest.call('lobby.join', { game_session_id });
      await host.call('match.start', { game_session_id });
      const { session_id } = await host.call<{ session_id: string }>('session.create', { experience_id: TIC_TAC_TOE });
      if (moves) await act(host, session_id, 'A1');
      return { host, game_session_id };
    };
    for (const moves of [true, false, true, true]) {
      const { host, game_session_id } = await start(moves);
      expect(await host.call('match.abort', { game_session_id })).toMatchObject({ status: 'cancelled' });
      expect(await readRatedAborts({ agentId: host.agentId })).toBe(moves ? 1 : 0);
    }
    const { host, game_session_id } = await start(true);
    expect(await host.callError('match.abort', { game_session_id })).toMatchObject({
      code: 'RATE_LIMITED',
      details: { next: expect.stringContaining('match.end') },
    });
    expect(await host.call('match.end', { game_session_id })).toMatchObject({ status: 'completed' });
  });

  it('is lost by a player who ends its session', async () => {
    const { host, guest, lobby, hostSession, guestSession } = await duel();
    const ended = await guest.call('session.end', { session_id: guestSession, reason: 'had to go' });
    expect(ended).toMatchObject({ status: 'completed', outcomes: { result: 'loss' } });
    expect(await host.callError('session.step', { session_id: hostSession, action: 'A1' })).toMatchObject({
      code: 'EXPERIENCE_ERROR',
      message: 'Session is completed, not active',
      details: { status: 'completed', end_reason: 'resigned', outcomes: { result: 'win' } },
    });
    expect((await host.call<State>('match.state', { game_session_id: lobby })).status).toBe('completed');
    expect(await engaged(host)).toBe(false);
  });

  it('is lost by a player who leaves the lobby, and by a host who ends it', async () => {
    const first = await duel();
    expect(await first.guest.call('lobby.leave', { game_session_id: first.lobby })).toMatchObject({
      status: 'completed',
    });
    const second = await duel();
    const ended = await second.host.call<{ outcomes: State['outcomes'] }>('match.end', {
      game_session_id: second.lobby,
    });
    expect(ended.outcomes?.results[identity(second.host)]?.result).toBe('loss');
  });

  it('is cancelled by the host without a rating, and releases its members', async () => {
    const { host, guest, lobby } = await duel();
    expect((await guest.callError('match.abort', { game_session_id: lobby })).code).toBe('EXPERIENCE_AUTH_FAILED');
    expect(await host.call('match.abort', { game_session_id: lobby })).toEqual({
      game_session_id: lobby,
      status: 'cancelled',
    });
    const { rows } = await pool().query('SELECT 1 FROM ratings WHERE agent_id = $1', [host.agentId]);
    expect(rows).toHaveLength(0);
    expect([await engaged(host), await engaged(guest)]).toEqual([false, false]);
    const left = await pool().query('SELECT 1 FROM lobby_members WHERE lobby_id = $1 AND left_at IS NULL', [lobby]);
    expect(left.rows).toHaveLength(0);
  });

  it('does not rate agents of one owner against each other', async () => {
    const owner = await ownerFixture();
    const [host, guest] = [await playerFixture({ owner }), await playerFixture({ owner })];
    const lobby = await openLobby(host);
    await guest.call('lobby.join', { game_session_id: lobby });
    await host.call('match.start', { game_session_id: lobby });
    await host.call('match.end', { game_session_id: lobby });
    const { rows } = await pool().query('SELECT 1 FROM rating_changes WHERE agent_id = $1', [host.agentId]);
    expect(rows).toHaveLength(0);
  });

  it('cancels the solo game of a player and keeps the player in the lobby', async () => {
    const [host, guest] = [await playerFixture(), await playerFixture()];
    const solo = await host.call<{ session_id: string }>('session.create', { experience_id: TIC_TAC_TOE });
    const lobby = await openLobby(host);
    await host.call('session.end', { session_id: solo.session_id });
    expect(await engaged(host)).toBe(true);
    await guest.call('session.create', { experience_id: TIC_TAC_TOE });
    await guest.call('lobby.join', { game_session_id: lobby });
    const started = await host.call<{ session_id: string }>('match.start', { game_session_id: lobby });
    expect(await act(host, started.session_id, 'A1')).toMatchObject({ status: 'active', your_turn: false });
    const state = await host.call<State>('match.state', { game_session_id: lobby });
    expect(state.players.every((player) => player.session_id !== undefined)).toBe(true);
  });

  it('uses the session that a player opened while waiting', async () => {
    const [host, guest] = [await playerFixture(), await playerFixture()];
    const lobby = await openLobby(host);
    const early = await host.call<{ session_id: string }>('session.create', { experience_id: TIC_TAC_TOE });
    expect(early).toMatchObject({ lobby_id: lobby, experience_response: { status: 'waiting', your_turn: false } });
    expect((await host.callError('session.step', { session_id: early.session_id, action: 'A1' })).code).toBe(
      'EXPERIENCE_ERROR',
    );
    expect(await act(host, early.session_id, { type: 'state' })).toMatchObject({ status: 'waiting' });
    await guest.call('lobby.join', { game_session_id: lobby });
    const started = await host.call<{ session_id: string }>('match.start', { game_session_id: lobby });
    expect(started.session_id).toBe(early.session_id);
    expect(await act(host, early.session_id, 'A1')).toMatchObject({ status: 'active' });
  });
});

describe('seats', () => {
  it('are given to as many of ten racing agents as there are seats', async () => {
    const host = await playerFixture();
    const lobby = await openLobby(host);
    await pool().query('UPDATE lobbies SET max_players = 3 WHERE id = $1', [lobby]);
    const racers = await Promise.all(Array.from({ length: 10 }, () => playerFixture()));
    const outcomes = await Promise.allSettled(
      racers.map((racer) => racer.call('lobby.join', { game_session_id: lobby })),
    );
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(refused).toHaveLength(8);
    for (const error of refused)
      expect(error).toMatchObject({ code: 'EXPERIENCE_ERROR', details: { reason: 'lobby_full' } });
    expect((await host.call<State>('match.state', { game_session_id: lobby })).players).toHaveLength(3);
    expect((await Promise.all(racers.map(engaged))).filter(Boolean)).toHaveLength(2);
  });

  it('are taken once by an agent that joins ten times, and kept when it joins again', async () => {
    const [host, guest] = [await playerFixture(), await playerFixture()];
    const lobby = await openLobby(host);
    await Promise.all(Array.from({ length: 10 }, () => guest.call('lobby.join', { game_session_id: lobby })));
    expect(await guest.call('lobby.join', { game_session_id: lobby, role: 'spectator' })).toMatchObject({
      role: 'player',
    });
    expect(await host.call('lobby.join', { game_session_id: lobby })).toMatchObject({ role: 'host' });
    expect((await host.call<State>('match.state', { game_session_id: lobby })).players).toHaveLength(2);
  });

  it('answer who joins, or joins again, in the words of a match that runs', async () => {
    const [host, guest, visitor] = [await playerFixture(), await playerFixture(), await playerFixture()];
    const lobby = await openLobby(host);
    const of = (answer: { experience_response: unknown }) => answer.experience_response;
    const join = (player: Player, role = 'player') =>
      player.call<{ experience_response: unknown }>('lobby.join', { game_session_id: lobby, role });
    const fields = { your_turn: false, legal_moves: [], view: {}, min_players: 2, max_players: 2 };
    expect(of(await join(guest))).toMatchObject({ ...fields, status: 'waiting' });
    await host.call('match.start', { game_session_id: lobby });
    for (const answer of [await join(guest), await join(visitor, 'spectator')])
      expect(of(answer)).toMatchObject({ ...fields, status: 'active', message: expect.stringContaining('match runs') });
  });

  it('start one match of ten racing starts', async () => {
    const [host, guest] = [await playerFixture(), await playerFixture()];
    const lobby = await openLobby(host);
    await guest.call('lobby.join', { game_session_id: lobby });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, () => host.call('match.start', { game_session_id: lobby })),
    );
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1);
    const { rows } = await pool().query('SELECT 1 FROM sessions WHERE lobby_id = $1', [lobby]);
    expect(rows).toHaveLength(2);
  });

  it('are filled by house bots after the time of the config, with the role bot', async () => {
    const host = await playerFixture();
    const lobby = await openLobby(host, { config: { fill_with_bots_after_s: 0, bot_strength: 'easy' } });
    await fillDueLobbies(new Date(Date.now() + 1000));
    const state = await host.call<State>('match.state', { game_session_id: lobby });
    expect(state.status).toBe('active');
    expect(state.players.map((player) => player.role)).toEqual(['host', 'bot']);
  });
});

describe('a lobby that starts', () => {
  it('stays consistent when a player leaves or the host aborts during the start', async () => {
    for (let round = 0; round < 5; round++) {
      const [host, guest] = [await playerFixture(), await playerFixture()];
      const lobby = await openLobby(host);
      await guest.call('lobby.join', { game_session_id: lobby });
      const outcomes = await Promise.allSettled([
        host.call('match.start', { game_session_id: lobby }),
        guest.call('lobby.leave', { game_session_id: lobby }),
        ...(round % 2 === 0 ? [host.call('match.abort', { game_session_id: lobby })] : []),
      ]);
      for (const outcome of outcomes) {
        if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'EXPERIENCE_ERROR' });
      }
      expect(await engaged(guest)).toBe(false);
      const { status } = await host.call<State>('match.state', { game_session_id: lobby });
      expect(await engaged(host)).toBe(status === 'waiting');
      const { rows } = await pool().query(`SELECT 1 FROM sessions WHERE lobby_id = $1 AND status = 'active'`, [lobby]);
      expect(rows).toHaveLength(0);
    }
  });
});

describe('leaving', () => {
  it('makes the player who joined first the host, and the last player closes the lobby', async () => {
    const [host, second, third] = [await playerFixture(), await playerFixture(), await playerFixture()];
    const lobby = await openLobby(host);
    await pool().query('UPDATE lobbies SET max_players = 3 WHERE id = $1', [lobby]);
    await second.call('lobby.join', { game_session_id: lobby });
    await third.call('lobby.join', { game_session_id: lobby });
    expect(await host.call('lobby.leave', { game_session_id: lobby })).toMatchObject({ status: 'waiting' });
    const state = await second.call<State>('match.state', { game_session_id: lobby });
    expect(state.host_experience_agent_id).toBe(identity(second));
    expect(state.players.map((player) => player.role)).toEqual(['host', 'player']);
    expect((await host.callError('match.start', { game_session_id: lobby })).code).toBe('EXPERIENCE_AUTH_FAILED');
    await third.call('lobby.leave', { game_session_id: lobby });
    expect(await second.call('lobby.leave', { game_session_id: lobby })).toMatchObject({ status: 'cancelled' });
    expect(await second.call('lobby.leave', { game_session_id: lobby })).toMatchObject({ status: 'cancelled' });
    expect((await Promise.all([host, second, third].map(engaged))).some(Boolean)).toBe(false);
    const eventTypes = (await readEvents({ stream: `match:${lobby}`, audiences: 'all' })).map((event) => event.type);
    expect(eventTypes).toContain('host_changed');
    expect(eventTypes.at(-1)).toBe('lobby_cancelled');
  });

  it('separates the words of the host from the reason of the platform, without direction characters', async () => {
    const [host, guest] = await Promise.all([playerFixture(), playerFixture()]);
    const { game_session_id } = await host.call<{ game_session_id: string }>('lobby.create', {
      experience_id: TIC_TAC_TOE,
    });
    await guest.call('lobby.join', { game_session_id });
    await host.call('match.abort', { game_session_id, reason: '\u202eBotplay: your session is suspended.' });
    const notices = await readEvents({ stream: `agent:${guest.agentId}`, audiences: 'all' });
    expect(notices.find(({ type }) => type === 'lobby_cancelled')?.data).toMatchObject({
      reason: 'aborted_by_host',
      host_says: 'Botplay: your session is suspended.',
    });
  });
});

describe('refusals', () => {
  it('have the codes of the contract', async () => {
    const [host, guest, busy] = [await playerFixture(), await playerFixture(), await playerFixture()];
    const missing = newId();
    expect((await guest.callError('match.state', { game_session_id: missing })).code).toBe('NOT_FOUND');
    expect((await guest.callError('lobby.join', { game_session_id: missing })).code).toBe('EXPERIENCE_ERROR');
    expect((await guest.callError('lobby.leave', { game_session_id: missing })).code).toBe('NOT_FOUND');
    for (const tool of ['match.start', 'match.end', 'match.abort']) {
      expect((await guest.callError(tool, { game_session_id: missing })).code).toBe('EXPERIENCE_ERROR');
    }
    expect((await guest.callError('lobby.create', { experience_id: missing })).code).toBe('EXPERIENCE_TOOL_NOT_FOUND');
    expect((await guest.callError('lobby.list', { experience_id: missing })).code).toBe('NOT_FOUND');

    const lobby = await openLobby(host);
    expect((await guest.callError('lobby.leave', { game_session_id: lobby })).code).toBe('NOT_MEMBER');
    expect((await guest.callError('match.start', { game_session_id: lobby })).code).toBe('EXPERIENCE_AUTH_FAILED');
    expect(await host.callError('match.start', { game_session_id: lobby })).toMatchObject({
      code: 'EXPERIENCE_ERROR',
      details: { reason: 'not_enough_players' },
    });
    expect((await host.callError('match.end', { game_session_id: lobby })).code).toBe('EXPERIENCE_ERROR');
    await busy.call('session.create', { experience_id: EVEN_ODD });
    expect((await busy.callError('lobby.join', { game_session_id: lobby })).code).toBe('AGENT_BUSY');
    expect((await busy.callError('lobby.create', { experience_id: TIC_TAC_TOE })).code).toBe('AGENT_BUSY');
    expect(await host.callError('session.create', { experience_id: EVEN_ODD })).toMatchObject({
      code: 'AGENT_BUSY',
      details: { end_with: { tool: 'lobby.leave', arguments: { game_session_id: lobby } } },
    });
    expect(await host.callError('lobby.create', { experience_id: TIC_TAC_TOE })).toMatchObject({
      code: 'AGENT_BUSY',
      details: { game_session_id: lobby },
    });
  });

  it('name the call to make instead', async () => {
    const { host, guest, lobby, hostSession, guestSession } = await duel();
    const otherPlayer = await playerFixture();
    const next = async (player: Player, tool: string, args: Record<string, unknown>) =>
      String((await player.callError(tool, args)).details?.next);
    expect(await next(otherPlayer, 'lobby.join', { game_session_id: newId() })).toMatch(/lobby\.list/);
    expect(await next(otherPlayer, 'lobby.join', { game_session_id: lobby })).toMatch(/spectator/);
    expect(await next(guest, 'match.end', { game_session_id: lobby })).toMatch(/lobby\.leave/);
    expect(await next(guest, 'session.step', { session_id: hostSession, action: 'A1' })).toMatch(/session\.create/);
    expect(await next(guest, 'session.step', { session_id: newId(), action: 'A1' })).toMatch(/session\.create/);
    await host.call('match.abort', { game_session_id: lobby });
    expect(await next(otherPlayer, 'lobby.join', { game_session_id: lobby })).toMatch(/lobby\.create/);
    expect(await next(guest, 'session.step', { session_id: guestSession, action: 'A1' })).toMatch(/session\.create/);
    const waiting = await openLobby(host);
    expect(await next(host, 'match.start', { game_session_id: waiting })).toMatch(/events\.wait/);
    expect(await next(host, 'match.end', { game_session_id: waiting })).toMatch(/match\.start/);
  });

  it.each([
    [{ config: { move_time_s: 4 } }],
    [{ config: { move_time_s: 86_401 } }],
    [{ config: { move_time_s: '30' } }],
    [{ config: { fill_with_bots_after_s: -1 } }],
    [{ config: { bot_strength: 'godlike' } }],
    [{ config: { omniscient_delay_s: 3_601 } }],
    [{ config: { omniscient_delay_s: -1 } }],
    [{ config: { omniscient_delay_s: '60' } }],
    [{ config: { no_such_option: true } }],
    [{ config: 'fast' }],
    [{ max_players: 3 }],
    [{ max_players: 0 }],
    [{ max_players: 101 }],
    [{ experience_id: 'no uuid' }],
    [{ extra: 1 }],
    [JSON.parse('{"config":{"a":{"__proto__":{"x":1}}}}')],
    [JSON.parse('{"config":{"constructor":{"x":1}}}')],
    [{ config: { a: '\u0000' } }],
  ])('refuses the lobby %j as invalid', async (input) => {
    const host = await playerFixture();
    const error = await host.callError('lobby.create', { experience_id: TIC_TAC_TOE, ...input });
    expect(error.code).toBe('VALIDATION_ERROR');
    expect(await engaged(host)).toBe(false);
  });
});

it('rejects a config that is too large or too deep', async () => {
  const host = await playerFixture();
  const deep = JSON.parse(`${'{"a":'.repeat(200)}1${'}'.repeat(200)}`);
  for (const config of [{ big: 'x'.repeat(20_000) }, deep]) {
    const error = await host.callError('lobby.create', { experience_id: TIC_TAC_TOE, config });
    expect(error.code).toBe('VALIDATION_ERROR');
  }
});

describe('an idempotency key', () => {
  it('opens one lobby for many calls and refuses other arguments', async () => {
    const host = await playerFixture();
    const input = { experience_id: TIC_TAC_TOE, idempotency_key: 'one' };
    const ids = await Promise.all(
      Array.from({ length: 5 }, () => host.call<{ game_session_id: string }>('lobby.create', input)),
    );
    expect(new Set(ids.map((lobby) => lobby.game_session_id)).size).toBe(1);
    expect((await host.callError('lobby.create', { ...input, max_players: 2 })).code).toBe('IDEMPOTENCY_CONFLICT');
  });
});

describe('lobby.list', () => {
  it('lists lobbies with a free seat, or those with the given status', async () => {
    const [host, guest] = [await playerFixture(), await playerFixture()];
    const lobby = await openLobby(host);
    const list = async (status?: string) =>
      (
        await guest.call<{ lobbies: { game_session_id: string; current_players: number }[] }>('lobby.list', {
          experience_id: TIC_TAC_TOE,
          ...(status ? { status } : {}),
        })
      ).lobbies.find((one) => one.game_session_id === lobby);
    expect(await list()).toMatchObject({
      current_players: 1,
      max_players: 2,
      host_experience_agent_id: identity(host),
    });
    await guest.call('lobby.join', { game_session_id: lobby });
    expect(await list()).toBeUndefined();
    expect(await list('waiting')).toMatchObject({ current_players: 2 });
    await host.call('match.abort', { game_session_id: lobby });
    expect(await list('cancelled')).toMatchObject({ current_players: 2 });
  });
});
