import { describe, expect, it } from 'vitest';
import { newId } from '@/lib/core/ids';
import { pool } from '@/lib/data/database';
import { useDatabase } from '@/lib/testing/database';
import {
  advanceGame,
  deleteIdleGames,
  findGamePosition,
  isGameId,
  MAX_GAMES_PER_AGENT,
  storeGame,
} from './kept-games.service';

useDatabase();

async function begin(agentId: string = newId()) {
  const gameId = await storeGame({ agentId, gameType: 'chess', position: 'start' });
  return { gameId, agentId, gameType: 'chess' };
}

const countOf = async (agentId: string) => {
  const { rows } = await pool().query<{ n: number }>('SELECT count(*)::int AS n FROM kept_games WHERE agent_id = $1', [
    agentId,
  ]);
  return rows[0]?.n;
};

describe('a stored game', () => {
  it('advances from its position, and returns it to a caller with another one', async () => {
    const game = await begin();
    expect(await advanceGame({ ...game, from: 'start', to: 'a' })).toEqual({
      kind: 'played',
      quietMoves: 0,
      isRepeated: false,
    });
    expect(await advanceGame({ ...game, from: 'start', to: 'b' })).toEqual({ kind: 'conflict', position: 'a' });
    expect(await findGamePosition(game)).toBe('a');
  });

  it('plays one of ten concurrent identical moves and returns its position to the others', async () => {
    const game = await begin();
    for (let round = 0; round < 10; round++) {
      const from = round === 0 ? 'start' : `after ${round}`;
      const to = `after ${round + 1}`;
      const answers = await Promise.all(Array.from({ length: 10 }, () => advanceGame({ ...game, from, to })));
      expect(answers.filter(({ kind }) => kind === 'played')).toHaveLength(1);
      expect(answers.filter((one) => one.kind === 'conflict' && one.position === to)).toHaveLength(9);
    }
  });

  it('plays one of two concurrent different moves', async () => {
    const game = await begin();
    const [left, right] = await Promise.all(['left', 'right'].map((to) => advanceGame({ ...game, from: 'start', to })));
    const stands = await findGamePosition(game);
    expect([left?.kind, right?.kind].sort()).toEqual(['conflict', 'played']);
    expect(left?.kind === 'played' ? 'left' : 'right').toBe(stands);
  });

  it('is not found by another agent, as another game type, or by an unknown id', async () => {
    const game = await begin();
    for (const other of [
      { ...game, agentId: newId() },
      { ...game, gameType: 'mancala' },
      { ...game, gameId: `g_${'0'.repeat(24)}` },
    ]) {
      expect(await advanceGame({ ...other, from: 'start', to: 'a' })).toEqual({ kind: 'not_found' });
      expect(await findGamePosition(other)).toBeNull();
    }
    expect(await findGamePosition(game)).toBe('start');
    expect([game.gameId, 'g_123', '', `${game.gameId}0`].map(isGameId)).toEqual([true, false, false, false]);
    expect(await findGamePosition({ ...game, gameId: 'g_123' })).toBeNull();
  });

  it('counts moves without progress, and stores no move once they draw the game', async () => {
    const game = await begin();
    const quiet = (from: string, to: string) => advanceGame({ ...game, from, to, quietMoves: 1, quietLimit: 3 });
    expect(await quiet('start', 'a')).toMatchObject({ kind: 'played', quietMoves: 1 });
    expect(await quiet('a', 'b')).toMatchObject({ kind: 'played', quietMoves: 2 });
    expect(await advanceGame({ ...game, from: 'b', to: 'c', quietLimit: 3 })).toEqual({
      kind: 'played',
      quietMoves: 0,
      isRepeated: false,
    });
    await quiet('c', 'd');
    await quiet('d', 'e');
    expect(await quiet('e', 'f')).toMatchObject({ kind: 'played', quietMoves: 3 });
    expect(await quiet('f', 'g')).toEqual({ kind: 'drawn' });
    expect(await quiet('e', 'g')).toEqual({ kind: 'conflict', position: 'f' });
    expect(await findGamePosition(game)).toBe('f');
  });

  it('is drawn when a position occurs for the third time, and stores no move after that', async () => {
    const gameId = await storeGame({ agentId: newId(), gameType: 'chess', position: 'a1', repetitionKey: 'a' });
    const { rows } = await pool().query('SELECT agent_id FROM kept_games WHERE id = $1', [gameId]);
    const move = (from: string, to: string, isIrreversible = false) =>
      advanceGame({
        gameId,
        agentId: rows[0].agent_id,
        gameType: 'chess',
        from,
        to,
        repetition: { key: to.charAt(0), isIrreversible, limit: 3 },
      });
    expect(await move('a1', 'b1')).toMatchObject({ kind: 'played', isRepeated: false });
    await move('b1', 'a2');
    await move('a2', 'c1', true);
    await move('c1', 'a3');
    await move('a3', 'c2');
    expect(await move('c2', 'a4')).toMatchObject({ isRepeated: false });
    expect(await move('a4', 'c3')).toMatchObject({ kind: 'played', isRepeated: true });
    expect(await move('c3', 'd1')).toEqual({ kind: 'drawn' });
    expect(await move('a4', 'd1')).toEqual({ kind: 'conflict', position: 'c3' });
  });

  it('is evicted as the least recently played one of its agent', async () => {
    const [mine, theirs] = [await begin(), await begin()];
    const first = await begin(mine.agentId);
    for (let n = 2; n < MAX_GAMES_PER_AGENT; n++) await begin(mine.agentId);
    expect(await countOf(mine.agentId)).toBe(MAX_GAMES_PER_AGENT);
    await pool().query(`UPDATE kept_games SET played_at = now() - interval '1 hour' WHERE id = ANY($1)`, [
      [mine.gameId, first.gameId],
    ]);
    await advanceGame({ ...mine, from: 'start', to: 'a' });
    await begin(mine.agentId);
    expect(await countOf(mine.agentId)).toBe(MAX_GAMES_PER_AGENT);
    expect(await findGamePosition(first)).toBeNull();
    expect(await findGamePosition(mine)).toBe('a');
    expect(await findGamePosition(theirs)).toBe('start');
  });

  it('is deleted a week after its last move', async () => {
    const [idle, played] = [await begin(), await begin()];
    await pool().query('UPDATE kept_games SET played_on = CURRENT_DATE - 8 WHERE id = ANY($1)', [
      [idle.gameId, played.gameId],
    ]);
    await advanceGame({ ...played, from: 'start', to: 'a' });
    expect(await deleteIdleGames(1_000)).toBe(1);
    expect(await findGamePosition(idle)).toBeNull();
    expect(await findGamePosition(played)).toBe('a');
  });
});
