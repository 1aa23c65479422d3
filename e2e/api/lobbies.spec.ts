import { createHash } from 'node:crypto';
import { type Agent, expect, type Json, restToolClient, type ToolClient, test } from '../fixtures';
import { sha256OfHex } from '../fixtures/matches';
import { playByAnswers, readStream, waitForEvent } from '../fixtures/play';

interface Seated {
  voice: ToolClient;
  agent: Agent;
}

async function seat(agent: Agent): Promise<Seated> {
  return { agent, voice: await restToolClient(agent) };
}

/** A started match of two agents with their sessions. */
async function begin(
  host: Seated,
  guest: Seated,
  experience: string,
  config: Record<string, unknown> = {},
): Promise<{ id: string; sessions: [string, string]; identities: [string, string] }> {
  const experienceId = await host.agent.experience(experience);
  const { game_session_id: id } = await host.voice.call('lobby.create', { experience_id: experienceId, config });
  await guest.voice.call('lobby.join', { game_session_id: id });
  await host.voice.call('match.start', { game_session_id: id });
  const { players } = await host.voice.call('match.state', { game_session_id: id });
  return {
    id,
    sessions: players.map((player: Json) => player.session_id),
    identities: players.map((player: Json) => player.experience_agent_id),
  };
}

const state = (voice: ToolClient, id: string) => voice.call('match.state', { game_session_id: id });

test('fills an empty lobby with labelled house bots and leaves the match unrated', async ({ signUp }) => {
  const { voice, agent } = await seat(await signUp('Alone'));
  const experienceId = await agent.experience('Tic-tac-toe');
  const { game_session_id: id } = await voice.call('lobby.create', {
    experience_id: experienceId,
    config: { fill_with_bots_after_s: 1, bot_strength: 'easy' },
  });
  const notice = await waitForEvent(voice, 'me', 'match_started');
  const begun = await state(voice, id);
  expect(begun.status).toBe('active');
  expect(begun.players).toEqual([
    expect.objectContaining({ role: 'host', session_id: notice.data.session_id }),
    expect.objectContaining({ role: 'bot', experience_agent_id: 'bot:1' }),
  ]);
  const { status } = await playByAnswers(voice, notice.data.session_id, (answer) => answer.legal_moves[0]);
  expect(status).toBe('completed');
  expect((await state(voice, id)).status).toBe('completed');
  const { rankings } = await voice.call('leaderboard.get', { experience_id: experienceId, limit: 100 });
  const own = rankings.find((line: Json) => line.experience_agent_id === begun.players[0].experience_agent_id);
  expect(own?.matches_played ?? 0).toBe(0);
});

test('a player who never moves loses on time without another request', async ({ signUp }) => {
  const [host, guest] = await Promise.all([signUp('Asleep').then(seat), signUp('Awake').then(seat)]);
  const { id, sessions, identities } = await begin(host, guest, 'Chess', { move_time_s: 5 });
  const startedMs = Date.now();
  const ended = await waitForEvent(guest.voice, `session:${sessions[1]}`, 'match_ended', 15_000);
  expect(Date.now() - startedMs).toBeGreaterThan(3_000);
  expect(Date.now() - startedMs).toBeLessThan(10_000);
  expect(ended.data).toMatchObject({ reason: 'timeout', outcome: { winner: 1 } });
  expect(await state(host.voice, id)).toMatchObject({
    status: 'completed',
    outcomes: { results: { [identities[0]]: { result: 'loss' }, [identities[1]]: { result: 'win' } } },
  });
  await expect(host.voice.call('session.step', { session_id: sessions[0], action: 'e2e4' })).rejects.toThrow(
    /Session is completed, not active.*timeout/,
  );
  await expect(
    host.voice.call('session.create', { experience_id: await host.agent.experience('Even and odd') }),
  ).resolves.toMatchObject({ status: 'active' });
});

test('spectators receive every public event and cannot act', async ({ signUp }) => {
  const [host, guest, watcher] = (await Promise.all(
    ['Host', 'Guest', 'Watcher'].map((name) => signUp(name).then(seat)),
  )) as [Seated, Seated, Seated];
  const { id, sessions } = await begin(host, guest, 'Tic-tac-toe');
  expect(await watcher.voice.call('lobby.join', { game_session_id: id, role: 'spectator' })).toMatchObject({
    role: 'spectator',
  });
  const players = (await state(watcher.voice, id)).players;
  expect(players.map(({ role }: Json) => role)).toEqual(['host', 'player', 'spectator']);
  expect(players[2].session_id).toBeUndefined();

  await Promise.all([
    playByAnswers(host.voice, sessions[0], (answer) => answer.legal_moves[0]),
    playByAnswers(guest.voice, sessions[1], (answer) => answer.legal_moves[0]),
    waitForEvent(watcher.voice, `match:${id}`, 'match_ended'),
  ]);
  const seen = await readStream(watcher.voice, `match:${id}`);
  expect(seen).toEqual(await readStream(host.voice, `match:${id}`));
  expect(seen.filter(({ type }) => type === 'move_played')).toHaveLength(7);
  await expect(watcher.voice.call('events.wait', { stream: `session:${sessions[0]}`, timeout_ms: 0 })).rejects.toThrow(
    /^NOT_FOUND/,
  );
  await expect(watcher.voice.call('session.replay', { session_id: sessions[0] })).rejects.toThrow(/^NOT_FOUND/);
});

test('makes the longest-present member host and closes the lobby when the last one leaves', async ({ signUp }) => {
  const [host, second, third] = (await Promise.all(
    ['First', 'Second', 'Third'].map((name) => signUp(name).then(seat)),
  )) as [Seated, Seated, Seated];
  const experienceId = await host.agent.experience('Tic-tac-toe');
  const { game_session_id: id } = await host.voice.call('lobby.create', { experience_id: experienceId });
  await second.voice.call('lobby.join', { game_session_id: id });
  await expect(third.voice.call('lobby.join', { game_session_id: id })).rejects.toThrow(/Lobby is full/);
  expect(await host.voice.call('lobby.leave', { game_session_id: id })).toMatchObject({ status: 'waiting' });
  await third.voice.call('lobby.join', { game_session_id: id });
  const now = await state(third.voice, id);
  expect(now.players.map(({ role }: Json) => role)).toEqual(['host', 'player']);
  expect(now.host_experience_agent_id).toBe(now.players[0].experience_agent_id);
  // A member who left is free; a present member is not.
  const chess = await host.agent.experience('Chess');
  expect((await host.voice.call('session.create', { experience_id: chess })).status).toBe('active');
  const busy = await second.voice.call('session.create', { experience_id: chess }).catch((thrown) => thrown);
  expect(busy).toMatchObject({
    code: 'AGENT_BUSY',
    details: { game_session_id: id, end_with: { tool: 'lobby.leave', arguments: { game_session_id: id } } },
  });
  // The call that the error names releases the agent.
  await second.voice.call(busy.details.end_with.tool, busy.details.end_with.arguments);
  expect((await second.voice.call('session.create', { experience_id: chess })).status).toBe('active');
  expect(await third.voice.call('lobby.leave', { game_session_id: id })).toMatchObject({ status: 'cancelled' });
  await expect(second.voice.call('lobby.join', { game_session_id: id })).rejects.toThrow(/Lobby is cancelled/);
});

test('an aborted match changes no rating and releases its players', async ({ signUp }) => {
  const [host, guest] = await Promise.all([signUp('Host').then(seat), signUp('Guest').then(seat)]);
  const { id, sessions, identities } = await begin(host, guest, 'Tic-tac-toe');
  await host.voice.call('session.step', { session_id: sessions[0], action: 'A1' });
  await expect(guest.voice.call('match.abort', { game_session_id: id })).rejects.toThrow(/^EXPERIENCE_AUTH_FAILED/);
  const cancelled = waitForEvent(guest.voice, `match:${id}`, 'match_cancelled');
  expect(await host.voice.call('match.abort', { game_session_id: id, reason: 'fire' })).toMatchObject({
    status: 'cancelled',
  });
  await cancelled;
  expect((await state(guest.voice, id)).status).toBe('cancelled');
  for (const [index, { voice, agent }] of [host, guest].entries()) {
    const replay = await voice.call('session.replay', { session_id: sessions[index] });
    expect(replay).toMatchObject({ status: 'completed', outcomes: null });
    const experienceId = await agent.experience('Tic-tac-toe');
    const { rankings } = await voice.call('leaderboard.get', { experience_id: experienceId, limit: 100 });
    expect(rankings.some((line: Json) => line.experience_agent_id === identities[index])).toBe(false);
    expect(await voice.call('session.create', { experience_id: await agent.experience('Chess') })).toMatchObject({
      status: 'active',
    });
  }
});

test('even and odd hides committed numbers until both are revealed and verifiable', async ({ signUp }) => {
  const [odd, even] = await Promise.all([signUp('Odd').then(seat), signUp('Even').then(seat)]);
  const { id, sessions } = await begin(odd, even, 'Even and odd');
  const act = async ({ voice }: Seated, session: string, action: unknown) =>
    (await voice.call('session.step', { session_id: session, action })).experience_response;

  // Before the other player chooses, no answer reveals the number.
  const chosen = await act(odd, sessions[0], { number: 4 });
  expect(chosen).toMatchObject({ your_turn: false, legal_moves: [], view: { numbers: [4, null] } });
  const { view } = await act(even, sessions[1], { type: 'state' });
  expect(view).toMatchObject({ committed: [true, false], numbers: [null, null] });
  expect(view.commitments[0]).toMatch(/^[0-9a-f]{64}$/);
  const early = await readStream(even.voice, `match:${id}`);
  expect(early.filter(({ type }) => type === 'move_committed')).toHaveLength(1);
  expect(early.some(({ type }) => type === 'number_chosen')).toBe(false);
  await expect(act(odd, sessions[0], { number: 5 })).rejects.toThrow(/EXPERIENCE_ERROR/);

  // The other rounds run concurrently: an odd number against an even one in each.
  const [first, second] = await Promise.all([
    playByAnswers(odd.voice, sessions[0], () => ({ number: 4 })),
    playByAnswers(even.voice, sessions[1], () => ({ number: 3 })),
  ]);
  expect(first).toMatchObject({ status: 'completed', outcome: { winner: 0, reason: 'rounds' } });
  expect(second.moves).toHaveLength(3);

  const events = await readStream(even.voice, `match:${id}`);
  const rounds = events.filter(({ type }) => type === 'round_resolved').map(({ data }) => data);
  const promised = events.filter(({ type }) => type === 'move_committed').map(({ data }) => data);
  expect([rounds.length, promised.length]).toEqual([3, 6]);
  for (const round of rounds) {
    expect(round).toMatchObject({ moves: [4, 3], sum: 7, sum_type: 'ODD', winner: 0 });
    for (const by of [0, 1]) {
      const opened = createHash('sha256').update(`${round.nonces[by]}|${round.moves[by]}`).digest('hex');
      expect(opened).toBe(round.commitments[by]);
      expect(promised).toContainEqual(expect.objectContaining({ seat: by, round: round.round, commitment: opened }));
    }
  }
  const [started, ended] = ['match_started', 'match_ended'].map(
    (type) => events.find((event) => event.type === type).data,
  );
  expect(sha256OfHex(ended.seed)).toBe(started.seed_commitment);
});
