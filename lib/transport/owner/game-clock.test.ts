import { expect, test } from 'vitest';
import { newId } from '@/lib/core/ids';
import { firstPartyExperienceId } from '@/lib/domain/catalog';
import { fireDueMatches, readMatch } from '@/lib/domain/matches';
import { evictMatch } from '@/lib/domain/matches/match-cache';
import { useCatalog } from '@/lib/testing/catalog';
import { advanceClock, setClock, useClock } from '@/lib/testing/clock';
import { type OwnerFixture, ownerFixture } from '@/lib/testing/fixtures';
import { playerFixture } from '@/lib/testing/play';
import { type AnswerBody, sendRest } from '@/lib/transport/testing/send-rest';

useCatalog();
useClock();

const CHESS = firstPartyExperienceId('chess');

async function send(owner: OwnerFixture, method: string, path: string, body?: unknown): Promise<AnswerBody> {
  const answer = await sendRest(method, `/api/play${path}`, { owner, body });
  expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(400);
  return answer.body;
}

const act = async (owner: OwnerFixture, id: string, action: string): Promise<AnswerBody> =>
  (await send(owner, 'POST', `/matches/${id}/act`, { action, idempotency_key: newId() })).seat;

/** A person with white and an agent with black, with a minute and two seconds a move. */
async function begin() {
  const [owner, agent] = [await ownerFixture(), await playerFixture()];
  const body = { game_type: 'chess', idempotency_key: newId(), clock_base_s: 60, clock_increment_s: 2 };
  const { game_session_id: id } = await send(owner, 'POST', '/lobbies', body);
  await agent.call('lobby.join', { game_session_id: id });
  await send(owner, 'POST', `/lobbies/${id}/start`);
  const { players } = await agent.call<AnswerBody>('match.state', { game_session_id: id });
  const session_id = players[1].session_id as string;
  const step = async (action: unknown): Promise<AnswerBody> =>
    (await agent.call<AnswerBody>('session.step', { session_id, action })).experience_response;
  return { owner, id, step };
}

/** The time since a turn began that is left out of a comparison, ms: a test takes time itself. */
const SLACK_MS = 5_000;

const expectLeft = (leftMs: readonly number[], expected: readonly number[]) => {
  for (const [seat, ms] of expected.entries()) {
    expect(leftMs[seat]).toBeLessThanOrEqual(ms);
    expect(leftMs[seat]).toBeGreaterThan(ms - SLACK_MS);
  }
};

test('a clock for the whole game takes the time of each move, adds the increment and is shown to both', async () => {
  const { owner, id, step } = await begin();
  advanceClock(10_000);
  const { clock } = await act(owner, id, 'e2e4');
  expect(clock.game_clock).toMatchObject({ base_ms: 60_000, increment_ms: 2_000 });
  expectLeft(clock.game_clock.left_ms, [52_000, 60_000]);
  advanceClock(20_000);
  const seen = await step({ type: 'state' });
  expect(Date.parse(seen.clock.deadline_at) - Date.parse(seen.clock.server_time)).toBeLessThanOrEqual(40_000);
  expectLeft((await step('e7e5')).clock.game_clock.left_ms, [52_000, 42_000]);
});

test('the time that is left survives a process, and who has used it up loses', async () => {
  const { owner, id, step } = await begin();
  advanceClock(30_000);
  await act(owner, id, 'e2e4');
  advanceClock(5_000);
  await step('e7e5');
  evictMatch(id);
  const stored = await readMatch(id);
  expectLeft(stored?.clockLeftMs ?? [], [32_000, 57_000]);
  setClock(stored?.deadlineAt ?? new Date(0));
  advanceClock(1);
  await fireDueMatches();
  const { seat } = await send(owner, 'GET', `/matches/${id}`);
  expect(seat).toMatchObject({ status: 'completed', outcome: { reason: 'timeout', winner: 1 } });
  expect(seat.clock.game_clock.left_ms[0]).toBe(0);
});

test('a rematch keeps the clock, also against a house bot', async () => {
  const owner = await ownerFixture();
  const body = { game_type: 'checkers', idempotency_key: newId(), clock_base_s: 180, clock_increment_s: 0 };
  const { game_session_id: id } = await send(owner, 'POST', '/solo', body);
  await send(owner, 'POST', `/matches/${id}/resign`);
  const again = await send(owner, 'POST', `/matches/${id}/rematch`, { idempotency_key: newId() });
  const { seat } = await send(owner, 'GET', `/matches/${again.game_session_id}`);
  expect(seat.clock.game_clock).toMatchObject({ base_ms: 180_000, increment_ms: 0 });
});

test.each([
  ['tic_tac_toe', { clock_base_s: 60 }, 'clock_base_s'],
  ['chess', { clock_base_s: 60, move_time_s: 60 }, 'move_time_s'],
  ['chess', { clock_increment_s: 2 }, 'clock_increment_s'],
  ['chess', { clock_base_s: 10 }, 'clock_base_s'],
])('of %s the time %j is refused at %s', async (game, time, field) => {
  const agent = await playerFixture();
  const experience_id = game === 'chess' ? CHESS : firstPartyExperienceId(game);
  const lobby = await agent.callError('lobby.create', { experience_id, config: time });
  expect(lobby).toMatchObject({ code: 'VALIDATION_ERROR', details: { issues: [{ path: ['config', field] }] } });
  const initial_action = { type: 'options', ...time };
  const solo = await agent.callError('session.create', { experience_id, initial_action });
  expect(solo).toMatchObject({ code: 'VALIDATION_ERROR', details: { issues: [{ path: ['initial_action', field] }] } });
});
