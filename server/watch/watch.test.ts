import { describe, expect, test } from 'vitest';
import { advanceClock, now, resetClock } from '@/lib/core/clock';
import { newId } from '@/lib/core/ids';
import { socialStream } from '@/lib/core/stream';
import { transaction } from '@/lib/data/database';
import { readOwner, signOutEverywhere } from '@/lib/domain/accounts';
import { firstPartyExperienceId } from '@/lib/domain/catalog';
import { experienceAgentId } from '@/lib/domain/identity';
import { authenticate, selfRegisterAgent } from '@/lib/domain/keys';
import { actInMatch, resignMatch, startMatch } from '@/lib/domain/matches';
import { claimAgent, ensurePlayer } from '@/lib/domain/people';
import { createSocialLobby } from '@/lib/domain/social';
import { appendEvents, publish } from '@/lib/events';
import { useCatalog } from '@/lib/testing/catalog';
import { type AgentFixture, agentFixture, ownerFixture } from '@/lib/testing/fixtures';
import { playerFixture, TIC_TAC_TOE } from '@/lib/testing/play';
import { until, useWatchServer, type WatchAnswer } from './testing/watch-server';

useCatalog();

const { spectator, sockets } = useWatchServer();

function player(agent: AgentFixture, experienceId: string) {
  return {
    kind: 'agent' as const,
    agentId: agent.agentId,
    experienceAgentId: experienceAgentId({ agentId: agent.agentId, experienceId }),
    sessionId: null,
    displayName: agent.caller.displayName,
  };
}

async function match(gameId: string, agents?: AgentFixture[]) {
  const experienceId = firstPartyExperienceId(gameId);
  const players = agents ?? [await agentFixture(), await agentFixture()];
  const seats = players.map((agent) => player(agent, experienceId));
  return startMatch({ experienceId, gameId, kind: 'lobby', seats, rated: false });
}

const play = (matchId: string, seat: number, action: unknown) => actInMatch({ matchId, seat, action });

test('a connection without a namespace, or that has left its last one, is closed', async () => {
  const { socket } = await spectator();
  const root = socket.io.socket('/');
  const refusal = await new Promise<Error>((resolve) => root.once('connect_error', resolve));
  expect(refusal.message).toContain('There is nothing in the namespace "/"');
  const closed = new Promise((resolve) => socket.io.engine.once('close', resolve));
  // As a client that leaves the namespace and keeps its connection.
  // biome-ignore lint/complexity/useLiteralKeys: private
  socket['packet']({ type: 1 });
  await closed;
});

describe('watching a match', () => {
  test('answers with the server’s clock, however old the last event is', async () => {
    const { id } = await match('tic_tac_toe');
    advanceClock(40_000);
    try {
      const { ask } = await spectator();
      const { server_time = '' } = await ask('subscribe', {
        stream: `match:${id}`,
        after: '00000000000000000000000000',
      });
      expect(Math.abs(Date.parse(server_time) - now().getTime())).toBeLessThan(5_000);
    } finally {
      resetClock();
    }
  });

  test('sends the snapshot of the cursor, then every later event once and in order', async () => {
    const { id } = await match('tic_tac_toe');
    await play(id, 0, 'B2');
    const { ask, heard } = await spectator();
    const { snapshot, cursor, view } = await ask('subscribe', { stream: `match:${id}` });
    expect(view).toBe('spectator');
    expect(snapshot).toMatchObject({ match_id: id, ply: 1, view: { last_move: 'B2' } });
    await play(id, 1, 'A1');
    await play(id, 0, 'C3');
    await until(() => heard.length === 2);
    expect(heard.map(({ type, data }) => [type, data.ply])).toEqual([
      ['move_played', 2],
      ['move_played', 3],
    ]);
    expect(heard[0]?.id && cursor && heard[0].id > cursor).toBe(true);
    expect((heard[1]?.seq ?? 0) - (heard[0]?.seq ?? 0)).toBe(1);
  });

  test('loses and repeats no event for spectators who subscribe while moves are made', async () => {
    const { id } = await match('tic_tac_toe');
    const moves = ['A1', 'B1', 'C1', 'B2', 'A2', 'C2', 'B3', 'A3', 'C3'];
    const join = async () => {
      const { ask, heard } = await spectator();
      return { heard, cursor: (await ask('subscribe', { stream: `match:${id}` })).cursor ?? '' };
    };
    const joining: ReturnType<typeof join>[] = [];
    for (const [ply, move] of moves.entries()) {
      joining.push(join(), join(), join());
      await play(id, ply % 2, move);
    }
    const watchers = await Promise.all(joining);
    const late = await spectator();
    const first = await late.ask('subscribe', { stream: `match:${id}`, after: '00000000000000000000000000' });
    expect(first.cursor).toBe('00000000000000000000000000');
    await until(() => late.heard.at(-1)?.type === 'match_ended');
    const all = late.heard.map((event) => event.id);
    for (const { heard, cursor } of watchers) {
      const expected = all.filter((eventId) => eventId > cursor);
      await until(() => heard.length >= expected.length);
      expect(heard.map((event) => event.id)).toEqual(expected);
    }
  });

  test('sends everything after `after`, also events that no spectator received', async () => {
    const { id } = await match('tic_tac_toe');
    const first = await spectator();
    const { cursor } = await first.ask('subscribe', { stream: `match:${id}` });
    first.socket.disconnect();
    await play(id, 0, 'A1');
    await play(id, 1, 'B2');
    const again = await spectator();
    const answer = await again.ask('subscribe', { stream: `match:${id}`, after: cursor });
    expect(answer).toMatchObject({ cursor, snapshot: { ply: 2 } });
    await until(() => again.heard.length === 2);
    expect(again.heard.map(({ data }) => data.ply)).toEqual([1, 2]);
  });

  /** A stream with two events. */
  async function openStream(): Promise<string> {
    const { agentId, caller } = await agentFixture();
    const agent = { agentId, displayName: caller.displayName };
    return socialStream((await createSocialLobby({ agent, name: null, description: null, maxMembers: 10 })).id);
  }

  /** Stores public events in a stream, each with so many bytes. */
  async function store(stream: string, count: number, bytes = 10): Promise<void> {
    const events = Array.from({ length: count }, () => ({ type: 'said', data: { text: 'x'.repeat(bytes) } }));
    publish(await transaction((client) => appendEvents(client, stream, events)));
  }

  test('sends more past events than a page, each once and in order, and refuses a reader that asks too often', async () => {
    const stream = await openStream();
    await store(stream, 1_500);
    const { ask, heard, socket } = await spectator();
    const refusals: { stream: string; error: { code: string; details?: unknown } }[] = [];
    socket.on('refused', (refusal) => refusals.push(refusal));
    const after = '00000000000000000000000000';
    expect((await ask('subscribe', { stream, after })).cursor).toBe(after);
    await until(() => heard.length === 1_502);
    expect(heard.map(({ seq }) => seq)).toEqual(heard.map((_, index) => index + 1));
    const errors: (string | undefined)[] = [];
    for (let times = 0; times < 20; times++) errors.push((await ask('subscribe', { stream, after })).error?.code);
    expect([...errors, ...refusals.map(({ error }) => error.code)]).toContain('RATE_LIMITED');
  });

  test('closes a reader that leaves too much unread, and no other', async () => {
    const stream = await openStream();
    const [slow, quick] = [await spectator(), await spectator()];
    const counts: number[] = [];
    quick.socket.on('presence', (presence: { spectators: number }) => counts.push(presence.spectators));
    for (const { ask } of [slow, quick]) await ask('subscribe', { stream });
    await until(() => counts.at(-1) === 2);
    const { ws } = slow.socket.io.engine.transport as unknown as { ws: { pause(): void; resume(): void } };
    ws.pause();
    for (let times = 0; times < 20; times++) await store(stream, 10, 100_000);
    await expect.poll(() => counts.at(-1), { timeout: 10_000 }).toBe(1);
    await until(() => quick.heard.length === 200);
    ws.resume();
  });

  test('sends each event once after two concurrent subscriptions to one stream', async () => {
    const { id } = await match('tic_tac_toe');
    const { ask, heard } = await spectator();
    await Promise.all([ask('subscribe', { stream: `match:${id}` }), ask('subscribe', { stream: `match:${id}` })]);
    await play(id, 0, 'A1');
    await play(id, 1, 'B2');
    await until(() => heard.some(({ data }) => data.ply === 2));
    expect(heard.map(({ data }) => data.ply)).toEqual([1, 2]);
  });

  test('sends nothing after unsubscribe', async () => {
    const { id } = await match('tic_tac_toe');
    const [gone, other] = [await spectator(), await spectator()];
    for (const { ask } of [gone, other]) await ask('subscribe', { stream: `match:${id}` });
    expect(await gone.ask('unsubscribe', { stream: `match:${id}` })).toEqual({ ok: true });
    await play(id, 0, 'A1');
    await until(() => other.heard.length === 1);
    // An answer on the same socket comes after everything that was sent on it before.
    await gone.ask('subscribe', { stream: `match:${id}` });
    expect(gone.heard).toEqual([]);
  });

  test('counts the spectators that are connected', async () => {
    const { id } = await match('tic_tac_toe');
    const stream = `match:${id}`;
    const [one, two] = [await spectator(), await spectator()];
    const counts: number[] = [];
    one.socket.on('presence', (presence: { spectators: number }) => counts.push(presence.spectators));
    await one.ask('subscribe', { stream });
    await two.ask('subscribe', { stream });
    await until(() => counts.at(-1) === 2);
    two.socket.disconnect();
    await until(() => counts.at(-1) === 1);
  });
});

describe('what spectators may see', () => {
  /** A secret number has been chosen; only omniscient viewers may know it. */
  async function secretMatch(agents?: AgentFixture[]) {
    const { id } = await match('even_odd', agents);
    await play(id, 0, { number: 4 });
    return `match:${id}`;
  }
  const everything = (stream: string) => ({ stream, view: 'omniscient' });

  test('has no secret in a public view, neither in the snapshot nor in events', async () => {
    const stream = await secretMatch();
    const { ask, heard } = await spectator();
    const { snapshot } = await ask('subscribe', { stream, after: '00000000000000000000000000' });
    expect(snapshot).toMatchObject({ view: { committed: [true, false], numbers: [null, null] } });
    await until(() => heard.some(({ type }) => type === 'move_committed'));
    expect(heard.map(({ type }) => type)).toEqual(['match_started', 'move_committed']);
    expect(JSON.stringify(heard)).not.toContain('"number":4');
  });

  const noted = {
    note: 'The centre blocks both diagonals.',
    model: { provider: null, name: 'claude-sonnet-4-5' },
    tokens: 12,
    costUsd: 0.004,
  };

  test('shows what an agent says beside its move to those who watch, not to its opponent or an agent', async () => {
    const [owner, visitor] = [await ownerFixture(), await ownerFixture()];
    const players = [await agentFixture(), await agentFixture({ owner })];
    const { id } = await match('tic_tac_toe', players);
    const stream = `match:${id}`;
    const watch = async (headers: Record<string, string>) => {
      const { ask, heard } = await spectator(headers);
      await ask('subscribe', { stream });
      return heard;
    };
    const watching = [await watch({}), await watch({ cookie: visitor.cookie })];
    const playing = [await watch({ cookie: owner.cookie }), await watch({ 'x-api-key': players[1]?.apiKey ?? '' })];
    await actInMatch({ matchId: id, seat: 0, action: 'B2', note: noted });
    await play(id, 1, 'A1');
    await until(() => [...watching, ...playing].every((heard) => heard.some(({ data }) => data.ply === 2)));
    for (const heard of watching)
      expect(heard.map(({ type }) => type)).toEqual(['move_played', 'move_noted', 'move_played']);
    for (const heard of playing) expect(heard.map(({ type }) => type)).toEqual(['move_played', 'move_played']);
    const { ask, heard } = await spectator({ cookie: owner.cookie });
    await play(id, 0, { type: 'resign' });
    await ask('subscribe', { stream, after: '00000000000000000000000000' });
    await until(() => heard.some(({ type }) => type === 'move_noted'));
  });

  test('a note in a game with hidden information is only for omniscient spectators while it runs', async () => {
    const { cookie } = await ownerFixture();
    const { id } = await match('even_odd');
    const stream = `match:${id}`;
    const [open, everyone] = [await spectator({ cookie }), await spectator({ cookie })];
    await open.ask('subscribe', { stream });
    await everyone.ask('subscribe', everything(stream));
    await actInMatch({ matchId: id, seat: 0, action: { number: 4 }, note: noted });
    await until(() => everyone.heard.some(({ type }) => type === 'move_noted'));
    await until(() => open.heard.length > 0);
    expect(open.heard.map(({ type }) => type)).toEqual(['move_committed']);
  });

  test('a person who sits at the board does not see everything', async () => {
    const owner = await ownerFixture();
    const session = await readOwner(owner.cookie);
    if (!session) throw new Error('the owner is not signed in');
    const person = await ensurePlayer(session);
    const opponent = await agentFixture();
    const experienceId = firstPartyExperienceId('even_odd');
    const own = {
      kind: 'human' as const,
      agentId: person.agentId,
      experienceAgentId: experienceAgentId({ agentId: person.agentId, experienceId }),
      sessionId: null,
      displayName: person.displayName,
    };
    const seats = [player(opponent, experienceId), own];
    const { id } = await startMatch({ experienceId, gameId: 'even_odd', kind: 'lobby', seats, rated: false });
    await play(id, 0, { number: 4 });
    const { ask } = await spectator({ cookie: owner.cookie });
    expect((await ask('subscribe', everything(`match:${id}`))).error?.code).toBe('FORBIDDEN');
  });

  test('a person who owns no player sees everything', async () => {
    const stream = await secretMatch();
    const { cookie } = await ownerFixture();
    const { ask } = await spectator({ cookie });
    expect((await ask('subscribe', everything(stream))).snapshot).toMatchObject({ view: { numbers: [4, null] } });
  });

  test('refuses visitors, owners of a player, agents and pages of other origins while the match runs', async () => {
    const owner = await ownerFixture();
    const { cookie } = await ownerFixture();
    const own = await agentFixture({ owner });
    const other = await agentFixture();
    const stream = await secretMatch([own, other]);
    const headersOf: Record<string, string>[] = [
      {},
      { cookie: owner.cookie },
      { authorization: `Bearer ${other.apiKey}` },
      { authorization: `Bearer ${other.apiKey}`, cookie },
      { 'x-api-key': other.apiKey, cookie },
      { cookie, origin: 'https://elsewhere.example' },
    ];
    for (const headers of headersOf) {
      const { ask } = await spectator(headers);
      expect((await ask('subscribe', everything(stream))).error?.code).toBe('FORBIDDEN');
    }
  });

  test('ends immediately when the owner signs out everywhere or becomes the owner of a player', async () => {
    const unclaimed = await selfRegisterAgent({ address: '10.7.7.7' });
    const caller = await authenticate({ apiKey: unclaimed.apiKey });
    if (!caller) throw new Error('no caller');
    const own = { agentId: unclaimed.agentId, apiKey: unclaimed.apiKey, caller };
    const stream = await secretMatch([own, await agentFixture()]);
    const [leaver, claimer, stays] = [await ownerFixture(), await ownerFixture(), await ownerFixture()];
    const watch = async ({ cookie }: { cookie: string }) => {
      const { ask, heard, socket } = await spectator({ cookie });
      const refusals: { stream: string; error: { code: string } }[] = [];
      socket.on('refused', (refusal) => refusals.push(refusal));
      expect((await ask('subscribe', everything(stream))).snapshot).toMatchObject({ view: { numbers: [4, null] } });
      return { heard, refusals };
    };
    const [left, claimed, other] = [await watch(leaver), await watch(claimer), await watch(stays)];
    await signOutEverywhere(leaver.ownerId);
    await until(() => left.refusals.length === 1);
    await claimAgent({ token: unclaimed.claimToken, ownerId: claimer.ownerId });
    await until(() => claimed.refusals.length === 1);
    for (const { refusals } of [left, claimed]) {
      expect(refusals).toMatchObject([{ stream, error: { code: 'FORBIDDEN' } }]);
    }
    await play(stream.slice('match:'.length), 1, { number: 3 });
    await until(() => other.heard.some(({ data }) => data.number === 3));
    expect([left.heard, claimed.heard, other.refusals]).toEqual([[], [], []]);
  });

  test('shows everything to every spectator after the end', async () => {
    const stream = await secretMatch();
    await resignMatch({ matchId: stream.slice('match:'.length), seat: 1 });
    const { ask } = await spectator();
    expect((await ask('subscribe', everything(stream))).snapshot).toMatchObject({ status: 'completed' });
  });
});

describe('what sockets send', () => {
  test('answers bad input with an error and continues', async () => {
    const { ask, socket } = await spectator();
    const bad = [undefined, null, 7, 'live', [], {}, { stream: 7 }, { stream: '' }, { stream: 'live', extra: 1 }];
    const worse = [
      { stream: 'live', after: 'yesterday' },
      { stream: 'live', view: 'god' },
      { stream: 'x'.repeat(5000) },
    ];
    for (const input of [...bad, ...worse]) {
      expect((await ask('subscribe', input)).error?.code).toBe('VALIDATION_ERROR');
      expect((await ask('unsubscribe', input === 'live' ? null : { stream: 7 })).error?.code).toBe('VALIDATION_ERROR');
    }
    socket.emit('subscribe');
    socket.emit('subscribe', { stream: 'live' }, 'not a function');
    socket.emit('no such message', 1, 2, 3);
    expect((await ask('subscribe', { stream: 'live' })).error).toBeUndefined();
  });

  test('streams that do not exist are not found', async () => {
    const { ask } = await spectator();
    for (const stream of [`match:${newId()}`, 'match:x', 'werewolf:1', 'village', 'agent:1', 'session:1', 'me']) {
      expect((await ask('subscribe', { stream })).error?.code).toBe('NOT_FOUND');
    }
  });

  test('refuses more streams than a page needs, and more messages than a person sends', async () => {
    const { ask } = await spectator();
    const ids = await Promise.all(Array.from({ length: 41 }, () => match('tic_tac_toe')));
    const answers: WatchAnswer[] = [];
    for (const { id } of ids) answers.push(await ask('subscribe', { stream: `match:${id}` }));
    expect(answers.slice(0, 40).map(({ error }) => error)).toEqual(Array.from({ length: 40 }, () => undefined));
    expect(answers[40]?.error?.code).toBe('QUOTA_EXCEEDED');
    const flood = await Promise.all(Array.from({ length: 80 }, () => ask('unsubscribe', { stream: 'live' })));
    expect(flood.some(({ error }) => error?.code === 'RATE_LIMITED')).toBe(true);
  });
});

describe('what is on now', () => {
  test('shows a match that begins, each change of it, and that it left', async () => {
    const { ask, heard } = await spectator();
    await ask('subscribe', { stream: 'live' });
    const { id } = await match('tic_tac_toe');
    const of = (type: string) => heard.find((event) => event.type === type && JSON.stringify(event.data).includes(id));
    await until(() => of('match_listed') !== undefined);
    await play(id, 0, 'B2');
    await until(() => of('match_moved') !== undefined);
    expect(of('match_moved')?.data).toMatchObject({ match_id: id, ply: 1, view: { last_move: 'B2' } });
    await resignMatch({ matchId: id, seat: 0 });
    await until(() => of('match_left') !== undefined);
    const moved = heard.filter((event) => event.type === 'match_moved' && event.data.match_id === id);
    expect(moved.at(-1)?.data).toMatchObject({ status: 'completed', end_reason: 'resigned' });
    expect(heard.map(({ seq }) => seq)).toEqual(heard.map((_, index) => (heard[0]?.seq ?? 0) + index));
    expect(heard.map((event) => event.id)).toEqual(heard.map((event) => event.id).sort());
  });

  test('announces that the process stops', async () => {
    const { socket } = await spectator();
    const announced = new Promise<void>((resolve) => socket.once('draining', resolve));
    sockets().announceDrain();
    await announced;
  });
});

describe('the stream of lobbies', () => {
  test('announces each lobby that opens, fills, empties and starts, and nothing else', async () => {
    const [host, guest] = [await playerFixture(), await playerFixture()];
    const { ask, heard } = await spectator();
    expect(await ask('subscribe', { stream: 'lobbies' })).toMatchObject({ snapshot: {} });
    const { game_session_id } = await host.call<{ game_session_id: string }>('lobby.create', {
      experience_id: TIC_TAC_TOE,
    });
    await until(() => heard.length === 1);
    await guest.call('lobby.join', { game_session_id });
    await guest.call('lobby.join', { game_session_id });
    await until(() => heard.length === 2);
    await guest.call('lobby.leave', { game_session_id });
    await guest.call('lobby.join', { game_session_id });
    await host.call('match.start', { game_session_id });
    await until(() => heard.length === 5);
    expect(heard.map(({ stream, type, data }) => [stream, type, data])).toEqual(
      Array(5).fill(['lobbies', 'lobbies_changed', { experience_id: TIC_TAC_TOE }]),
    );
    expect(heard.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5]);
  });
});
