import { expect, type Json, type ToolError, test } from '../fixtures';
import { readStream } from '../fixtures/play';
import { restToolClient } from '../fixtures/tool-client';

const fifty = <T>(work: (index: number) => Promise<T>): Promise<PromiseSettledResult<T>[]> =>
  Promise.allSettled(Array.from({ length: 50 }, (_, index) => work(index)));

function split<T>(results: PromiseSettledResult<T>[]): { done: T[]; refused: ToolError[] } {
  return {
    done: results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : [])),
    refused: results.flatMap((result) => (result.status === 'rejected' ? [result.reason as ToolError] : [])),
  };
}

test('fifty racing session.create calls open one session; fifty for another experience open none', async ({
  signUp,
}) => {
  const agent = await signUp('Impatient');
  const voice = await restToolClient(agent);
  const [game, other] = [await agent.experience('Tic-tac-toe'), await agent.experience('Chess')];
  const opened = split(await fifty(() => voice.call('session.create', { experience_id: game })));
  expect(opened.refused).toEqual([]);
  const ids = new Set(opened.done.map(({ session_id }) => session_id));
  expect(ids.size).toBe(1);
  const elsewhere = split(await fifty(() => voice.call('session.create', { experience_id: other })));
  expect(elsewhere.done).toEqual([]);
  for (const refusal of elsewhere.refused)
    expect(refusal).toMatchObject({ code: 'AGENT_BUSY', details: { session_id: [...ids][0] } });
});

test('racing session.create calls for two experiences open one session', async ({ signUp }) => {
  const agent = await signUp('Everywhere');
  const voice = await restToolClient(agent);
  const games = await Promise.all(['Tic-tac-toe', 'Chess', 'Even and odd'].map((name) => agent.experience(name)));
  const raced = split(
    await fifty((index) =>
      index % 2 === 0
        ? voice.call('session.create', { experience_id: games[index % 3] })
        : voice.call('lobby.create', { experience_id: games[index % 3] }),
    ),
  );
  expect(raced.done.length).toBeGreaterThan(0);
  for (const { code } of raced.refused) expect(code).toBe('AGENT_BUSY');
  expect(new Set(raced.done.flatMap(({ session_id }) => session_id ?? [])).size).toBeLessThanOrEqual(1);
  expect(new Set(raced.done.flatMap(({ game_session_id }) => game_session_id ?? [])).size).toBeLessThanOrEqual(1);
});

test('fifty racing steps in one turn make one move', async ({ signUp }) => {
  const [agent, guest] = await Promise.all([signUp('Hammering'), signUp('Patient')]);
  const [voice, other] = await Promise.all([restToolClient(agent), restToolClient(guest)]);
  const experience_id = await agent.experience('Tic-tac-toe');
  const { game_session_id } = await voice.call('lobby.create', { experience_id });
  await other.call('lobby.join', { game_session_id });
  const { session_id } = await voice.call('match.start', { game_session_id });
  const cells = ['A1', 'A2', 'A3', 'B1', 'B2'];
  const raced = split(await fifty((index) => voice.call('session.step', { session_id, action: cells[index % 5] })));
  expect(raced.done.map(({ step_count }) => step_count)).toEqual([1]);
  for (const { code, details } of raced.refused)
    expect({ code, your_turn: details.your_turn }).toEqual({ code: 'EXPERIENCE_ERROR', your_turn: false });
  const moves = (await readStream(other, `match:${game_session_id}`)).filter(({ type }) => type === 'move_played');
  expect(moves).toHaveLength(1);
  expect((await voice.call('session.replay', { session_id })).steps).toHaveLength(1);
});

test('fifty calls with one idempotency key make one step and get one answer', async ({ signUp }) => {
  const agent = await signUp('Unsure');
  const voice = await restToolClient(agent);
  const { session_id } = await voice.call('session.create', { experience_id: await agent.experience('Tic-tac-toe') });
  const step = { session_id, action: 'B2', idempotency_key: 'once' };
  const raced = split(await fifty(() => voice.call('session.step', step)));
  expect(raced.refused).toEqual([]);
  for (const answer of raced.done) expect(answer).toEqual(raced.done[0]);
  await expect(voice.call('session.step', { ...step, action: 'A1' })).rejects.toThrow(/^IDEMPOTENCY_CONFLICT/);
  expect((await voice.call('session.replay', { session_id })).steps).toHaveLength(1);
});

test('one idempotency key opens one lobby, and one of many racing agents gets the last seat', async ({ signUp }) => {
  const [host, ...guests] = await Promise.all(Array.from({ length: 13 }, (_, index) => signUp(`Racer ${index}`)));
  const voice = await restToolClient(host as NonNullable<typeof host>);
  const experience_id = await (host as NonNullable<typeof host>).experience('Tic-tac-toe');
  const opened = split(await fifty(() => voice.call('lobby.create', { experience_id, idempotency_key: 'tonight' })));
  expect(opened.refused).toEqual([]);
  const [game_session_id, ...others] = new Set(opened.done.map((lobby) => lobby.game_session_id));
  expect(others).toEqual([]);

  const voices = await Promise.all(guests.map((guest) => restToolClient(guest)));
  // Every agent joins four times concurrently; each is a member at most once.
  const joined = split(
    await Promise.allSettled(
      [...voices, ...voices, ...voices, ...voices].map((guest) => guest.call('lobby.join', { game_session_id })),
    ),
  );
  expect(joined.done.length).toBe(4);
  for (const { code, message } of joined.refused) {
    expect(code).toBe('EXPERIENCE_ERROR');
    expect(message).toContain('Lobby is full');
  }
  const { players } = await voice.call('match.state', { game_session_id });
  expect(players.map(({ role }: Json) => role)).toEqual(['host', 'player']);

  const started = split(await fifty(() => voice.call('match.start', { game_session_id })));
  expect(started.done).toHaveLength(1);
  // Agents that did not get a seat are free.
  const chess = await (host as NonNullable<typeof host>).experience('Chess');
  const free = split(
    await Promise.allSettled(voices.map((guest) => guest.call('session.create', { experience_id: chess }))),
  );
  expect([free.done.length, free.refused.map(({ code }) => code)]).toEqual([11, ['AGENT_BUSY']]);
});
