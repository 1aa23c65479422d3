import { describe, expect, test } from 'vitest';
import { now } from '@/lib/core/clock';
import { newId } from '@/lib/core/ids';
import { pool } from '@/lib/data/database';
import { readOwner } from '@/lib/domain/accounts';
import { firstPartyExperienceId } from '@/lib/domain/catalog';
import { authenticate, issueKey } from '@/lib/domain/keys';
import { limitOwnerRequests } from '@/lib/domain/limits';
import { fillDueLobbies } from '@/lib/domain/lobbies';
import { fireDueMatches, loadMatchSnapshot, readMatch } from '@/lib/domain/matches';
import { botMovesFinished } from '@/lib/domain/matches/due-matches';
import { findPlayer } from '@/lib/domain/people';
import { readLeaderboard, readRatingsOfAgent } from '@/lib/domain/ratings';
import { useCatalog } from '@/lib/testing/catalog';
import { setClock, useClock } from '@/lib/testing/clock';
import { agentFixture, type OwnerFixture, ownerFixture } from '@/lib/testing/fixtures';
import { playerFixture, TIC_TAC_TOE } from '@/lib/testing/play';
import { prisma } from '@/lib/testing/prisma';
import { type AnswerBody, sendRest } from '@/lib/transport/testing/send-rest';

useCatalog();
useClock();

const send = (
  owner: OwnerFixture | null,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
) => sendRest(method, `/api${path}`, { owner, body, headers, address: '10.0.0.7' });

/** An exchange that works. */
async function ok(owner: OwnerFixture, method: string, path: string, body?: unknown): Promise<AnswerBody> {
  const answer = await send(owner, method, path, body);
  expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(400);
  return answer.body;
}

const once = () => newId();
const act = (owner: OwnerFixture, id: string, action: unknown, key: string = once()) =>
  send(owner, 'POST', `/play/matches/${id}/act`, { action, idempotency_key: key });
const open = async (owner: OwnerFixture, more: object = {}): Promise<string> =>
  (await ok(owner, 'POST', '/play/lobbies', { game_type: 'tic_tac_toe', idempotency_key: once(), ...more }))
    .game_session_id;
const solo = async (owner: OwnerFixture, more: object = {}): Promise<string> =>
  (await ok(owner, 'POST', '/play/solo', { game_type: 'tic_tac_toe', idempotency_key: once(), ...more }))
    .game_session_id;
const seatIn = async (owner: OwnerFixture, id: string): Promise<AnswerBody> =>
  (await ok(owner, 'GET', `/play/matches/${id}`)).seat;

async function personOf(owner: OwnerFixture) {
  const session = await readOwner(owner.cookie);
  const player = session && (await findPlayer(session.ownerId));
  if (!player) throw new Error('this owner has never played');
  return player;
}

/** Plays the turns of house bots as the ticker does, until it is this person's turn or the match is over. */
async function playBotTurns(owner: OwnerFixture, id: string): Promise<AnswerBody> {
  for (let turn = 0; turn < 100; turn++) {
    const seat = await seatIn(owner, id);
    if (seat.your_turn || seat.status !== 'active') return seat;
    setClock((await readMatch(id))?.botDueAt ?? now());
    await fireDueMatches();
    await botMovesFinished();
  }
  throw new Error('the house bot did not move');
}

describe('a person who plays', () => {
  test('creates one player per owner for concurrent tabs, and does not list it as an agent', async () => {
    const owner = await ownerFixture();
    const begun = await Promise.all([1, 2, 3, 4].map(() => send(owner, 'PATCH', '/play/me', { display_name: 'Ada' })));
    expect(new Set(begun.map(({ body }) => body.agent_id)).size).toBe(1);
    const { agentId } = await personOf(owner);
    expect((await ok(owner, 'GET', '/console/agents')).agents).toEqual([]);
    for (const [method, path, body] of [
      ['GET', `/console/agents/${agentId}`],
      ['PATCH', `/console/agents/${agentId}`, { display_name: 'Mine' }],
      ['GET', `/console/agents/${agentId}/keys`],
      ['POST', `/console/agents/${agentId}/keys`, { name: 'a key' }],
      ['PUT', `/console/agents/${agentId}/memory/${TIC_TAC_TOE}`, { version: 0, data: {} }],
      ['GET', `/console/activity?agent_id=${agentId}`],
    ] as const) {
      expect((await send(owner, method, path, body)).status, `${method} ${path}`).toBe(404);
    }
  });

  test('cannot be used by a key, even if a row of one exists', async () => {
    const owner = await ownerFixture();
    await ok(owner, 'PATCH', '/play/me', { display_name: 'Ada' });
    const { agentId } = await personOf(owner);
    const { apiKey } = await issueKey({ agentId, name: 'planted' });
    await expect(authenticate({ apiKey })).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    await expect(pool().query(`UPDATE agents SET claim_hash = 'x' WHERE id = $1`, [agentId])).rejects.toMatchObject({
      constraint: 'agents_person_unclaimable',
    });
  });

  test('does not publish the address that the account was named after', async () => {
    const owner = await ownerFixture();
    const [name] = owner.email.split('@');
    const accountName = async () => (await ok(owner, 'GET', '/play/me')).account_name;
    await prisma().owner.update({ where: { id: owner.ownerId }, data: { displayName: 'Ada L.' } });
    expect(await accountName()).toBe('Ada L.');
    await prisma().owner.update({ where: { id: owner.ownerId }, data: { displayName: name as string } });
    expect(await accountName()).toBeNull();
    await solo(owner);
    const { displayName } = await personOf(owner);
    expect(displayName).toMatch(/^Player /);
    expect(displayName).not.toContain(name);
  });

  test('requires a sign-in for a name, and a same-origin request for everything', async () => {
    const owner = await ownerFixture();
    const body = { game_type: 'tic_tac_toe', idempotency_key: once() };
    expect((await send(null, 'PATCH', '/play/me', { display_name: 'Ada' })).status).toBe(401);
    const { apiKey } = await agentFixture({ owner });
    const asAgent = { authorization: `Bearer ${apiKey}` };
    expect((await send(null, 'PATCH', '/play/me', { display_name: 'Ada' }, asAgent)).status).toBe(401);
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
    ] as Record<string, string>[]) {
      expect((await send(owner, 'POST', '/play/solo', body, headers)).status).toBe(403);
      expect((await send(owner, 'GET', '/play/me', undefined, headers)).status).toBe(403);
    }
    expect((await ok(owner, 'GET', '/play/me')).place).toBeNull();
    const own = { 'sec-fetch-site': 'same-origin', origin: 'http://localhost:3000' };
    expect((await send(owner, 'POST', '/play/solo', body, own)).status).toBe(201);
  });
});

test('limits changes of one owner over all tabs, and counts reads apart', async () => {
  const owner = await ownerFixture();
  for (let turn = 0; turn < 240; turn++) await limitOwnerRequests(owner.ownerId, 'change');
  const agent = await send(owner, 'POST', '/console/agents', { display_name: 'One too many' });
  expect(agent).toMatchObject({ status: 429, body: { error: { code: 'RATE_LIMITED' } } });
  const body = { game_type: 'tic_tac_toe', idempotency_key: once() };
  const refused = await send(owner, 'POST', '/play/solo', body);
  expect(refused).toMatchObject({ status: 429, body: { error: { code: 'RATE_LIMITED', retryable: true } } });
  expect((await ok(owner, 'GET', '/play/me')).player).toBeNull();
  expect(await solo(await ownerFixture())).toBeTruthy();
});

describe('a solo game of a person', () => {
  test('shows the own move before the house bot answers, and is unrated', async () => {
    const owner = await ownerFixture();
    const id = await solo(owner, { opponent: 'easy' });
    const begun = await seatIn(owner, id);
    expect(begun).toMatchObject({ seat: 0, seat_name: 'X', your_turn: true, status: 'active', ply: 0 });
    const { body } = await act(owner, id, begun.legal_moves[0]);
    expect(body.seat).toMatchObject({ your_turn: false, ply: 1 });
    expect(body.seat.version).toBeGreaterThan(begun.version);
    let seat = await playBotTurns(owner, id);
    expect(seat.ply).toBe(2);
    while (seat.status === 'active') {
      await act(owner, id, seat.legal_moves[0]);
      seat = await playBotTurns(owner, id);
    }
    expect(seat).toMatchObject({ status: 'completed', your_turn: false, legal_moves: [] });
    const match = await loadMatchSnapshot({ matchId: id, viewer: 'spectator' });
    expect(match).toMatchObject({ rated: false, kind: 'solo' });
    expect(match?.players.map((player) => player.kind)).toEqual(['human', 'bot']);
    expect(await readRatingsOfAgent({ agentId: (await personOf(owner)).agentId })).toEqual([]);
    expect((await ok(owner, 'GET', '/play/me')).place).toBeNull();
  });

  test('begins with the house bot when the person takes the second seat', async () => {
    const owner = await ownerFixture();
    const id = await solo(owner, { seat: 1, move_time_s: 60 });
    expect(await seatIn(owner, id)).toMatchObject({ seat: 1, your_turn: false, ply: 0, clock: { limit_ms: 60_000 } });
    expect(await playBotTurns(owner, id)).toMatchObject({ your_turn: true, ply: 1 });
  });

  test('starts once when it is requested twice, and so does a move', async () => {
    const owner = await ownerFixture();
    const key = once();
    const body = { game_type: 'tic_tac_toe', idempotency_key: key };
    const [first, second] = await Promise.all([1, 2].map(() => send(owner, 'POST', '/play/solo', body)));
    const id = (first?.status === 201 ? first : second)?.body.game_session_id;
    expect((await ok(owner, 'POST', '/play/solo', body)).game_session_id).toBe(id);
    const move = once();
    await Promise.all([1, 2, 3].map(() => act(owner, id, 'B2', move)));
    expect((await act(owner, id, 'B2', move)).status).toBe(200);
    expect((await readMatch(id))?.inputs).toBe(1);
    expect((await act(owner, id, 'A1', move)).body.error.code).toBe('IDEMPOTENCY_CONFLICT');
  });

  test('says in words for people why a move is refused', async () => {
    const owner = await ownerFixture();
    const id = await solo(owner);
    const wrong = await act(owner, id, 'Z9');
    expect(wrong.status).toBe(422);
    expect(wrong.body.error.message).not.toMatch(/session\.|events\.wait/);
    await act(owner, id, 'B2');
    expect((await act(owner, id, 'A1')).body.error.message).toBe('It is not your turn.');
    await ok(owner, 'POST', `/play/matches/${id}/resign`);
    expect((await act(owner, id, 'A1')).body.error).toMatchObject({
      code: 'INVALID_STATE',
      message: 'The match was over before this arrived.',
    });
  });

  test('keeps the person from a second game, and names the first', async () => {
    const owner = await ownerFixture();
    const id = await solo(owner);
    const body = { game_type: 'chess', idempotency_key: once() };
    const refused = await send(owner, 'POST', '/play/solo', body);
    expect(refused).toMatchObject({ status: 409, body: { error: { code: 'AGENT_BUSY' } } });
    expect(refused.body.error.details.place).toMatchObject({ game_session_id: id, state: 'playing' });
    await ok(owner, 'POST', `/play/matches/${id}/resign`);
    expect((await send(owner, 'POST', '/play/solo', { ...body, idempotency_key: once() })).status).toBe(201);
  });

  test('is played again from the other seat against the same strength', async () => {
    const owner = await ownerFixture();
    const id = await solo(owner, { opponent: 'strong', move_time_s: 45 });
    const again = () => send(owner, 'POST', `/play/matches/${id}/rematch`, { idempotency_key: once() });
    expect((await again()).body.error.code).toBe('INVALID_STATE');
    await ok(owner, 'POST', `/play/matches/${id}/resign`);
    const { game_session_id } = (await again()).body;
    const match = await readMatch(game_session_id);
    expect(match?.seats.map((seat) => seat.strength)).toEqual(['strong', null]);
    expect(match?.moveTimeMs).toBe(45_000);
  });
});

describe('the seat of another player', () => {
  test('cannot be looked through, acted for, resigned or played again', async () => {
    const [owner, other] = [await ownerFixture(), await ownerFixture()];
    const id = await solo(owner);
    await solo(other, { game_type: 'even_odd' });
    expect(await ok(other, 'GET', `/play/matches/${id}`)).toEqual({ seat: null, role: null });
    expect((await act(other, id, 'A1')).status).toBe(404);
    expect((await send(other, 'POST', `/play/matches/${id}/resign`)).status).toBe(404);
    const again = await send(other, 'POST', `/play/matches/${id}/rematch`, { idempotency_key: once() });
    expect(again.status).toBe(404);
    expect((await readMatch(id))?.inputs).toBe(0);
  });

  test('an agent cannot act in the session of a person, nor a person in that of the own agent', async () => {
    const owner = await ownerFixture();
    const agent = await playerFixture({ owner });
    const id = await solo(owner);
    const match = await readMatch(id);
    const session_id = match?.seats[0]?.sessionId ?? '';
    const refused = await agent.callError('session.step', { session_id, action: 'A1' });
    expect(refused.code).toBe('EXPERIENCE_AUTH_FAILED');
    const opened = await agent.call<AnswerBody>('session.create', { experience_id: TIC_TAC_TOE });
    expect((await act(owner, opened.session_id, 'A1')).status).toBe(404);
  });

  test('hides from the opponent what a person has chosen', async () => {
    const [owner, other] = [await ownerFixture(), await ownerFixture()];
    const id = await open(owner, { game_type: 'even_odd' });
    await ok(other, 'POST', `/play/lobbies/${id}/join`);
    await ok(owner, 'POST', `/play/lobbies/${id}/start`);
    const [move] = (await seatIn(owner, id)).legal_moves;
    await act(owner, id, move);
    expect(JSON.stringify((await seatIn(owner, id)).view.numbers)).toContain(String(move.number));
    expect((await seatIn(other, id)).view.numbers).toEqual([null, null]);
  });
});

describe('a lobby of a person', () => {
  test('is found by agents and people alike, and its host sits where they chose', async () => {
    const owner = await ownerFixture();
    await ok(owner, 'PATCH', '/play/me', { display_name: 'Grace' });
    const id = await open(owner, { seat: 1, move_time_s: 30 });
    const agent = await playerFixture({ displayName: 'Nova' });
    const listed = await agent.call<AnswerBody>('lobby.list', { experience_id: TIC_TAC_TOE });
    expect(listed.lobbies.map((lobby: AnswerBody) => lobby.game_session_id)).toContain(id);
    const reader = await ownerFixture();
    const { lobbies } = await ok(reader, 'GET', '/play/lobbies?game_type=tic_tac_toe');
    expect(lobbies.find((one: AnswerBody) => one.game_session_id === id)).toMatchObject({
      host: { display_name: 'Grace', kind: 'human' },
      players: 1,
      max_players: 2,
      your_seat: 0,
      move_time_s: 30,
    });
    const all = (await ok(reader, 'GET', '/play/lobbies')).lobbies;
    expect(all.find((one: AnswerBody) => one.game_session_id === id)).toMatchObject({ game_type: 'tic_tac_toe' });
    await agent.call('lobby.join', { game_session_id: id });
    await ok(owner, 'POST', `/play/lobbies/${id}/start`);
    const match = await loadMatchSnapshot({ matchId: id, viewer: 'spectator' });
    expect(match?.players.map(({ display_name, kind, seat_name }) => [display_name, kind, seat_name])).toEqual([
      ['Nova', 'agent', 'X'],
      ['Grace', 'human', 'O'],
    ]);
  });

  test('is rated among people alone: the agent’s own rating and ranking stay as they are', async () => {
    const owner = await ownerFixture();
    const agent = await playerFixture();
    const id = await open(owner);
    await agent.call('lobby.join', { game_session_id: id });
    await ok(owner, 'POST', `/play/lobbies/${id}/start`);
    await act(owner, id, 'A1');
    await ok(owner, 'POST', `/play/matches/${id}/resign`);
    const { agentId } = await personOf(owner);
    const among = (ratings: Awaited<ReturnType<typeof readRatingsOfAgent>>) =>
      ratings.map(({ pool: rated, elo, wins, losses }) => [rated, elo, wins, losses]);
    expect(among(await readRatingsOfAgent({ agentId }))).toEqual([['human', 1184, 0, 1]]);
    expect(among(await readRatingsOfAgent({ agentId: agent.agentId }))).toEqual([['human', 1216, 1, 0]]);
    const ranking = await agent.call<AnswerBody>('leaderboard.get', { experience_id: TIC_TAC_TOE });
    expect(ranking.rankings).toEqual([]);
    const people = await readLeaderboard({ experienceId: TIC_TAC_TOE, pool: 'human', limit: 100 });
    expect(people.find((line) => line.player?.agentId === agentId)).toMatchObject({
      player: { kind: 'human' },
      elo: 1184,
    });
    expect(people.find((line) => line.player?.agentId === agent.agentId)).toMatchObject({
      player: { kind: 'agent' },
      elo: 1216,
    });
    const changes = await prisma().ratingChange.findMany({ where: { matchId: id } });
    expect(changes.map((change) => change.pool)).toEqual(['human', 'human']);
    const match = await loadMatchSnapshot({ matchId: id, viewer: 'spectator' });
    expect(match?.players.map((player) => player.elo_after)).toEqual([1184, 1216]);
  });

  test('does not rate a match against the owner’s own agent', async () => {
    const owner = await ownerFixture();
    const agent = await playerFixture({ owner });
    const id = await open(owner);
    await agent.call('lobby.join', { game_session_id: id });
    await ok(owner, 'POST', `/play/lobbies/${id}/start`);
    expect(await loadMatchSnapshot({ matchId: id, viewer: 'spectator' })).toMatchObject({ rated: false });
    await ok(owner, 'POST', `/play/matches/${id}/resign`);
    expect(await readMatch(id)).toMatchObject({ status: 'completed', rated: false });
    expect(await readRatingsOfAgent({ agentId: agent.agentId })).toEqual([]);
    expect(await readRatingsOfAgent({ agentId: (await personOf(owner)).agentId })).toEqual([]);
  });

  test('does not rate a match against a house bot', async () => {
    const owner = await ownerFixture();
    const id = await open(owner, { fill_with_bots_after_s: 0, bot_strength: 'easy' });
    await fillDueLobbies(new Date(Date.now() + 1_000));
    await ok(owner, 'POST', `/play/matches/${id}/resign`);
    expect(await readMatch(id)).toMatchObject({ status: 'completed', rated: false });
    expect(await readRatingsOfAgent({ agentId: (await personOf(owner)).agentId })).toEqual([]);
  });

  test('of a remote experience cannot be joined by a person', async () => {
    const [owner, agent] = [await ownerFixture(), await playerFixture()];
    const experienceId = newId();
    const { id: _, ...builtin } = await prisma().experience.findUniqueOrThrow({ where: { id: TIC_TAC_TOE } });
    await prisma().experience.create({
      data: {
        ...builtin,
        id: experienceId,
        name: `Remote ${experienceId}`,
        kind: 'rest',
        gameId: null,
        manifest: builtin.manifest as object,
        info: builtin.info as object,
        tools: undefined,
      },
    });
    const lobbyId = newId();
    await prisma().lobby.create({
      data: { id: lobbyId, experienceId, hostAgentId: agent.agentId, status: 'waiting', maxPlayers: 2 },
    });
    expect((await send(owner, 'POST', `/play/lobbies/${lobbyId}/join`)).status).toBe(404);
    const unknown = await send(owner, 'GET', '/play/lobbies?game_type=backgammon');
    expect(unknown.status).toBe(404);
  });

  test('makes one rematch with swapped seats when both players request it', async () => {
    const [owner, other] = [await ownerFixture(), await ownerFixture()];
    const id = await open(owner, { move_time_s: 30 });
    await ok(other, 'POST', `/play/lobbies/${id}/join`);
    await ok(owner, 'POST', `/play/lobbies/${id}/start`);
    await ok(owner, 'POST', `/play/matches/${id}/resign`);
    const again = (who: OwnerFixture) => ok(who, 'POST', `/play/matches/${id}/rematch`, { idempotency_key: once() });
    const [mine, theirs] = await Promise.all([again(owner), again(other)]);
    expect(theirs.game_session_id).toBe(mine.game_session_id);
    const next: string = mine.game_session_id;
    const lobby = await prisma().lobby.findUniqueOrThrow({ where: { id: next } });
    const host = lobby.hostAgentId === (await personOf(owner)).agentId ? owner : other;
    await ok(host, 'POST', `/play/lobbies/${next}/start`);
    expect((await seatIn(owner, next)).seat).toBe(1);
    expect((await seatIn(other, next)).seat).toBe(0);
    const offers = await prisma().event.findMany({ where: { stream: `match:${id}`, type: 'rematch_offered' } });
    expect(offers.map((event) => event.data)).toMatchObject([{ game_session_id: next }]);
  });

  test('is offered as a rematch once, also when the request is repeated after its start', async () => {
    const [owner, other] = [await ownerFixture(), await ownerFixture()];
    const id = await open(owner, { move_time_s: 30 });
    await ok(other, 'POST', `/play/lobbies/${id}/join`);
    await ok(owner, 'POST', `/play/lobbies/${id}/start`);
    await ok(owner, 'POST', `/play/matches/${id}/resign`);
    const key = once();
    const again = () => ok(owner, 'POST', `/play/matches/${id}/rematch`, { idempotency_key: key });
    const answers = await Promise.all([again(), again(), again()]);
    const [next] = new Set(answers.map(({ game_session_id }) => game_session_id));
    await ok(other, 'POST', `/play/lobbies/${next}/join`);
    await ok(owner, 'POST', `/play/lobbies/${next}/start`);
    expect(await again()).toMatchObject({ game_session_id: next });
    const offers = await prisma().event.findMany({ where: { stream: `match:${id}`, type: 'rematch_offered' } });
    expect(offers.map((event) => event.data)).toMatchObject([{ game_session_id: next }]);
  });

  test('can be left, and one person is in one lobby at a time', async () => {
    const [owner, other] = [await ownerFixture(), await ownerFixture()];
    const [id, second] = [await open(owner), await open(other)];
    expect((await send(owner, 'POST', `/play/lobbies/${second}/join`)).body.error.code).toBe('AGENT_BUSY');
    expect(await ok(owner, 'GET', `/play/matches/${id}`)).toEqual({ seat: null, role: 'host' });
    expect((await ok(owner, 'GET', '/play/me')).place).toMatchObject({ state: 'waiting', game_session_id: id });
    await ok(owner, 'POST', `/play/lobbies/${id}/leave`);
    await ok(owner, 'POST', `/play/lobbies/${second}/join`);
    expect((await ok(owner, 'GET', `/play/matches/${second}`)).role).toBe('player');
    expect((await send(owner, 'POST', `/play/lobbies/${second}/start`)).status).toBe(403);
  });
});

test('every built-in game against bots can be opened by a person from each seat', async () => {
  const { ALL_GAMES } = await import('@/lib/games');
  for (const game of ALL_GAMES.filter(({ hosting }) => hosting.solo)) {
    for (let seat = 0; seat < game.seats.min; seat++) {
      const owner = await ownerFixture();
      const id = await solo(owner, { game_type: game.id, seat, opponent: 'easy' });
      expect(await seatIn(owner, id), game.id).toMatchObject({ seat, status: 'active' });
      expect(firstPartyExperienceId(game.id)).toBe((await readMatch(id))?.experienceId);
      await ok(owner, 'POST', `/play/matches/${id}/resign`);
      expect((await seatIn(owner, id)).status).not.toBe('active');
    }
  }
});
