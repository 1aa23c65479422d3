import { describe, expect, it } from 'vitest';
import { newId } from '@/lib/core/ids';
import { pool } from '@/lib/data/database';
import { useDatabase } from '@/lib/testing/database';
import { advanceGame, forgetIdleGames, keepGame, MOST_KEPT, mayBeKept, positionOfGame } from './kept-games.service';

useDatabase();

async function begin(agentId: string = newId()) {
  const gameId = await keepGame({ agentId, gameType: 'chess', position: 'start' });
  return { gameId, agentId, gameType: 'chess' };
}

const countOf = async (agentId: string) => {
  const { rows } = await pool().query<{ n: number }>('SELECT count(*)::int AS n FROM kept_games WHERE agent_id = $1', [
    agentId,
  ]);
  return rows[0]?.n;
};

describe('a kept game', () => {
  it('moves on from where it stands, and tells where it stands when it is believed elsewhere', async () => {
    const game = await begin();
    expect(await advanceGame({ ...game, from: 'start', to: 'a' })).toEqual({ kind: 'played' });
    expect(await advanceGame({ ...game, from: 'start', to: 'b' })).toEqual({ kind: 'stands_at', position: 'a' });
    expect(await positionOfGame(game)).toBe('a');
  });

  it('of ten calls with the same move lets one through and tells the others where it stands', async () => {
    const game = await begin();
    for (let round = 0; round < 10; round++) {
      const from = round === 0 ? 'start' : `after ${round}`;
      const to = `after ${round + 1}`;
      const answers = await Promise.all(Array.from({ length: 10 }, () => advanceGame({ ...game, from, to })));
      expect(answers.filter(({ kind }) => kind === 'played')).toHaveLength(1);
      expect(answers.filter((one) => one.kind === 'stands_at' && one.position === to)).toHaveLength(9);
    }
  });

  it('of two different moves at once makes one', async () => {
    const game = await begin();
    const [left, right] = await Promise.all(['left', 'right'].map((to) => advanceGame({ ...game, from: 'start', to })));
    const stands = await positionOfGame(game);
    expect([left?.kind, right?.kind].sort()).toEqual(['played', 'stands_at']);
    expect(left?.kind === 'played' ? 'left' : 'right').toBe(stands);
  });

  it('is none for another agent, for another kind of game, and under an id that nobody was given', async () => {
    const game = await begin();
    for (const other of [
      { ...game, agentId: newId() },
      { ...game, gameType: 'mancala' },
      { ...game, gameId: `g_${'0'.repeat(24)}` },
    ]) {
      expect(await advanceGame({ ...other, from: 'start', to: 'a' })).toEqual({ kind: 'not_kept' });
      expect(await positionOfGame(other)).toBeNull();
    }
    expect(await positionOfGame(game)).toBe('start');
    expect([game.gameId, 'g_123', '', `${game.gameId}0`].map(mayBeKept)).toEqual([true, false, false, false]);
    expect(await positionOfGame({ ...game, gameId: 'g_123' })).toBeNull();
  });

  it('makes room for new ones: those left alone longest go, of this agent only', async () => {
    const [mine, theirs] = [await begin(), await begin()];
    const first = await begin(mine.agentId);
    for (let n = 2; n < MOST_KEPT; n++) await begin(mine.agentId);
    expect(await countOf(mine.agentId)).toBe(MOST_KEPT);
    await pool().query(`UPDATE kept_games SET played_at = now() - interval '1 hour' WHERE id = ANY($1)`, [
      [mine.gameId, first.gameId],
    ]);
    await advanceGame({ ...mine, from: 'start', to: 'a' });
    await begin(mine.agentId);
    expect(await countOf(mine.agentId)).toBe(MOST_KEPT);
    expect(await positionOfGame(first)).toBeNull();
    expect(await positionOfGame(mine)).toBe('a');
    expect(await positionOfGame(theirs)).toBe('start');
  });

  it('is forgotten a week after its last move', async () => {
    const [idle, played] = [await begin(), await begin()];
    await pool().query('UPDATE kept_games SET played_on = CURRENT_DATE - 8 WHERE id = ANY($1)', [
      [idle.gameId, played.gameId],
    ]);
    await advanceGame({ ...played, from: 'start', to: 'a' });
    expect(await forgetIdleGames()).toBe(1);
    expect(await positionOfGame(idle)).toBeNull();
    expect(await positionOfGame(played)).toBe('a');
  });
});
