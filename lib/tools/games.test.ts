import { describe, expect, it } from 'vitest';
import type { AgentCaller } from '@/lib/core/caller';
import type { GameWire } from '@/lib/core/game-wire';
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

const wires = ALL_GAMES.flatMap(({ wire }): GameWire<unknown>[] => (wire ? [wire] : []));
const kept = wires.filter(({ keepsGames }) => keepsGames).map((wire) => [wire.gameType, wire] as const);

async function newAgent() {
  caller = (await agentFixture()).caller;
}

/** A begun game with a legal move in it: random deals may be over at once, so it begins until one goes on. */
async function begun(wire: GameWire<unknown>) {
  for (;;) {
    const game = await answer(wire.begin.tool, {});
    const position = game[wire.stateField] as string;
    const legal = await answer(wire.legal?.tool ?? '', { [wire.stateField]: position });
    const [move, other] = Object.values(legal).find(Array.isArray) as unknown[];
    if (move === undefined || other === undefined) continue;
    return { gameId: game.gameId as string, position, move, other };
  }
}

describe.each(kept)('a kept game of %s', (_gameType, wire) => {
  const field = wire.apply.move?.field ?? '';
  const apply = (gameId: unknown, position: unknown, move: unknown, agent = caller) =>
    answer(wire.apply.tool, { gameId, [wire.stateField]: position, [field]: move } as Json, agent);

  it('moves on, and tells a caller with another state where it stands', async () => {
    await newAgent();
    const { gameId, position, move, other } = await begun(wire);
    const first = await apply(gameId, position, move);
    expect(first).toMatchObject({ type: wire.snapshotType, gameType: wire.gameType, gameId, legal: true });
    const stands = first[wire.stateField];
    expect(stands).not.toBe(position);
    const astray = {
      type: wire.snapshotType,
      gameType: wire.gameType,
      gameId,
      legal: false,
      [wire.stateField]: stands,
      error: expect.stringContaining(`State does not match game ${gameId}`),
    };
    expect(await apply(gameId, position, other)).toEqual(astray);
    expect(await apply(gameId, position, 'no move at all')).toEqual(astray);
    expect(await apply(gameId, wire.example.position, wire.example.move)).toEqual(astray);
    // Damaged on the way: cut off, or wrapped in more than it was.
    expect(await apply(gameId, (stands as string).slice(0, -2), move)).toMatchObject({ ...astray });
    expect(await apply(gameId, `"${stands}"`, move)).toMatchObject({ ...astray });
    expect(await apply(gameId, stands, 'no move at all')).toMatchObject({ legal: false, [wire.stateField]: stands });
  });

  it('lets one of ten equal calls through', async () => {
    await newAgent();
    const { gameId, position, move } = await begun(wire);
    const answers = await Promise.all(Array.from({ length: 10 }, () => apply(gameId, position, move)));
    const played = answers.filter(({ legal }) => legal === true);
    expect(played).toHaveLength(1);
    for (const { legal, [wire.stateField]: state } of answers) {
      expect([legal, state]).toEqual([legal, played[0]?.[wire.stateField]]);
    }
  });

  it('is an analysis board for anybody else, and under any other id', async () => {
    await newAgent();
    const { gameId, position, move } = await begun(wire);
    const { caller: stranger } = await agentFixture();
    await apply(gameId, position, move);
    const ids: [string, AgentCaller][] = [
      [gameId, stranger],
      [`g_${'0'.repeat(24)}`, caller],
      ['g_123', caller],
      ['', caller],
    ];
    for (const [id, agent] of ids) {
      const analysed = await apply(id, position, move, agent);
      expect(analysed).toMatchObject({ gameId: id, legal: true });
      expect(await apply(id, position, move, agent)).toEqual(analysed);
    }
    const { rows } = await pool().query('SELECT id FROM kept_games WHERE agent_id = $1', [stranger.agentId]);
    expect(rows).toEqual([]);
  });

  it('refuses what is no move with a reason, and leaves the state as it was', async () => {
    await newAgent();
    const { gameId, position } = await begun(wire);
    const wrong = [null, 0, -1, 99, 1.5, '', 'zz', 'Z99', [], {}, { [field]: null }, true, 'x'.repeat(5000)];
    for (const move of wrong) {
      expect(await apply(gameId, position, move)).toEqual({
        type: wire.snapshotType,
        gameType: wire.gameType,
        gameId,
        legal: false,
        [wire.stateField]: position,
        error: expect.stringMatching(/.{10}/),
      });
    }
  });

  it('takes the example that the docs show', async () => {
    await newAgent();
    expect(await apply('g_123', wire.example.position, wire.example.move)).toMatchObject({ legal: true });
  });

  it('is a fault of the request where a field is missing or the state is none', async () => {
    await newAgent();
    const whole: Json = { gameId: 'g_123', [wire.stateField]: wire.example.position, [field]: wire.example.move };
    for (const missing of Object.keys(whole)) {
      const { [missing]: _, ...rest } = whole;
      expect(await run(wire.apply.tool, rest)).toMatchObject({
        ok: false,
        stage: 'parse',
        error: { code: 'VALIDATION_ERROR', details: { issues: [{ path: [missing] }] } },
      });
    }
    const { gameId } = await begun(wire);
    const questions = [wire.legal, wire.choose].map((question) => question?.tool ?? '');
    for (const tool of [wire.apply.tool, ...questions]) {
      for (const nonsense of ['', 'nonsense', 'null', '{}', 'G', '|||', 7, null, ['a'], 'x'.repeat(5000)]) {
        const input = tool === wire.apply.tool ? { ...whole, gameId } : {};
        expect(await run(tool, { ...input, [wire.stateField]: nonsense })).toMatchObject({
          ok: false,
          stage: 'parse',
          error: { code: 'VALIDATION_ERROR', details: { issues: [{ path: [wire.stateField] }] } },
        });
      }
    }
  });

  it('answers a repeated key as the first time, and plays once', async () => {
    await newAgent();
    const { gameId, position, move } = await begun(wire);
    const input = { gameId, [wire.stateField]: position, [field]: move } as Json;
    const first = await run(wire.apply.tool, input, 'key-1');
    expect(first).toMatchObject({ ok: true, value: { legal: true } });
    expect(await run(wire.apply.tool, input, 'key-1')).toMatchObject({
      ok: true,
      value: (first as { value: Json }).value,
    });
    const begin = async () => ((await run(wire.begin.tool, {}, 'key-2')) as { value: Json }).value;
    expect(await begin()).toEqual(await begin());
  });
});

describe('what is asked for', () => {
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

  it('a misspelt argument is a fault of the request', async () => {
    await newAgent();
    expect(await run('new_chess_game', { colour: 'white' })).toMatchObject({ ok: false, stage: 'parse' });
    expect(await run('roll_rpg_dice', {})).toMatchObject({
      ok: false,
      stage: 'parse',
      error: { details: { issues: [{ path: ['sides'] }] } },
    });
  });

  it('refusals fit the schema that clients hold answers against', () => {
    for (const wire of wires) {
      const head = { type: wire.snapshotType, gameType: wire.gameType, legal: false, error: 'No.' };
      expect(findTool(wire.begin.tool)?.output.safeParse(head).success).toBe(true);
      const refused = { ...head, ...(wire.keepsGames ? { gameId: 'g_1' } : {}), [wire.stateField]: 'as it was' };
      expect(findTool(wire.apply.tool)?.output.safeParse(refused).success).toBe(true);
    }
  });
});
