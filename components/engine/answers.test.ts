import { describe, expect, it } from 'vitest';
import { seedCommitment } from '@/lib/core/rng';
import { ALL_GAMES } from '@/lib/games';
import type { Analysis } from '@/lib/games/review/analysis';
import type { Check } from '@/lib/games/review/check';
import { answer } from './answers';
import type { EngineProgress, EngineQuestion } from './protocol';

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

async function asked(kind: EngineQuestion['kind'], ask: unknown, text = record) {
  const progress: EngineProgress[] = [];
  const urls: string[] = [];
  const around = {
    fetchText: async (url: string) => {
      urls.push(url);
      return text;
    },
    onProgress: (step: EngineProgress) => void progress.push(step),
  };
  const value = await answer({ id: 1, kind, ask } as EngineQuestion, around);
  return { value, progress, urls };
}

describe('what the worker answers', () => {
  it('checks the record at the address that it is given, against what was drawn', async () => {
    const view = { board: ['X..', '...', '...'] };
    const { value, urls } = await asked('check', { recordUrl: '/r', shown: [{ ply: 1, view }] });
    expect(urls).toEqual(['/r']);
    expect((value as Check[]).filter(({ holds }) => !holds)).toEqual([]);
    const other = await asked('check', { recordUrl: '/r', shown: [{ ply: 2, view }] });
    expect((other.value as Check[]).at(-1)).toMatchObject({ holds: false });
  });

  it('analyses it, telling how far it is', async () => {
    const { value, progress } = await asked('analyse', { recordUrl: '/r' });
    expect((value as Analysis).plies[2]?.move).toMatchObject({ grade: 'blunder', better: { notation: 'O B2' } });
    expect(progress.map(({ done }) => done)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('says what is wrong with a record', async () => {
    await expect(asked('check', { recordUrl: '/r', shown: [] }, 'no json')).rejects.toThrow(/Line 1/);
  });

  it('opens, plays and judges positions that come back as texts', async () => {
    const game = ALL_GAMES.find(({ id }) => id === 'tic_tac_toe');
    const opened = await asked('open', { gameId: 'tic_tac_toe', state: null });
    expect(opened.value).toMatchObject({ ok: true, value: { seat: 0 } });
    const start =
      game?.encode(game.setup({ options: game.options.parse({}), seats: 2, rng: null as never }).state) ?? '';
    const played = await asked('play', { gameId: 'tic_tac_toe', state: start, move: 'B2' });
    expect(played.value).toMatchObject({ ok: true, value: { notation: 'X B2', position: { seat: 1 } } });
    const house = await asked('house', { gameId: 'tic_tac_toe', state: start, strength: 'easy', seed: '0a' });
    expect(house.value).toMatchObject({ ok: true, value: { seat: 0 } });
    const judged = await asked('judge', { gameId: 'tic_tac_toe', state: start });
    expect(judged.value).toMatchObject({ ok: true, value: { words: 'drawn with best play' } });
  });
});
