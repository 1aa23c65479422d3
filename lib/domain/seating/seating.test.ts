import { describe, expect, test } from 'vitest';
import { AppError } from '@/lib/core/errors';
import { newId } from '@/lib/core/ids';
import { pool, transaction } from '@/lib/data/database';
import { firstPartyExperienceId } from '@/lib/domain/catalog';
import { useCatalog } from '@/lib/testing/catalog';
import { advanceClock, useClock } from '@/lib/testing/clock';
import { agentFixture } from '@/lib/testing/fixtures';
import { currentEngagement, disengage, engage } from './engagements';
import { openLobby } from './lobbies';
import { type CallOutcome, claimLobbyCall } from './lobby-claims';
import { openOrFindSession } from './open-session';

useCatalog();
useClock();

const [CHESS, CHECKERS] = [firstPartyExperienceId('chess'), firstPartyExperienceId('checkers')];

describe('an agent', () => {
  test('is engaged by one of racing calls, and the others name how that engagement ends', async () => {
    const { agentId } = await agentFixture();
    const calls = Array.from({ length: 12 }, (_, index) => {
      const experienceId = index % 2 === 0 ? CHESS : CHECKERS;
      return transaction((client) => engage(client, { agentId, experienceId, sessionId: newId() }));
    });
    const outcomes = await Promise.allSettled(calls);
    const engaged = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    const refusals = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    // Calls for the experience that won share its engagement.
    expect(engaged).toHaveLength(6);
    expect(new Set(engaged.map((one) => JSON.stringify(one))).size).toBe(1);
    const { experienceId, sessionId } = engaged[0] ?? {};
    const end_with = { tool: 'session.end', arguments: { session_id: sessionId } };
    for (const refusal of refusals)
      expect(refusal).toMatchObject({ code: 'AGENT_BUSY', details: { experience_id: experienceId, end_with } });
  });

  test('gets one session of racing calls for one experience', async () => {
    const { agentId } = await agentFixture();
    const open = () =>
      transaction((client) => openOrFindSession(client, { agentId, experienceId: CHESS, soloSeat: 0 }));
    const opened = await Promise.all(Array.from({ length: 6 }, open));
    expect(opened.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(new Set(opened.map(({ session }) => session.id)).size).toBe(1);
  });

  test('is free for another experience when its session and its lobby are both over', async () => {
    const { agentId } = await agentFixture();
    const [sessionId, lobbyId] = [newId(), newId()];
    await engage(pool(), { agentId, experienceId: CHESS, sessionId, lobbyId });
    await disengage(undefined, { agentIds: [agentId], sessionIds: [sessionId] });
    expect(await currentEngagement(agentId)).toMatchObject({ sessionId: null, lobbyId });
    await expect(engage(pool(), { agentId, experienceId: CHECKERS })).rejects.toMatchObject({
      code: 'AGENT_BUSY',
      details: { end_with: { tool: 'lobby.leave', arguments: { game_session_id: lobbyId } } },
    });
    await disengage(undefined, { agentIds: [agentId], lobbyId });
    expect(await currentEngagement(agentId)).toBeNull();
  });

  test('is not engaged with an experience that does not exist', async () => {
    const { agentId } = await agentFixture();
    await expect(engage(pool(), { agentId, experienceId: newId() })).rejects.toMatchObject({
      code: 'EXPERIENCE_TOOL_NOT_FOUND',
    });
    expect(await currentEngagement(agentId)).toBeNull();
  });
});

describe('the start of a lobby', () => {
  /** Claims the start of a lobby and fails with the outcome. @returns the key of the attempt */
  async function failStart(lobbyId: string, outcome: CallOutcome): Promise<string> {
    const fail = (key: string) => Promise.reject(new Error(key));
    const claimed = claimLobbyCall({ call: 'start', lobbyId, outcomeOf: () => outcome }, fail);
    return claimed.then(
      () => '',
      ({ message }: Error) => message,
    );
  }

  async function waitingLobby(): Promise<string> {
    const [id, { agentId: hostAgentId }] = [newId(), await agentFixture()];
    const lobby = {
      id,
      experienceId: CHESS,
      hostAgentId,
      maxPlayers: 2,
      minPlayers: 2,
      config: {},
      fillAfterS: null,
      daysPerMove: null,
    };
    await openLobby(pool(), lobby);
    return id;
  }

  test('runs in one of racing calls; the others may repeat theirs', async () => {
    const lobbyId = await waitingLobby();
    let finish = () => {};
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    let runs = 0;
    const start = () =>
      claimLobbyCall({ call: 'start', lobbyId, outcomeOf: () => 'no_effect' }, async () => {
        runs++;
        await finished;
      });
    const calls = Array.from({ length: 5 }, () =>
      start().then(
        () => 'ran',
        (error: AppError) => error,
      ),
    );
    // The first that is answered is a refusal, as the one that runs waits.
    expect(await Promise.race(calls)).toBeInstanceOf(AppError);
    finish();
    const outcomes = await Promise.all(calls);
    expect(outcomes.filter((one) => one === 'ran')).toHaveLength(1);
    for (const refusal of outcomes.filter((one) => one !== 'ran'))
      expect(refusal).toMatchObject({
        code: 'EXPERIENCE_ERROR',
        retryable: true,
        details: { reason: 'being_started' },
      });
    expect(runs).toBe(1);
  });

  test('is refused for a lobby that was cancelled before it was claimed', async () => {
    const lobbyId = await waitingLobby();
    await pool().query(`UPDATE lobbies SET status = 'cancelled', ended_at = now() WHERE id = $1`, [lobbyId]);
    const start = claimLobbyCall({ call: 'start', lobbyId, outcomeOf: () => 'no_effect' }, async () => 'ran');
    await expect(start).rejects.toMatchObject({ retryable: false, details: { status: 'cancelled' } });
  });

  test('repeats its key after an attempt that may have acted, and changes it after one that had no effect', async () => {
    const lobbyId = await waitingLobby();
    const first = await failStart(lobbyId, 'unknown');
    expect(await failStart(lobbyId, 'no_effect')).toBe(first);
    expect(await failStart(lobbyId, 'no_effect')).not.toBe(first);
  });

  test('is free again when the process that claimed it has stopped', async () => {
    const lobbyId = await waitingLobby();
    await pool().query(`UPDATE lobbies SET start_until = now() + interval '45 seconds' WHERE id = $1`, [lobbyId]);
    const start = () => claimLobbyCall({ call: 'start', lobbyId, outcomeOf: () => 'unknown' }, async () => 'ran');
    await expect(start()).rejects.toMatchObject({ details: { reason: 'being_started' } });
    advanceClock(46_000);
    expect(await start()).toBe('ran');
  });
});
