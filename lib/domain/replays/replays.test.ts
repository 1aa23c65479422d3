import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '@/lib/core/ids';
import { pool } from '@/lib/data/database';
import { firstPartyExperienceId, seedFirstParty } from '@/lib/domain/catalog';
import { actInMatch, resignMatch, startMatch } from '@/lib/domain/matches';
import { startBus, stopBus } from '@/lib/events';
import { ALL_GAMES, registerGame } from '@/lib/games';
import { masquerade } from '@/lib/games/testing/masquerade';
import type { MasqueradeState } from '@/lib/games/testing/masquerade-state';
import { useDatabase } from '@/lib/testing/database';
import { type Player, playerFixture, TIC_TAC_TOE } from '@/lib/testing/play';
import { openRecord } from './records.service';
import { replaySession, verifyMatch } from './replays.service';

useDatabase();
beforeAll(async () => {
  registerGame(masquerade);
  await startBus();
  await seedFirstParty();
});
afterAll(stopBus);

interface Response {
  status: string;
  your_turn: boolean;
  legal_moves: unknown[];
}

/** A solo game, given up after some moves when it has not ended before. */
async function played(player: Player, experience_id: string, moves: number): Promise<string> {
  const opening = await player.call<{ session_id: string; experience_response: Response }>('session.create', {
    experience_id,
    initial_action: { type: 'options', opponent: 'easy' },
  });
  const { session_id } = opening;
  let response = opening.experience_response;
  for (let n = 0; n < moves && response.status === 'active'; n++) {
    const step = await player.call<{ experience_response: Response }>('session.step', {
      session_id,
      action: response.legal_moves[0],
    });
    response = step.experience_response;
  }
  if (response.status === 'active') await player.call('session.step', { session_id, action: { type: 'resign' } });
  return session_id;
}

async function lines(matchId: string): Promise<{ line: string; [field: string]: unknown }[]> {
  const out: string[] = [];
  const { read } = await openRecord({ matchId, extension: 'jsonl', url: '' });
  for await (const text of read()) out.push(text);
  return out.map((text) => JSON.parse(text));
}

describe('the replay of a session', () => {
  async function replayed(responses: number, characters: number, page: { after: number | null; limit: number }) {
    const player = await playerFixture();
    const sessionId = await played(player, TIC_TAC_TOE, 0);
    await pool().query('DELETE FROM session_steps WHERE session_id = $1', [sessionId]);
    await pool().query(
      `INSERT INTO session_steps (session_id, step_number, action, response)
       SELECT $1, n, to_json(n), to_json(repeat('x', $3)) FROM generate_series(1, $2) AS n`,
      [sessionId, responses, characters],
    );
    const whoami = await player.call<{ agent_id: string }>('auth.whoami', {});
    return replaySession({ agentId: whoami.agent_id, sessionId, ...page });
  }

  it('contains the steps in order, and says whether more follow', async () => {
    const whole = await replayed(60, 10, { after: null, limit: 500 });
    expect(whole.steps.map(({ step_number, action }) => [step_number, action])).toEqual(
      Array.from({ length: 60 }, (_, index) => [index + 1, index + 1]),
    );
    expect(whole.has_more).toBe(false);
    const part = await replayed(60, 10, { after: 20, limit: 30 });
    expect(part.steps.map(({ step_number }) => step_number)).toEqual(Array.from({ length: 30 }, (_, n) => n + 21));
    expect(part.has_more).toBe(true);
  });

  it('is limited in size: a page ends before, and a step that no page contains is left out', async () => {
    const page = await replayed(60, 10_000, { after: null, limit: 500 });
    expect(page.steps.length).toBeGreaterThan(10);
    expect(page.has_more).toBe(true);
    expect(JSON.stringify(page).length).toBeLessThan(200_000);
    const huge = await replayed(3, 900_000, { after: null, limit: 500 });
    expect(huge.steps).toMatchObject(Array(3).fill({ action: null, response: { omitted: true } }));
  });
});

describe('a finished match', () => {
  const alone = ALL_GAMES.filter(({ hosting }) => hosting.solo).map(({ id }) => [id]);

  it.each(alone)('of %s is what its seed and its inputs give', async (gameId) => {
    const matchId = await played(await playerFixture(), firstPartyExperienceId(gameId), 6);
    expect(await verifyMatch({ matchId })).toMatchObject({ verified: true, fault: null });
  });

  it('fails verification when an input, the seed or the outcome was changed', async () => {
    const matchId = await played(await playerFixture(), TIC_TAC_TOE, 9);
    const keep = await pool().query('SELECT seed, outcome FROM matches WHERE id = $1', [matchId]);
    await pool().query(`UPDATE matches SET outcome = outcome || '{"reason":"bribery"}' WHERE id = $1`, [matchId]);
    expect((await verifyMatch({ matchId })).verified).toBe(false);
    await pool().query('UPDATE matches SET outcome = $2 WHERE id = $1', [matchId, keep.rows[0].outcome]);
    expect((await verifyMatch({ matchId })).verified).toBe(true);
    await pool().query('UPDATE matches SET seed = $2 WHERE id = $1', [matchId, '00'.repeat(32)]);
    expect(await verifyMatch({ matchId })).toMatchObject({
      verified: false,
      fault: expect.stringContaining('commitment'),
    });
    await pool().query('UPDATE matches SET seed = $2 WHERE id = $1', [matchId, keep.rows[0].seed]);
    await pool().query('DELETE FROM match_inputs WHERE match_id = $1 AND n = 2', [matchId]);
    expect((await verifyMatch({ matchId })).verified).toBe(false);
  });

  it('is exported with its seed, its inputs and all its events', async () => {
    const matchId = await played(await playerFixture(), TIC_TAC_TOE, 9);
    const exported = await lines(matchId);
    expect(exported[0]).toMatchObject({
      line: 'match',
      match_id: matchId,
      game_type: 'tic_tac_toe',
      seed: expect.any(String),
    });
    const { inputs } = await verifyMatch({ matchId });
    expect(exported.filter((entry) => entry.line === 'input')).toHaveLength(inputs);
    expect(exported.some((entry) => entry.type === 'match_started')).toBe(true);
    expect(exported.at(-1)).toMatchObject({
      line: 'end',
      status: 'completed',
      inputs,
      events: exported.filter((entry) => entry.line === 'event').length,
    });
  });

  it('is exported whole and in order when its inputs need several pages', async () => {
    const matchId = await played(await playerFixture(), TIC_TAC_TOE, 0);
    await pool().query(
      `INSERT INTO match_inputs (match_id, n, seat, move, spent_ms, at)
       SELECT $1, 1 + n, 0, to_json(n), 0, now() FROM generate_series(1, 2100) AS n`,
      [matchId],
    );
    const inputs = (await lines(matchId)).filter((entry) => entry.line === 'input');
    expect(inputs.map(({ n }) => n)).toEqual(Array.from({ length: 2101 }, (_, index) => index + 1));
  });

  it('gets a new version with each change, and a notation file only if the game has a notation', async () => {
    const player = await playerFixture();
    const chess = { experience_id: firstPartyExperienceId('chess') };
    const { session_id: matchId } = await player.call<{ session_id: string }>('session.create', chess);
    const read = async () => {
      const file = await openRecord({ matchId, extension: 'pgn', url: 'http://here/x' });
      const pieces: string[] = [];
      for await (const piece of file.read()) pieces.push(piece);
      return { ...file, text: pieces.join('') };
    };
    await player.call('session.step', { session_id: matchId, action: 'e4' });
    const running = await read();
    expect(running.text).toMatch(/\n1\. e4 .*\*\n$/s);
    expect((await read()).version).toBe(running.version);
    await player.call('session.step', { session_id: matchId, action: { type: 'resign' } });
    const ended = await read();
    expect(ended.version).not.toBe(running.version);
    expect(ended.text).toMatch(/\[Result "0-1"\][\s\S]*1\. e4 .*0-1\n$/);
    expect([running.isFinal, ended.isFinal]).toEqual([false, true]);
    // Nothing is played again for what is over: neither for its version nor for its text.
    await pool().query('DELETE FROM match_inputs WHERE match_id = $1', [matchId]);
    expect(await read()).toMatchObject({ version: ended.version, text: ended.text });
    const elsewhere = await openRecord({ matchId, extension: 'pgn', url: 'http://there/x' });
    expect(elsewhere.version).not.toBe(ended.version);
    await expect(openRecord({ matchId, extension: 'pdn', url: '' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('a running match', () => {
  it('shows public events only, and neither inputs nor seed', async () => {
    const player = await playerFixture();
    const { session_id } = await player.call<{ session_id: string }>('session.create', {
      experience_id: firstPartyExperienceId('even_odd'),
    });
    await player.call('session.step', { session_id, action: { number: 3 } });
    const exported = await lines(session_id);
    expect(exported[0]?.seed).toBeNull();
    expect(new Set(exported.map((entry) => entry.line))).toEqual(new Set(['match', 'event', 'end']));
    const events = exported.filter((entry) => entry.line === 'event');
    expect(new Set(events.map((event) => event.audience))).toEqual(new Set(['public']));
    await expect(verifyMatch({ matchId: session_id })).rejects.toMatchObject({ code: 'INVALID_STATE' });
  });

  it('keeps its version when only hidden events were added', async () => {
    const seats = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const { agentId } = await playerFixture();
        return { kind: 'agent' as const, agentId, experienceAgentId: agentId, sessionId: null, displayName: 'Guest' };
      }),
    );
    const match = await startMatch({
      experienceId: newId(),
      gameId: 'masquerade',
      kind: 'lobby',
      rated: false,
      seats,
    });
    const matchId = match.id;
    const { roles } = match.state as MasqueradeState;
    const version = async () => (await openRecord({ matchId, extension: 'jsonl', url: '' })).version;
    const atNight = await version();
    await actInMatch({ matchId, seat: 0, action: { type: 'state' } });
    expect(await version()).toBe(atNight);
    const mark = { type: 'mark', target: roles.indexOf('guest') };
    await actInMatch({ matchId, seat: roles.indexOf('masked'), action: mark });
    expect(await version()).toBe(atNight);
    await resignMatch({ matchId, seat: 0, ends: true });
    expect(await version()).not.toBe(atNight);
  });

  it('includes the inputs when the game has perfect information', async () => {
    const player = await playerFixture();
    const experience_id = TIC_TAC_TOE;
    const { session_id } = await player.call<{ session_id: string }>('session.create', { experience_id });
    await player.call('session.step', { session_id, action: 'B2' });
    const exported = await lines(session_id);
    expect(exported.find((entry) => entry.line === 'input')).toMatchObject({ n: 1, seat: 0, move: 'B2' });
    expect(exported[0]?.seed).toBeNull();
    expect(exported.at(-1)).toMatchObject({ line: 'end', status: 'active', seed: null });
  });

  it('answers NOT_FOUND for an unknown id', async () => {
    await expect(lines(newId())).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(verifyMatch({ matchId: newId() })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
