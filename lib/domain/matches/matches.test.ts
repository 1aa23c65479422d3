import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { now } from '@/lib/core/clock';
import { AppError } from '@/lib/core/errors';
import { newId } from '@/lib/core/ids';
import { seedCommitment } from '@/lib/core/rng';
import { pool } from '@/lib/data/database';
import { restoreSteps } from '@/lib/domain/seating';
import { readEvents, startBus, stopBus } from '@/lib/events';
import { advanceClock, setClock, useClock } from '@/lib/testing/clock';
import { useDatabase } from '@/lib/testing/database';
import { agentFixture, ownerFixture } from '@/lib/testing/fixtures';
import { countStatements } from '@/lib/testing/statements';
import {
  abortMatch,
  actInMatch,
  closeLeftoverMatches,
  fireDueMatches,
  loadMatchSnapshot,
  matchResponse,
  readMatch,
  resignMatch,
  startMatch,
} from '.';
import { botMovesFinished } from './due-matches';
import { cacheMatch, evictMatch, loadMatch } from './match-cache';

useDatabase();
useClock();
beforeAll(startBus);
afterAll(stopBus);

const experienceId = newId();

async function player(owner?: Awaited<ReturnType<typeof ownerFixture>>) {
  const { agentId } = await agentFixture(owner ? { owner } : {});
  const sessionId = newId();
  await pool().query(
    `INSERT INTO sessions (id, agent_id, experience_id, experience_agent_id, status) VALUES ($1, $2, $3, $4, 'active')`,
    [sessionId, agentId, experienceId, `x-${agentId}`],
  );
  return {
    kind: 'agent' as const,
    agentId,
    experienceAgentId: `x-${agentId}`,
    sessionId,
    displayName: 'Player',
  };
}

async function duel(options: { moveTimeS?: number; rated?: boolean } = {}) {
  const seats = [await player(), await player()] as const;
  const match = await startMatch({
    experienceId,
    gameId: 'tic_tac_toe',
    kind: 'lobby',
    seats,
    rated: options.rated ?? true,
    moveTimeS: options.moveTimeS,
  });
  const act = (seat: 0 | 1, action: unknown, idempotencyKey?: string) =>
    actInMatch({
      matchId: match.id,
      seat,
      action,
      step: {
        sessionId: seats[seat].sessionId,
        agentId: seats[seat].agentId,
        action,
        idempotencyKey,
      },
    });
  return { match, seats, act };
}

const steps = async (sessionId: string) =>
  (await pool().query('SELECT * FROM session_steps WHERE session_id = $1 ORDER BY step_number', [sessionId])).rows;
const publicEvents = (matchId: string) => readEvents({ stream: `match:${matchId}`, audiences: ['public'] });
/** Sets the clock to the deadline of a match. */
const passDeadline = async (matchId: string) => setClock((await readMatch(matchId))?.deadlineAt ?? now());

describe('a match between two agents', () => {
  it('judges an action by the stored match when the cached one is stale', async () => {
    const { match, act } = await duel();
    await act(0, 'A1');
    const before = await loadMatch(match.id);
    await act(1, 'B2');
    // Another process has played the last move: the cache of this one has the match from before it.
    cacheMatch(before as NonNullable<typeof before>);
    expect((await act(0, 'A2')).response.view).toMatchObject({ last_move: 'A2' });
    cacheMatch(before as NonNullable<typeof before>);
    await expect(act(0, 'C3')).rejects.toMatchObject({ code: 'EXPERIENCE_ERROR', message: /not your turn/ });
    cacheMatch(before as NonNullable<typeof before>);
    await expect(act(1, 'A1')).rejects.toMatchObject({ code: 'EXPERIENCE_ERROR' });
    expect((await act(1, 'A3')).response.view).toMatchObject({ last_move: 'A3' });
  });

  it('stores each move with its events and its step; rates, closes and reveals at the end', async () => {
    const { match, seats, act } = await duel();
    for (const [index, move] of ['A1', 'B1', 'A2', 'B2'].entries()) await act((index % 2) as 0 | 1, move);
    const last = await act(0, 'A3');
    expect(last.response).toMatchObject({
      status: 'completed',
      your_turn: false,
      legal_moves: [],
      outcome: { winner: 0, your_result: 'win', reason: 'line' },
    });
    expect(last.stepCount).toBe(3);
    expect(await steps(seats[0].sessionId)).toHaveLength(3);

    const events = await publicEvents(match.id);
    expect(events.map((event) => event.type)).toEqual([
      'match_started',
      ...Array(5).fill('move_played'),
      'match_ended',
      'ratings_changed',
    ]);
    expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => index + 1));
    const seed = events.at(-2)?.data.seed as string;
    expect(seedCommitment(seed)).toBe(events[0]?.data.seed_commitment);

    const after = await readMatch(match.id);
    expect(after?.seats.map((seat) => seat.eloAfter)).toEqual([1216, 1184]);
    expect(after?.seats.map(({ eloBefore, isProvisional }) => [eloBefore, isProvisional])).toEqual([
      [null, false],
      [null, false],
    ]);
    const again = await startMatch({
      experienceId,
      gameId: 'tic_tac_toe',
      kind: 'lobby',
      seats: seats.map((seat) => ({ ...seat, sessionId: null })),
      rated: true,
    });
    expect(again.seats.map(({ eloBefore, isProvisional }) => [eloBefore, isProvisional])).toEqual([
      [1216, true],
      [1184, true],
    ]);
    const { rows } = await pool().query(
      'SELECT status, outcomes, end_reason FROM sessions WHERE id = ANY ($1) ORDER BY id',
      [seats.map((seat) => seat.sessionId).sort()],
    );
    expect(rows.map((row) => row.status)).toEqual(['completed', 'completed']);
    await expect(act(1, 'C1')).rejects.toMatchObject({
      code: 'EXPERIENCE_ERROR',
    });
  });

  it('rates its players and completes their sessions before its end can be read', async () => {
    const { match, seats, act } = await duel();
    for (const [index, move] of ['A1', 'B1', 'A2', 'B2'].entries()) await act((index % 2) as 0 | 1, move);
    const firstSeen = async (): Promise<unknown> => {
      for (;;) {
        const { rows } = await pool().query(
          `SELECT (SELECT count(*)::int FROM sessions WHERE id = ANY ($2) AND status = 'active') AS playing,
                  (SELECT count(*)::int FROM rating_changes WHERE match_id = $3) AS rated
           FROM events WHERE stream = $1 AND type = 'match_ended'`,
          [`match:${match.id}`, seats.map((seat) => seat.sessionId), match.id],
        );
        if (rows.length > 0) return rows[0];
      }
    };
    const [seen] = await Promise.all([firstSeen(), act(0, 'A3')]);
    expect(seen).toEqual({ playing: 0, rated: 2 });
  });

  it('refuses an illegal action with the legal moves and changes nothing', async () => {
    const { match, seats, act } = await duel();
    await act(0, 'B2');
    await expect(act(0, 'A1')).rejects.toMatchObject({
      code: 'EXPERIENCE_ERROR',
      message: expect.stringContaining('not your turn'),
    });
    await expect(act(1, 'B2')).rejects.toMatchObject({
      code: 'EXPERIENCE_ERROR',
      details: { legal_moves: expect.arrayContaining(['A1']) },
    });
    await expect(act(1, { nonsense: true })).rejects.toBeInstanceOf(AppError);
    expect(await steps(seats[1].sessionId)).toHaveLength(0);
    expect((await readMatch(match.id))?.ply).toBe(1);
  });

  it('accepts one of many racing moves of a turn', async () => {
    const { match, seats, act } = await duel();
    const results = await Promise.allSettled(['A1', 'B1', 'C1', 'A2', 'B2'].map((move) => act(0, move)));
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    expect((await readMatch(match.id))?.ply).toBe(1);
    expect(await steps(seats[0].sessionId)).toHaveLength(1);
  });

  it('refuses a used idempotency key without moving, and keeps the events of the first answer', async () => {
    const { match, seats, act } = await duel();
    const results = await Promise.allSettled([1, 2, 3].map(() => act(0, 'A1', 'key-one')));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
    await act(1, 'B2');
    evictMatch(match.id);
    await expect(act(0, 'C3', 'key-one')).rejects.toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' });
    const { sessionId } = seats[0];
    const [step, ...others] = await restoreSteps({ sessionId, matchId: match.id }, await steps(sessionId));
    expect(others).toEqual([]);
    expect(step.response.events).toMatchObject([{ type: 'move_played', audience: 'public', data: { seat: 0 } }]);
    expect(step.response.events[0].data).not.toHaveProperty('view');
  });

  it('reads the match again when another process has moved', async () => {
    const { match, act } = await duel();
    await act(0, 'A1');
    await pool().query('UPDATE match_positions SET version = version + 1 WHERE match_id = $1', [match.id]);
    const answer = await act(1, 'B2');
    expect(answer.stepCount).toBe(1);
    expect((await readMatch(match.id))?.ply).toBe(2);
  });

  it('reads positions before moves while other processes move too, and not when none does', async () => {
    const { match, act } = await duel();
    const look = () => act(0, { type: 'state' });
    const moveElsewhere = () =>
      pool().query('UPDATE match_positions SET version = version + 1 WHERE match_id = $1', [match.id]);
    const countOf = async (name: RegExp) => {
      await moveElsewhere();
      return countStatements(name, look);
    };
    await look();
    expect(await countOf(/^matches\.commit/)).toBe(2);
    for (let move = 0; move < 32; move++) await countOf(/^matches\.commit/);
    expect(await countOf(/^matches\.commit/)).toBe(1);
    expect(await countOf(/^matches\.position/)).toBe(1);
    for (let move = 0; move < 96; move++) await look();
    expect(await countStatements(/^matches\.(position|find)/, look)).toBe(0);
    expect(await countStatements(/^matches\.commit/, look)).toBe(1);
  });

  it('records a look as a step, also out of turn', async () => {
    const { act, seats } = await duel();
    const look = await act(1, { type: 'state' });
    expect(look.response).toMatchObject({
      your_turn: false,
      legal_moves: [],
      status: 'active',
      clock: { seats_to_move: [0], limit_ms: 60_000 },
    });
    expect(await steps(seats[1].sessionId)).toHaveLength(1);
  });

  it('stores nothing when the session of the step is over', async () => {
    const { match, seats, act } = await duel();
    await pool().query(`UPDATE sessions SET status = 'completed', ended_at = now() WHERE id = $1`, [
      seats[0].sessionId,
    ]);
    await expect(act(0, 'A1')).rejects.toMatchObject({
      code: 'EXPERIENCE_ERROR',
    });
    expect((await readMatch(match.id))?.ply).toBe(0);
    expect((await publicEvents(match.id)).map((event) => event.type)).toEqual(['match_started']);
  });

  it('rates a resignation as a loss and an aborted match not at all', async () => {
    const { match, seats } = await duel();
    await resignMatch({ matchId: match.id, seat: 0 });
    expect(await readMatch(match.id)).toMatchObject({
      status: 'completed',
      endReason: 'resigned',
      outcome: { winner: 1 },
    });
    const aborted = await duel();
    await Promise.all([
      abortMatch({ matchId: aborted.match.id, reason: 'host_left' }),
      abortMatch({ matchId: aborted.match.id, reason: 'host_left' }),
    ]);
    const after = await readMatch(aborted.match.id);
    expect(after).toMatchObject({ status: 'cancelled', outcome: null });
    expect(after?.closedAt).toBeInstanceOf(Date);
    expect(
      (
        await pool().query('SELECT 1 FROM ratings WHERE agent_id = ANY ($1)', [
          aborted.seats.map((seat) => seat.agentId),
        ])
      ).rowCount,
    ).toBe(0);
    expect(
      (
        await pool().query('SELECT 1 FROM rating_changes WHERE agent_id = ANY ($1)', [
          seats.map((seat) => seat.agentId),
        ])
      ).rowCount,
    ).toBe(2);
  });

  it('hides nothing after its end, also after a resignation', async () => {
    const fleetsShown = async (matchId: string) => {
      const { view } = (await loadMatchSnapshot({ matchId, viewer: 'spectator' })) ?? {};
      const { fleets } = view as { fleets: Record<string, { cells: string[] | null }[]> };
      return Object.values(fleets).flatMap((ships) => ships.filter(({ cells }) => cells !== null)).length;
    };
    const seats = [await player(), await player()];
    const match = await startMatch({ experienceId, gameId: 'sea_battle', kind: 'lobby', seats, rated: false });
    expect(await fleetsShown(match.id)).toBe(0);
    await resignMatch({ matchId: match.id, seat: 0 });
    expect(await fleetsShown(match.id)).toBe(10);
    const [started, ended] = (await publicEvents(match.id)).filter(({ data }) => 'view' in data);
    expect(JSON.stringify(started?.data.view)).not.toContain('S');
    expect(JSON.stringify(ended?.data.view)).toContain('S');
  });

  it('can be ended after it waited for a month', async () => {
    const { match } = await duel();
    advanceClock(30 * 24 * 3_600_000);
    await resignMatch({ matchId: match.id, seat: 0 });
    expect(await readMatch(match.id)).toMatchObject({ status: 'completed' });
  });

  it('does not rate agents of one owner against each other', async () => {
    const owner = await ownerFixture();
    const seats = [await player(owner), await player(owner)];
    const match = await startMatch({
      experienceId,
      gameId: 'tic_tac_toe',
      kind: 'lobby',
      seats,
      rated: true,
    });
    await resignMatch({ matchId: match.id, seat: 1 });
    expect((await readMatch(match.id))?.seats.map((seat) => seat.eloAfter)).toEqual([null, null]);
  });
});

describe('a deadline', () => {
  it('makes the seat lose whose time has run out', async () => {
    const { match, act } = await duel();
    await act(0, 'A1');
    await passDeadline(match.id);
    await fireDueMatches();
    expect(await readMatch(match.id)).toMatchObject({
      status: 'completed',
      endReason: 'timeout',
      outcome: { winner: 0 },
    });
  });

  it('refuses a move after the deadline before the ticker has fired it', async () => {
    const { match, act } = await duel();
    await passDeadline(match.id);
    await expect(act(0, 'A1')).rejects.toMatchObject({
      code: 'EXPERIENCE_ERROR',
    });
    expect(await readMatch(match.id)).toMatchObject({
      endReason: 'timeout',
      outcome: { winner: 1 },
    });
  });

  it('starts anew with each move', async () => {
    const { match, act } = await duel({ moveTimeS: 30 });
    const before = (await readMatch(match.id))?.deadlineAt as Date;
    advanceClock(20);
    const answer = await act(0, 'A1');
    expect(new Date(answer.response.clock?.deadline_at ?? 0).getTime()).toBeGreaterThan(before.getTime());
    expect(answer.response.clock?.limit_ms).toBe(30_000);
  });

  it('that passed while the platform was away ends an unrated match, which says why', async () => {
    const { match } = await duel();
    const deadlineAt = (await readMatch(match.id))?.deadlineAt as Date;
    setClock(new Date(deadlineAt.getTime() + 60_000));
    await fireDueMatches();
    expect(await readMatch(match.id)).toMatchObject({
      status: 'completed',
      endReason: 'timeout',
      unrated: { fault: 'platform', code: 'SERVICE_UNAVAILABLE', at: deadlineAt.toISOString() },
      seats: [{ eloAfter: null }, { eloAfter: null }],
    });
    expect((await publicEvents(match.id)).at(-1)).toMatchObject({
      type: 'match_unrated',
      data: { message: 'A time limit ran out while Botplay could not be reached.' },
    });
  });

  it('that the ticker fired in time ends a rated match', async () => {
    const { match } = await duel();
    await passDeadline(match.id);
    await fireDueMatches();
    expect((await readMatch(match.id))?.unrated).toBeNull();
    expect((await publicEvents(match.id)).at(-1)?.type).toBe('ratings_changed');
  });

  it('fires a deadline once for many concurrent calls', async () => {
    const duels = await Promise.all(Array.from({ length: 20 }, () => duel()));
    for (const { match } of duels) await passDeadline(match.id);
    await Promise.all([fireDueMatches(), fireDueMatches(), fireDueMatches()]);
    for (const { match } of duels) {
      const types = (await publicEvents(match.id)).map((event) => event.type);
      expect(types.filter((type) => type === 'time_ran_out')).toHaveLength(1);
      expect(types.filter((type) => type === 'match_ended')).toHaveLength(1);
    }
  });

  it('closes a match whose end was stored just before a crash', async () => {
    const { match, act } = await duel();
    for (const [index, move] of ['A1', 'B1', 'A2', 'B2', 'A3'].entries()) await act((index % 2) as 0 | 1, move);
    await pool().query('UPDATE matches SET closed_at = NULL WHERE id = $1', [match.id]);
    await pool().query('DELETE FROM rating_changes WHERE match_id = $1', [match.id]);
    expect(await closeLeftoverMatches()).toBe(1);
    expect(await closeLeftoverMatches()).toBe(0);
    expect((await readMatch(match.id))?.closedAt).toBeInstanceOf(Date);
  });
});

describe('house bots', () => {
  it('reply within the step of a solo game and are never rated', async () => {
    const seat = await player();
    const match = await startMatch({
      experienceId,
      gameId: 'tic_tac_toe',
      kind: 'solo',
      seats: [seat, { kind: 'bot', strength: 'strong' }],
      rated: false,
    });
    let response = await matchResponse({ matchId: match.id, viewer: 0 });
    while (response.status === 'active') {
      expect(response.your_turn).toBe(true);
      const action = response.legal_moves[0];
      response = (
        await actInMatch({
          matchId: match.id,
          seat: 0,
          action,
          step: { sessionId: seat.sessionId, agentId: seat.agentId, action },
        })
      ).response;
    }
    expect(['loss', 'draw']).toContain(response.outcome?.your_result);
    const snapshot = await loadMatchSnapshot({
      matchId: match.id,
      viewer: 'spectator',
    });
    expect(snapshot).toMatchObject({
      status: 'completed',
      players: [{ kind: 'agent' }, { kind: 'bot', strength: 'strong', elo: null }],
    });
  });

  it('open a game when their seat moves first', async () => {
    const seat = await player();
    const match = await startMatch({
      experienceId,
      gameId: 'tic_tac_toe',
      kind: 'solo',
      seats: [{ kind: 'bot', strength: 'easy' }, seat],
      rated: false,
    });
    expect(await matchResponse({ matchId: match.id, viewer: 1 })).toMatchObject({ your_turn: true, status: 'active' });
    expect(match.ply).toBe(1);
  });

  it('play a whole exhibition by their due times', async () => {
    const match = await startMatch({
      experienceId,
      gameId: 'tic_tac_toe',
      kind: 'exhibition',
      seats: [
        { kind: 'bot', strength: 'easy' },
        { kind: 'bot', strength: 'strong' },
      ],
      rated: false,
    });
    for (let turn = 0; turn < 20; turn++) {
      const { botDueAt } = (await readMatch(match.id)) ?? {};
      if (!botDueAt) break;
      setClock(botDueAt);
      await fireDueMatches();
      await botMovesFinished();
    }
    expect((await readMatch(match.id))?.status).toBe('completed');
  });
});
