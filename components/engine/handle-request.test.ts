import { describe, expect, it } from 'vitest';
import { seedCommitment } from '@/lib/core/rng';
import { ALL_GAMES } from '@/lib/games';
import type { Analysis } from '@/lib/games/review/analysis';
import type { Check } from '@/lib/games/review/check';
import { handleRequest } from './handle-request';
import type { EngineProgress, EngineRequest } from './protocol';

const SEED = '07'.repeat(32);
const MOVES = ['A1', 'B1', 'A2', 'B2', 'A3'];
const inputs = MOVES.map((move, index) => ({ line: 'input', n: index + 1, seat: index % 2, move }));
const outcome = {
  results: [
    { seat: 0, result: 'win', rank: 1 },
    { seat: 1, result: 'loss', rank: 2 },
  ],
  reason: 'line',
  winner: 0,
};
const events = MOVES.map((move, index) => ({
  line: 'event',
  id: String(index),
  audience: 'public',
  type: 'move_played',
  data: { seat: index % 2, move, notation: `${index % 2 ? 'O' : 'X'} ${move}` },
}));
const header = {
  line: 'match',
  format: 'botplay-match',
  format_version: 1,
  game_type: 'tic_tac_toe',
  game_version: 1,
  options: {},
  players: [{}, {}],
  seed_commitment: seedCommitment(SEED),
};
const end = { line: 'end', status: 'completed', outcome, seed: SEED, inputs: 5, events: 5 };
const record = [header, ...inputs, ...events, end].map((line) => JSON.stringify(line)).join('\n');

async function handle(kind: EngineRequest['kind'], input: unknown, text = record) {
  const progress: EngineProgress[] = [];
  const urls: string[] = [];
  const context = {
    fetchText: async (url: string) => {
      urls.push(url);
      return text;
    },
    onProgress: (step: EngineProgress) => void progress.push(step),
  };
  const value = await handleRequest({ id: 1, kind, input } as EngineRequest, context);
  return { value, progress, urls };
}

describe('the worker of the rules', () => {
  it('checks the record at the given URL against the positions that were shown', async () => {
    const view = { board: ['X..', '...', '...'] };
    const { value, urls } = await handle('check', { recordUrl: '/r', positions: [{ ply: 1, view }] });
    expect(urls).toEqual(['/r']);
    expect((value as Check[]).filter(({ passed }) => !passed)).toEqual([]);
    const other = await handle('check', { recordUrl: '/r', positions: [{ ply: 2, view }] });
    expect((other.value as Check[]).at(-1)).toMatchObject({ passed: false });
  });

  it('analyses the record and reports progress', async () => {
    const { value, progress } = await handle('analyse', { recordUrl: '/r' });
    expect((value as Analysis).plies[2]?.move).toMatchObject({ grade: 'blunder', better: { notation: 'O B2' } });
    expect(progress.map(({ done }) => done)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('judges a position of a running match by its moves, without a record', async () => {
    const moves = MOVES.slice(0, 2).map((move, index) => ({ seat: index % 2, move }));
    const { value, urls } = await handle('judgePly', { gameId: 'tic_tac_toe', moves });
    expect(value).toMatchObject({ ply: 2, words: 'X wins in 3', move: { turnedGame: true } });
    expect(urls).toEqual([]);
    await expect(handle('judgePly', { gameId: 'slots', moves: [] })).rejects.toThrow('no judge');
  });

  it('names the faulty line of a record', async () => {
    await expect(handle('check', { recordUrl: '/r', positions: [] }, 'no json')).rejects.toThrow(/Line 1/);
  });

  it('opens, plays and judges positions given as text', async () => {
    const game = ALL_GAMES.find(({ id }) => id === 'tic_tac_toe');
    const opened = await handle('open', { gameId: 'tic_tac_toe', state: null });
    expect(opened.value).toMatchObject({ ok: true, value: { seat: 0 } });
    const start =
      game?.encode(game.setup({ options: game.options.parse({}), seats: 2, rng: null as never }).state) ?? '';
    const played = await handle('play', { gameId: 'tic_tac_toe', state: start, move: 'B2' });
    expect(played.value).toMatchObject({ ok: true, value: { notation: 'X B2', position: { seat: 1 } } });
    const bot = await handle('playBot', { gameId: 'tic_tac_toe', state: start, strength: 'easy', seed: '0a' });
    expect(bot.value).toMatchObject({ ok: true, value: { seat: 0 } });
    const judged = await handle('judge', { gameId: 'tic_tac_toe', state: start });
    expect(judged.value).toMatchObject({ ok: true, value: { words: 'drawn with best play' } });
  });
});
