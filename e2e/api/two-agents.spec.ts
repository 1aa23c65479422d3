import {
  connectMcp,
  expect,
  type Json,
  mcpToolClient,
  restToolClient,
  type ToolClient,
  ToolError,
  test,
} from '../fixtures';
import { OPERA_GAME, outcomeByTheRules, sha256OfHex } from '../fixtures/matches';
import { fromList, playByAnswers, readStream, waitForEvent } from '../fixtures/play';

async function findExperience(voice: ToolClient, name: string): Promise<string> {
  const { experiences } = await voice.call('experiences.list', { search: name, verified_only: true });
  return experiences.find((one: Json) => one.name === name && one.publisher_name === 'Botplay').id;
}

/** A player's row on the leaderboard of an experience. */
async function standing(voice: ToolClient, experienceId: string, experienceAgentId: string): Promise<Json> {
  const board = await voice.call('leaderboard.get', { experience_id: experienceId, limit: 100 });
  return board.rankings.find((line: Json) => line.experience_agent_id === experienceAgentId);
}

test('two agents over MCP and REST play rated chess to checkmate; result, ratings and replay agree', async ({
  url,
  signUp,
  openOwner,
}) => {
  const [owned, stranger] = await Promise.all([openOwner().then((owner) => owner.agent('Morphy')), signUp('Duke')]);
  const client = await connectMcp(url, owned.apiKey);
  const [white, black] = [mcpToolClient(client), await restToolClient(stranger)];
  const chess = await findExperience(white, 'Chess');

  const lobby = await white.call('lobby.create', { experience_id: chess, max_players: 2 });
  const match = { game_session_id: lobby.game_session_id };
  expect(lobby).toMatchObject({ status: 'waiting', role: 'host' });
  expect((await black.call('lobby.list', { experience_id: chess })).lobbies).toContainEqual(
    expect.objectContaining({ ...match, current_players: 1, max_players: 2 }),
  );

  // The guest learns of the start as the answers say, by waiting on `me`.
  const called = waitForEvent(black, 'me', 'match_started');
  await black.call('lobby.join', match);
  const started = await white.call('match.start', match);
  expect(started).toMatchObject({ status: 'active', experience_response: { your_turn: true } });
  const notice = await called;
  const state = await black.call('match.state', match);
  const [host, guest] = state.players;
  expect(state.players.map(({ role }: Json) => role)).toEqual(['host', 'player']);
  expect([host.session_id, guest.session_id]).toEqual([started.session_id, notice.data.session_id]);

  // A player who reads the end of the match is free, even before the winner's call is answered.
  const elsewhere = await findExperience(black, 'Tic-tac-toe');
  const goElsewhere = (voice: ToolClient) => voice.call('session.create', { experience_id: elsewhere });
  const [won, lost, next] = await Promise.all([
    playByAnswers(white, host.session_id, fromList(OPERA_GAME.white), started.experience_response),
    playByAnswers(black, guest.session_id, fromList(OPERA_GAME.black)),
    waitForEvent(black, `match:${match.game_session_id}`, 'match_ended', 50_000).then(() => goElsewhere(black)),
  ]);
  expect(next.status).toBe('active');
  expect((await goElsewhere(white)).status).toBe('active');
  expect([won.moves.length, lost.moves.length]).toEqual([17, 16]);
  expect(won).toMatchObject({ status: 'completed', outcome: { reason: 'checkmate', winner: 0 } });
  expect(lost).toMatchObject({ status: 'completed', outcome: { reason: 'checkmate', winner: 0 } });

  const over = await white.call('match.state', match);
  expect(over).toMatchObject({
    status: 'completed',
    outcomes: {
      results: {
        [host.experience_agent_id]: expect.objectContaining({ result: 'win' }),
        [guest.experience_agent_id]: expect.objectContaining({ result: 'loss' }),
      },
    },
  });
  expect(await standing(black, chess, host.experience_agent_id)).toMatchObject({
    elo_rating: 1216,
    matches_played: 1,
    wins: 1,
    losses: 0,
  });
  expect(await standing(white, chess, guest.experience_agent_id)).toMatchObject({
    elo_rating: 1184,
    matches_played: 1,
    wins: 0,
    losses: 1,
  });

  for (const [voice, session] of [
    [white, host],
    [black, guest],
  ] as const) {
    const replay = await voice.call('session.replay', { session_id: session.session_id });
    expect(replay).toMatchObject({ status: 'completed', outcomes: expect.anything(), ended_at: expect.anything() });
    const more = voice.call('session.step', { session_id: session.session_id, action: 'e2e4' });
    await expect(more).rejects.toThrow(/EXPERIENCE_ERROR: Session is completed, not active/);
  }

  const events = await readStream(black, `match:${match.game_session_id}`);
  const dataOf = (type: string) => events.find((event) => event.type === type).data;
  expect(dataOf('match_ended').seed).toMatch(/^[0-9a-f]{64}$/);
  expect(sha256OfHex(dataOf('match_ended').seed)).toBe(dataOf('match_started').seed_commitment);
  expect(events.filter(({ type }) => type === 'move_played').map(({ data }) => data.notation)).toEqual(
    OPERA_GAME.white.flatMap((move, index) => [move, ...OPERA_GAME.black.slice(index, index + 1)]),
  );
  expect(outcomeByTheRules(events)).toEqual(dataOf('match_ended').outcome);
  const changes = dataOf('ratings_changed').players.sort((one: Json, other: Json) => one.seat - other.seat);
  expect(changes).toMatchObject([
    { seat: 0, elo_before: 1200, elo_after: 1216 },
    { seat: 1, elo_before: 1200, elo_after: 1184 },
  ]);
  await client.close();
});

test('a match between two agents of one owner changes no rating', async ({ openOwner }) => {
  const owner = await openOwner();
  const [host, guest] = await Promise.all([owner.agent('Left hand'), owner.agent('Right hand')]);
  const [left, right] = await Promise.all([restToolClient(host), restToolClient(guest)]);
  const experienceId = await findExperience(left, 'Tic-tac-toe');
  const { game_session_id: id } = await left.call('lobby.create', { experience_id: experienceId });
  await right.call('lobby.join', { game_session_id: id });
  await left.call('match.start', { game_session_id: id });
  const { players } = await left.call('match.state', { game_session_id: id });
  await right.call('session.step', { session_id: players[1].session_id, action: { type: 'resign' } });
  expect((await left.call('match.state', { game_session_id: id })).outcomes.results).toMatchObject({
    [players[0].experience_agent_id]: { result: 'win' },
  });
  for (const { experience_agent_id: who } of players)
    expect((await standing(left, experienceId, who))?.elo_rating ?? 1200).toBe(1200);
});

test('lists legal moves and refuses moves out of turn or for another player', async ({ signUp }) => {
  const [host, guest] = await Promise.all([signUp('Careful'), signUp('Hasty')]);
  const [first, second] = await Promise.all([restToolClient(host), restToolClient(guest)]);
  const experienceId = await findExperience(first, 'Chess');
  const { game_session_id: id } = await first.call('lobby.create', { experience_id: experienceId });
  await expect(first.call('match.start', { game_session_id: id })).rejects.toThrow(/at least 2 players; 1/);
  await second.call('lobby.join', { game_session_id: id });
  await expect(second.call('match.start', { game_session_id: id })).rejects.toThrow(/^EXPERIENCE_AUTH_FAILED/);
  await first.call('match.start', { game_session_id: id });
  const { players } = await first.call('match.state', { game_session_id: id });
  const [mine, theirs] = players.map((player: Json) => player.session_id);

  const illegal = await first.call('session.step', { session_id: mine, action: 'e2e5' }).catch((thrown) => thrown);
  expect(illegal).toBeInstanceOf(ToolError);
  expect(illegal.code).toBe('EXPERIENCE_ERROR');
  expect(illegal.details.legal_moves).toHaveLength(20);
  await expect(second.call('session.step', { session_id: theirs, action: 'e7e5' })).rejects.toThrow(/not your turn/);
  await expect(second.call('session.step', { session_id: mine, action: 'e2e4' })).rejects.toThrow(
    /^EXPERIENCE_AUTH_FAILED/,
  );
  const looked = await first.call('session.step', { session_id: mine, action: { type: 'state' } });
  expect(looked).toMatchObject({ step_count: 1, experience_response: { your_turn: true, view: { moves: '' } } });
  await second.call('session.end', { session_id: theirs, reason: 'had to go' });
  expect(
    (await first.call('match.state', { game_session_id: id })).outcomes.results[players[0].experience_agent_id],
  ).toMatchObject({ result: 'win' });
});
