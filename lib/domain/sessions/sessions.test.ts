import { describe, expect, it, vi } from 'vitest';
import { newId } from '@/lib/core/ids';
import { plannedPool, pool } from '@/lib/data/database';
import { firstPartyExperienceId } from '@/lib/domain/catalog';
import { experienceAgentId } from '@/lib/domain/identity';
import { useCatalog } from '@/lib/testing/catalog';
import { playerFixture, TIC_TAC_TOE } from '@/lib/testing/play';
import { endIdleSessions } from '.';

useCatalog();

const EVEN_ODD = firstPartyExperienceId('even_odd');

interface Opening {
  session_id: string;
  experience_response: { your_turn: boolean; legal_moves: unknown[]; status: string; outcome?: unknown };
}
interface Step {
  step_count: number;
  experience_response: Opening['experience_response'];
}

const count = async (text: string, values: unknown[]): Promise<number> =>
  ((await pool().query<{ n: number }>(text, values)).rows[0] as { n: number }).n;

const activeSessions = (agentId: string) =>
  count(`SELECT count(*)::int AS n FROM sessions WHERE agent_id = $1 AND status = 'active'`, [agentId]);

/** Plays a solo game to its end with the first legal move each time. */
async function playOut(player: Awaited<ReturnType<typeof playerFixture>>, opening: Opening): Promise<Step> {
  let response = opening.experience_response;
  for (;;) {
    const step = await player.call<Step>('session.step', {
      session_id: opening.session_id,
      action: response.legal_moves[0],
    });
    response = step.experience_response;
    if (response.status !== 'active') return step;
  }
}

describe('session.create', () => {
  it('starts a solo game and answers how to play it', async () => {
    const player = await playerFixture();
    const opening = await player.call('session.create', { experience_id: TIC_TAC_TOE });
    const id = opening.session_id as string;
    expect(opening).toMatchObject({
      status: 'active',
      your_experience_agent_id: experienceAgentId({ agentId: player.agentId, experienceId: TIC_TAC_TOE }),
      session_ui_url: `http://localhost:3000/matches/${id}`,
      experience_response: { game_type: 'tic_tac_toe', status: 'active', your_turn: true },
      action_schema: { anyOf: expect.any(Array) },
      gameplay_instructions: expect.stringContaining(''),
      memory_hint: expect.stringContaining('memory.set'),
      safety_notice: expect.stringContaining('untrusted'),
    });
    for (const absent of [
      'memory',
      'owner_memory',
      'cooperation_hint',
      'game_session_id',
      'lobby_id',
      'reconnect_hint',
    ]) {
      expect(opening).not.toHaveProperty(absent);
    }
  });

  it('opens one session for ten racing calls', async () => {
    const player = await playerFixture();
    const openings = await Promise.all(
      Array.from({ length: 10 }, () => player.call<Opening>('session.create', { experience_id: TIC_TAC_TOE })),
    );
    expect(new Set(openings.map((opening) => opening.session_id)).size).toBe(1);
    expect(await activeSessions(player.agentId)).toBe(1);
  });

  it('opens one session for ten racing calls to two experiences and names it in AGENT_BUSY', async () => {
    const player = await playerFixture();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) =>
        player.call<Opening>('session.create', { experience_id: index % 2 === 0 ? TIC_TAC_TOE : EVEN_ODD }),
      ),
    );
    const won = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value.session_id] : []));
    const lost = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(new Set(won).size).toBe(1);
    expect(lost).toHaveLength(5);
    for (const error of lost) {
      expect(error).toMatchObject({
        code: 'AGENT_BUSY',
        details: { session_id: won[0], end_with: { tool: 'session.end', arguments: { session_id: won[0] } } },
      });
    }
    expect(await activeSessions(player.agentId)).toBe(1);
  });

  it('answers instructions for the options of the match', async () => {
    const player = await playerFixture();
    const { gameplay_instructions: how } = await player.call<{ gameplay_instructions: string }>('session.create', {
      experience_id: EVEN_ODD,
      initial_action: { type: 'options', options: { rounds_to_win: 7, max_rounds: 13, time_limit_seconds: 300 } },
    });
    expect(how).toMatch(/First to 7 rounds.*after 13 rounds/s);
    expect(how).toContain('300 seconds');
    const again = await player.call<{ gameplay_instructions: string }>('session.create', { experience_id: EVEN_ODD });
    expect(again.gameplay_instructions).toBe(how);
  });

  it('names the path of an unknown option', async () => {
    const player = await playerFixture();
    const refused = await player.callError('session.create', {
      experience_id: EVEN_ODD,
      initial_action: { type: 'options', options: { nope: 1 } },
    });
    expect(refused).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { issues: [{ path: ['initial_action', 'options', 'nope'] }] },
    });
    expect(await activeSessions(player.agentId)).toBe(0);
  });
});

/** Names of the statements that some work sends; audit and notifications are sent in batches, beside the calls. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const spies = [pool(), plannedPool()].map((each) => vi.spyOn(each, 'query'));
  await work();
  const sent = spies.flatMap(({ mock }) =>
    mock.calls.map(([statement], index) => ({ statement, at: mock.invocationCallOrder[index] ?? 0 })),
  );
  for (const spy of spies) spy.mockRestore();
  return sent
    .sort((a, b) => a.at - b.at)
    .map(({ statement }) => (statement as unknown as { name?: string }).name ?? '')
    .filter((name) => !/^(auth|audit|bus)\./.test(name));
}

describe('session.step', () => {
  it('counts accepted actions and no refused ones', async () => {
    const player = await playerFixture();
    const { session_id } = await player.call<Opening>('session.create', { experience_id: TIC_TAC_TOE });
    const first = await player.call<Step>('session.step', { session_id, action: 'A1' });
    expect(first.step_count).toBe(1);
    const refused = await player.callError('session.step', { session_id, action: 'A1' });
    expect(refused).toMatchObject({
      code: 'EXPERIENCE_ERROR',
      details: { legal_moves: first.experience_response.legal_moves },
    });
    const second = await player.call<Step>('session.step', {
      session_id,
      action: first.experience_response.legal_moves[0],
    });
    expect(second.step_count).toBe(2);
  });

  it('costs one round trip to the database', async () => {
    const player = await playerFixture();
    const { session_id } = await player.call<Opening>('session.create', { experience_id: EVEN_ODD });
    await player.call('session.step', { session_id, action: { number: 1 } });
    const sent = await statementsOf(() => player.call('session.step', { session_id, action: { number: 2 } }));
    expect(sent).toEqual(['matches.commit']);
  });

  it('costs one round trip with an idempotency key, and two look-ups besides when the key is repeated', async () => {
    const player = await playerFixture();
    const options = { rounds_to_win: 10, max_rounds: 19 };
    const { session_id } = await player.call<Opening>('session.create', {
      experience_id: EVEN_ODD,
      initial_action: { type: 'options', options },
    });
    const step = (key: string) => () => player.call('session.step', { session_id, action: { number: 1 } }, key);
    expect(await statementsOf(step('a'))).toEqual(['matches.commit']);
    expect(await statementsOf(step('b'))).toEqual(['matches.commit']);
    expect(await statementsOf(step('b'))).toEqual([
      'matches.commit',
      'sessions.step_by_key',
      'events.read_by_id_of_matches',
    ]);
  });

  it('costs one round trip also when it ends the game; starting a game costs two', async () => {
    const player = await playerFixture();
    const input = { experience_id: EVEN_ODD, initial_action: { type: 'options', options: { max_rounds: 1 } } };
    const { session_id } = await player.call<Opening>('session.create', input);
    await player.call('session.end', { session_id });
    let opening: Opening | undefined;
    const begun = await statementsOf(async () => {
      opening = await player.call<Opening>('session.create', input);
    });
    expect(begun).toEqual(['sessions.opening_context', 'matches.begin_solo']);
    const action = { number: 1 };
    const ended = await statementsOf(() => player.call('session.step', { session_id: opening?.session_id, action }));
    expect(ended).toEqual(['matches.commit_ending']);
    expect(await activeSessions(player.agentId)).toBe(0);
  });

  it('ends the session with the game', async () => {
    const player = await playerFixture();
    const opening = await player.call<Opening>('session.create', { experience_id: TIC_TAC_TOE });
    await playOut(player, opening);
    expect(await activeSessions(player.agentId)).toBe(0);
    const over = await player.callError('session.step', { session_id: opening.session_id, action: 'A1' });
    expect(over).toMatchObject({
      code: 'EXPERIENCE_ERROR',
      details: { status: 'completed', outcomes: { result: expect.any(String) } },
    });
    const ended = await player.call('session.end', { session_id: opening.session_id });
    expect(ended).toMatchObject({ status: 'completed', outcomes: { result: expect.any(String) } });
    await player.call('session.create', { experience_id: EVEN_ODD });
  });

  it('answers different codes for the session of another agent and an unknown one', async () => {
    const [owner, other] = [await playerFixture(), await playerFixture()];
    const { session_id } = await owner.call<Opening>('session.create', { experience_id: TIC_TAC_TOE });
    const foreign = await other.callError('session.step', { session_id, action: 'A1' });
    expect(foreign.code).toBe('EXPERIENCE_AUTH_FAILED');
    const missing = await other.callError('session.step', { session_id: newId(), action: 'A1' });
    expect(missing.code).toBe('EXPERIENCE_TOOL_NOT_FOUND');
    expect((await other.callError('session.end', { session_id })).code).toBe('EXPERIENCE_AUTH_FAILED');
    expect((await other.callError('session.replay', { session_id })).toWire()).toEqual(
      (await other.callError('session.replay', { session_id: newId() })).toWire(),
    );
  });

  it('makes one move of fifty concurrent calls with one key', async () => {
    const player = await playerFixture();
    const { session_id } = await player.call<Opening>('session.create', { experience_id: TIC_TAC_TOE });
    const steps = await Promise.all(
      Array.from({ length: 50 }, () => player.call<Step>('session.step', { session_id, action: 'B2' }, 'first-move')),
    );
    expect(steps[0]?.step_count).toBe(1);
    for (const step of steps) expect(step).toEqual(steps[0]);
    const conflict = await player.callError('session.step', { session_id, action: 'A1' }, 'first-move');
    expect(conflict).toMatchObject({ code: 'IDEMPOTENCY_CONFLICT', details: { idempotency_key: 'first-move' } });
    expect((await player.call<{ steps: unknown[] }>('session.replay', { session_id })).steps).toHaveLength(1);
  });

  it('makes one move of a repeated key whose action is still legal', async () => {
    const player = await playerFixture();
    const { session_id } = await player.call<Opening>('session.create', { experience_id: EVEN_ODD });
    const call = (number: number) =>
      player.call<Step>('session.step', { session_id, action: { number } }, 'one-number');
    const first = await call(1);
    expect(await call(1)).toEqual(first);
    const conflict = await player.callError('session.step', { session_id, action: { number: 2 } }, 'one-number');
    expect(conflict.code).toBe('IDEMPOTENCY_CONFLICT');
    const next = await player.call<Step>('session.step', { session_id, action: { number: 1 } }, 'next-number');
    expect(next.step_count).toBe(2);
  });

  it('answers a repeated key after its own step has ended the session', async () => {
    const player = await playerFixture();
    const input = { experience_id: EVEN_ODD, initial_action: { type: 'options', options: { max_rounds: 1 } } };
    const { session_id } = await player.call<Opening>('session.create', input);
    const last = await player.call<Step>('session.step', { session_id, action: { number: 1 } }, 'last');
    expect(last.experience_response.status).toBe('completed');
    expect(await player.call<Step>('session.step', { session_id, action: { number: 1 } }, 'last')).toEqual(last);
    const conflict = await player.callError('session.step', { session_id, action: { number: 2 } }, 'last');
    expect(conflict.code).toBe('IDEMPOTENCY_CONFLICT');
    const over = await player.callError('session.step', { session_id, action: { number: 1 } }, 'another');
    expect(over).toMatchObject({ code: 'EXPERIENCE_ERROR', details: { status: 'completed' } });
  });

  it('does not answer the key of another agent', async () => {
    const [owner, other] = [await playerFixture(), await playerFixture()];
    const { session_id } = await owner.call<Opening>('session.create', { experience_id: TIC_TAC_TOE });
    await owner.call('session.step', { session_id, action: 'B2' }, 'mine');
    const foreign = await other.callError('session.step', { session_id, action: 'B2' }, 'mine');
    expect(foreign.code).toBe('EXPERIENCE_AUTH_FAILED');
  });
});

describe('session.end', () => {
  it('cancels an unfinished solo game and frees the agent', async () => {
    const player = await playerFixture();
    const { session_id } = await player.call<Opening>('session.create', { experience_id: TIC_TAC_TOE });
    await player.call('session.step', { session_id, action: 'A1' });
    const ended = await player.call('session.end', { session_id, reason: 'bored' });
    expect(ended).toEqual({ session_id, status: 'completed', step_count: 1, outcomes: null, memory_updated: false });
    const replay = await player.call('session.replay', { session_id });
    expect(replay).toMatchObject({ status: 'completed', steps: [{ step_number: 1, action: 'A1' }] });
    expect((await player.callError('session.end', { session_id })).code).toBe('EXPERIENCE_ERROR');
    await player.call('session.create', { experience_id: EVEN_ODD });
  });

  it('is done by a job after 30 idle minutes', async () => {
    const player = await playerFixture();
    const { session_id } = await player.call<Opening>('session.create', { experience_id: TIC_TAC_TOE });
    await pool().query(`UPDATE sessions SET last_active_at = now() - interval '29 minutes' WHERE id = $1`, [
      session_id,
    ]);
    expect(await endIdleSessions()).toBe(0);
    await pool().query(`UPDATE sessions SET last_active_at = now() - interval '31 minutes' WHERE id = $1`, [
      session_id,
    ]);
    expect(await endIdleSessions()).toBe(1);
    const { rows } = await pool().query('SELECT status, end_reason FROM sessions WHERE id = $1', [session_id]);
    expect(rows[0]).toEqual({ status: 'completed', end_reason: 'idle_timeout' });
    await player.call('session.create', { experience_id: EVEN_ODD });
  });
});
