import { describe, expect, it } from 'vitest';
import type { AnyGame } from '@/lib/core/game';
import { ticTacToe } from '@/lib/games/tic-tac-toe';
import { chooseExhibitions } from './exhibitions';

const NOW = Date.parse('2026-01-01T12:00:00Z');
const ago = (seconds: number) => new Date(NOW - seconds * 1_000);
const named = (id: string, more: Partial<AnyGame> = {}): AnyGame => ({ ...(ticTacToe as AnyGame), id, ...more });
const games = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((id) => named(id));
const ids = (chosen: AnyGame[]) => chosen.map(({ id }) => id);

describe('chooseExhibitions', () => {
  it('chooses five games at first', () => {
    expect(ids(chooseExhibitions(games, [], NOW))).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('prefers games that were never shown, then those that ended longest ago', () => {
    const latest = [
      ...['a', 'b', 'c'].map((gameId) => ({ gameId, active: true, endedAt: null })),
      { gameId: 'd', active: false, endedAt: ago(20) },
      { gameId: 'e', active: false, endedAt: ago(600) },
      { gameId: 'g', active: false, endedAt: ago(40) },
    ];
    expect(ids(chooseExhibitions(games, latest, NOW))).toEqual(['f', 'e']);
  });

  it('waits for the pause after a result before it chooses the next game', () => {
    const running = ['b', 'c', 'd', 'e'].map((gameId) => ({ gameId, active: true, endedAt: null }));
    const latest = [{ gameId: 'a', active: false, endedAt: ago(3) }, ...running];
    expect(ids(chooseExhibitions(games, latest, NOW))).toEqual([]);
    expect(ids(chooseExhibitions(games, latest, NOW + 6_000))).toEqual(['f']);
  });

  it('leaves out games with a queue, which take no place of others', () => {
    const queued = named('queued', { hosting: { ...ticTacToe.hosting, queue: true } });
    const latest = [{ gameId: 'queued', active: true, endedAt: null }];
    expect(ids(chooseExhibitions([queued, ...games], latest, NOW))).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('leaves out games that are not hosted as exhibitions', () => {
    const hosting = { ...ticTacToe.hosting, exhibition: false };
    expect(chooseExhibitions([named('hidden', { hosting })], [], NOW)).toEqual([]);
  });
});
