import { describe, expect, it } from 'vitest';
import type { AgentCaller } from '@/lib/core/caller';
import type { StatelessAdapter } from '@/lib/core/stateless-adapter';
import { pool } from '@/lib/data/database';
import { ALL_GAMES } from '@/lib/games';
import { useDatabase } from '@/lib/testing/database';
import { agentFixture } from '@/lib/testing/fixtures';
import { findTool } from './find';
import { runTool } from './run';

useDatabase();

type Json = Record<string, unknown>;

let caller: AgentCaller;

async function run(name: string, input: Json, idempotencyKey: string | null = null, agent = caller) {
  const call = { transport: 'rest' as const, signal: new AbortController().signal, requestId: 'r', idempotencyKey };
  return runTool(name, input, agent, call);
}

async function answer(name: string, input: Json, agent = caller): Promise<Json> {
  const outcome = await run(name, input, null, agent);
  if (!outcome.ok) throw outcome.error;
  return outcome.value as Json;
}

const adapters = ALL_GAMES.flatMap(({ statelessAdapter: adapter }): StatelessAdapter<unknown>[] =>
  adapter ? [adapter] : [],
);
const withStoredGames = adapters
  .filter(({ keepsGames }) => keepsGames)
  .map((adapter) => [adapter.gameType, adapter] as const);

async function newAgent() {
  caller = (await agentFixture()).caller;
}

/** A new game with two legal moves. A random deal may end the game immediately, so it retries. */
async function beginGame(adapter: StatelessAdapter<unknown>) {
  for (;;) {
    const game = await answer(adapter.begin.tool, {});
    const position = game[adapter.stateField] as string;
    const legal = await answer(adapter.legal?.tool ?? '', { [adapter.stateField]: position });
    const [move, other] = Object.values(legal).find(Array.isArray) as unknown[];
    if (move === undefined || other === undefined) continue;
    return { gameId: game.gameId as string, position, move, other };
  }
}

describe.each(withStoredGames)('a stored game of %s', (_gameType, adapter) => {
  const field = adapter.apply.move?.field ?? '';
  const apply = (gameId: unknown, position: unknown, move: unknown, agent = caller) =>
    answer(adapter.apply.tool, { gameId, [adapter.stateField]: position, [field]: move } as Json, agent);

  it('plays a move, and answers a mismatching state with the stored one', async () => {
    await newAgent();
    const { gameId, position, move, other } = await beginGame(adapter);
    const first = await apply(gameId, position, move);
    expect(first).toMatchObject({ type: adapter.snapshotType, gameType: adapter.gameType, gameId, legal: true });
    const current = first[adapter.stateField];
    expect(current).not.toBe(position);
    const mismatch = {
      type: adapter.snapshotType,
      gameType: adapter.gameType,
      gameId,
      legal: false,
      [adapter.stateField]: current,
      error: expect.stringContaining(`State does not match game ${gameId}`),
    };
    expect(await apply(gameId, position, other)).toEqual(mismatch);
    expect(await apply(gameId, position, 'no move at all')).toEqual(mismatch);
    expect(await apply(gameId, adapter.example.position, adapter.example.move)).toEqual(mismatch);
    // Damaged states: cut off, or quoted twice.
    expect(await apply(gameId, (current as string).slice(0, -2), move)).toMatchObject({ ...mismatch });
    expect(await apply(gameId, `"${current}"`, move)).toMatchObject({ ...mismatch });
    expect(await apply(gameId, current, 'no move at all')).toMatchObject({
      legal: false,
      [adapter.stateField]: current,
    });
  });

  it('plays one of ten concurrent identical calls', async () => {
    await newAgent();
    const { gameId, position, move } = await beginGame(adapter);
    const answers = await Promise.all(Array.from({ length: 10 }, () => apply(gameId, position, move)));
    const played = answers.filter(({ legal }) => legal === true);
    expect(played).toHaveLength(1);
    for (const { legal, [adapter.stateField]: state } of answers) {
      expect([legal, state]).toEqual([legal, played[0]?.[adapter.stateField]]);
    }
  });

  it('is an analysis board for any text that is no id of a kept game', async () => {
    await newAgent();
    const { position, move } = await beginGame(adapter);
    for (const id of ['g_123', 'analysis', '']) {
      const analysed = await apply(id, position, move);
      expect(analysed).toMatchObject({ gameId: id, legal: true });
      expect(await apply(id, position, move)).toEqual(analysed);
    }
  });

  it('refuses a move under the id of a game that is not kept any more, or that another agent began', async () => {
    await newAgent();
    const { gameId, position, move } = await beginGame(adapter);
    const { caller: stranger } = await agentFixture();
    const ids: [string, AgentCaller][] = [
      [gameId, stranger],
      [`g_${'0'.repeat(24)}`, caller],
    ];
    for (const [id, agent] of ids) {
      for (const sent of [move, 'zz']) {
        expect(await apply(id, position, sent, agent)).toEqual({
          type: adapter.snapshotType,
          gameType: adapter.gameType,
          gameId: id,
          legal: false,
          [adapter.stateField]: position,
          error: expect.stringContaining(`Game ${id} is not kept any more`),
        });
      }
    }
    const { rows } = await pool().query('SELECT id FROM kept_games WHERE agent_id = $1', [stranger.agentId]);
    expect(rows).toEqual([]);
  });

  it('refuses an invalid move with a reason and the unchanged state', async () => {
    await newAgent();
    const { gameId, position } = await beginGame(adapter);
    const wrong = [null, 0, -1, 99, 1.5, '', 'zz', 'Z99', [], {}, { [field]: null }, true, 'x'.repeat(5000)];
    for (const move of wrong) {
      expect(await apply(gameId, position, move)).toEqual({
        type: adapter.snapshotType,
        gameType: adapter.gameType,
        gameId,
        legal: false,
        [adapter.stateField]: position,
        error: expect.stringMatching(/.{10}/),
      });
    }
  });

  it('accepts the example of the docs', async () => {
    await newAgent();
    expect(await apply('g_123', adapter.example.position, adapter.example.move)).toMatchObject({ legal: true });
  });

  it('rejects a missing field and an unreadable state with VALIDATION_ERROR', async () => {
    await newAgent();
    const whole: Json = {
      gameId: 'g_123',
      [adapter.stateField]: adapter.example.position,
      [field]: adapter.example.move,
    };
    for (const missing of Object.keys(whole)) {
      const { [missing]: _, ...rest } = whole;
      expect(await run(adapter.apply.tool, rest)).toMatchObject({
        ok: false,
        stage: 'parse',
        error: { code: 'VALIDATION_ERROR', details: { issues: [{ path: [missing] }] } },
      });
    }
    const { gameId } = await beginGame(adapter);
    const questions = [adapter.legal, adapter.choose].map((question) => question?.tool ?? '');
    for (const tool of [adapter.apply.tool, ...questions]) {
      for (const nonsense of ['', 'nonsense', 'null', '{}', 'G', '|||', 7, null, ['a'], 'x'.repeat(5000)]) {
        const input = tool === adapter.apply.tool ? { ...whole, gameId } : {};
        expect(await run(tool, { ...input, [adapter.stateField]: nonsense })).toMatchObject({
          ok: false,
          stage: 'parse',
          error: { code: 'VALIDATION_ERROR', details: { issues: [{ path: [adapter.stateField] }] } },
        });
      }
    }
  });

  it('plays once for a repeated idempotency key', async () => {
    await newAgent();
    const { gameId, position, move } = await beginGame(adapter);
    const input = { gameId, [adapter.stateField]: position, [field]: move } as Json;
    const first = await run(adapter.apply.tool, input, 'key-1');
    expect(first).toMatchObject({ ok: true, value: { legal: true } });
    expect(await run(adapter.apply.tool, input, 'key-1')).toMatchObject({
      ok: true,
      value: (first as { value: Json }).value,
    });
    const begin = async () => ((await run(adapter.begin.tool, {}, 'key-2')) as { value: Json }).value;
    expect(await begin()).toEqual(await begin());
  });
});

describe('inputs', () => {
  it.each([
    ['new_chess_game', { side: 'green' }],
    ['new_chess_game', { side: null }],
    ['new_tic_tac_toe_game', { side: 'x' }],
    ['new_blackjack_game', { stack: 0 }],
    ['new_blackjack_game', { stack: 5, bet: 6 }],
    ['new_blackjack_game', { bet: '10' }],
    ['new_slot_game', { stack: -1 }],
    ['new_slot_game', { bet: 1.5 }],
    ['roll_rpg_dice', { sides: '20' }],
    ['roll_rpg_dice', { sides: 6, count: 0 }],
    ['roll_rpg_dice', { sides: 6, count: null }],
  ])('%s refuses %j and begins nothing', async (name, input) => {
    await newAgent();
    const refused = await answer(name, input);
    expect(refused).toMatchObject({ legal: false, error: expect.stringMatching(/.{10}/) });
    expect(refused).not.toHaveProperty('gameId');
    const { rows } = await pool().query('SELECT id FROM kept_games WHERE agent_id = $1', [caller.agentId]);
    expect(rows).toEqual([]);
  });

  it('rejects an unknown argument with VALIDATION_ERROR', async () => {
    await newAgent();
    expect(await run('new_chess_game', { colour: 'white' })).toMatchObject({ ok: false, stage: 'parse' });
    expect(await run('roll_rpg_dice', {})).toMatchObject({
      ok: false,
      stage: 'parse',
      error: { details: { issues: [{ path: ['sides'] }] } },
    });
  });

  it('lists output schemas that accept refusals', () => {
    for (const adapter of adapters) {
      const head = { type: adapter.snapshotType, gameType: adapter.gameType, legal: false, error: 'No.' };
      expect(findTool(adapter.begin.tool)?.output.safeParse(head).success).toBe(true);
      const refused = { ...head, ...(adapter.keepsGames ? { gameId: 'g_1' } : {}), [adapter.stateField]: 'unchanged' };
      expect(findTool(adapter.apply.tool)?.output.safeParse(refused).success).toBe(true);
    }
  });
});

describe('a stored game of chess', () => {
  const SHUFFLE = ['g1f3', 'g8f6', 'f3g1', 'f6g8'];

  it('is drawn when a position occurs for the third time, and a bare position is not', async () => {
    await newAgent();
    const begun = await answer('new_chess_game', {});
    const apply = (gameId: unknown, fen: unknown, moveUci: string) =>
      answer('apply_chess_move', { gameId, fen, moveUci } as Json);
    let fen = begun.fen;
    let last = begun;
    for (const move of ['e2e3', 'e7e6', ...SHUFFLE, ...SHUFFLE]) {
      expect(last).toMatchObject({ status: 'in_progress' });
      const free = await apply('analysis', fen, move);
      expect(free).toMatchObject({ legal: true, status: 'in_progress' });
      last = await apply(begun.gameId, fen, move);
      fen = last.fen;
    }
    expect(last).toMatchObject({ legal: true, status: 'draw', reason: 'threefold', check: false, turn: 'w' });
    expect(last).not.toHaveProperty('winner');
    expect(await apply(begun.gameId, fen, 'd2d4')).toMatchObject({
      legal: false,
      fen,
      error: 'Illegal move. The game is over: a draw.',
    });
    expect((await answer('legal_chess_moves', { fen } as Json)).movesUci).toContain('d2d4');
  });
});

describe('a stored game of checkers', () => {
  /** White's king on g1 and a man on d2, black's king on b8. */
  const KINGS = '.B....../......../......../......../......../......../...w..../......W. w';

  /** A game at that position with a count of moves without progress. */
  async function storedAt(quietMoves: number): Promise<string> {
    await newAgent();
    const { gameId } = await answer('new_checkers_game', {});
    await pool().query('UPDATE kept_games SET position = $2, quiet_moves = $3 WHERE id = $1', [
      gameId,
      KINGS,
      quietMoves,
    ]);
    return gameId as string;
  }

  const apply = (gameId: string, state: unknown, move: string) =>
    answer('apply_checkers_move', { gameId, state, move } as Json);

  it('is drawn after 40 moves each without a capture or a move of a man', async () => {
    const gameId = await storedAt(78);
    const first = await apply(gameId, KINGS, 'g1h2');
    expect(first).toMatchObject({ legal: true, status: 'in_progress' });
    const last = await apply(gameId, first.state, 'b8a7');
    expect(last).toMatchObject({ legal: true, status: 'game_over', winner: 'draw', lastMove: { notation: 'b8a7' } });
    expect(await apply(gameId, last.state, 'h2g1')).toMatchObject({
      legal: false,
      state: last.state,
      error: expect.stringContaining('The game is over'),
    });
  });

  it('resets the count after a move of a man', async () => {
    const gameId = await storedAt(79);
    expect(await apply(gameId, KINGS, 'd2e3')).toMatchObject({ legal: true, status: 'in_progress' });
  });

  it('counts quiet moves only under its gameId', async () => {
    const gameId = await storedAt(79);
    expect(await apply('analysis', KINGS, 'g1h2')).toMatchObject({ legal: true, status: 'in_progress' });
    const { state } = await apply(gameId, KINGS, 'g1h2');
    for (const tool of ['legal_checkers_moves', 'choose_checkers_opponent_move'])
      expect((await answer(tool, { state } as Json)).moves).toEqual(['b8a7', 'b8c7']);
  });
});
