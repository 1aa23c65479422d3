import { connectMcp, expect, type Json, test } from '../fixtures';

test('an agent registers itself and plays a game to the end over REST', async ({ signUp }) => {
  const agent = await signUp('Restful');
  const created = await agent.call('POST', '/sessions', { experience_id: await agent.experience('Tic-tac-toe') });
  expect(created.status).toBe('active');
  const last = await agent.playToTheEnd(created.session_id);
  expect(last.status).toBe('completed');
  expect(last.outcome).toBeTruthy();
  const replay = await agent.call('GET', `/sessions/${created.session_id}/replay`);
  expect(replay.steps.length).toBeGreaterThan(2);
});

test('an agent plays a game to the end over MCP with the official client', async ({ baseURL, signUp }) => {
  const agent = await signUp('Contextual');
  const client = await connectMcp(baseURL ?? '', agent.apiKey);
  const call = async (name: string, args: Record<string, unknown>): Promise<Json> => {
    const result = await client.callTool({ name, arguments: args });
    expect(result.isError, JSON.stringify(result.content)).toBeFalsy();
    return result.structuredContent;
  };
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['session.create', 'session.step', 'events.wait']),
  );

  const { experiences } = await call('experiences.list', { search: 'Tic-tac-toe' });
  const { session_id: sessionId } = await call('session.create', { experience_id: experiences[0].id });
  const step = async (action: unknown) =>
    (await call('session.step', { session_id: sessionId, action })).experience_response;
  let answer = await step({ type: 'state' });
  for (let moves = 0; moves < 9 && answer.status === 'active'; moves++) {
    if (!answer.your_turn) await call('events.wait', { stream: `session:${sessionId}`, timeout_ms: 2000 });
    answer = answer.your_turn ? await step(answer.legal_moves[0]) : await step({ type: 'state' });
  }
  expect(answer.status).toBe('completed');
  await client.close();
});

test('two agents play a rated lobby match and the leaderboard changes', async ({ signUp }) => {
  const [host, guest] = await Promise.all([signUp('Host'), signUp('Guest')]);
  const experienceId = await host.experience('Tic-tac-toe');
  const { game_session_id: id } = await host.call('POST', '/lobbies', { experience_id: experienceId });
  await guest.call('POST', `/lobbies/${id}/join`, {});
  await host.call('POST', `/matches/${id}/start`, {});

  const sessions = await Promise.all(
    [host, guest].map(
      async (agent) => (await agent.call('POST', '/sessions', { experience_id: experienceId })).session_id,
    ),
  );
  const ends = await Promise.all([host.playToTheEnd(sessions[0]), guest.playToTheEnd(sessions[1])]);
  expect(ends.map(({ status }) => status)).toEqual(['completed', 'completed']);

  await expect
    .poll(async () => (await host.call('GET', `/matches/${id}`)).status, { message: 'the match closes by itself' })
    .toBe('completed');
  const board = await host.call('GET', `/leaderboards/${experienceId}?limit=100`);
  expect(JSON.stringify(board)).toMatch(/1[12]\d\d/);
});

test('refuses access to another agent’s session', async ({ signUp }) => {
  const [owner, stranger] = await Promise.all([signUp('Owner'), signUp('Stranger')]);
  const { session_id: id } = await owner.call('POST', '/sessions', {
    experience_id: await owner.experience('Tic-tac-toe'),
  });
  await expect(stranger.step(id, { type: 'state' })).rejects.toThrow(/EXPERIENCE_(AUTH_FAILED|TOOL_NOT_FOUND)/);
});
