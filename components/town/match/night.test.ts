import { expect, test } from 'vitest';
import { readTranscript } from '@/lib/games/werewolf/transcript';
import { nightActsAt } from './night';

const NAMES = ['Nova', 'Ada', 'Zoe', 'Kai', 'Milo', 'Iris', 'Otto', 'Vera'];

function read(...events: [type: string, data: Record<string, unknown>][]) {
  return readTranscript(
    events.map(([type, data], index) => ({
      id: String(index).padStart(26, '0'),
      type,
      at: new Date(Date.UTC(2026, 0, 1, 0, 0, index)).toISOString(),
      audience: type === 'phase_changed' ? 'public' : 'omniscient',
      data,
    })),
    NAMES,
  );
}

const phase = (to: string, dayNumber: number): [string, Record<string, unknown>] => [
  'phase_changed',
  { to, dayNumber, phaseMs: 45_000 },
];
const attack = (by: number, target: number, night: number): [string, Record<string, unknown>] => [
  'target_chosen',
  { byPlayerId: `p:${by}`, targetPlayerId: `p:${target}`, night, message: '' },
];

test('the shadows of a night are the last choice of each player in that night, up to the step, and none by day', () => {
  const { lines, scenes } = read(
    phase('NIGHT', 0),
    attack(3, 1, 1),
    attack(3, 5, 1),
    ['player_protected', { byPlayerId: 'p:2', targetPlayerId: 'p:5', night: 1, message: '' }],
    phase('DAY_ANNOUNCE', 1),
    phase('NIGHT', 1),
    attack(3, 7, 2),
  );
  const at = (step: number) =>
    nightActsAt(lines, step, scenes[step] as (typeof scenes)[number]).map(({ from, to, kind }) => [from, to, kind]);
  const last = (type: string) => lines.findLastIndex(({ event }) => event.type === type);
  expect(at(0)).toEqual([]);
  expect(at(1)).toEqual([[2, 0, 'attack']]);
  expect(at(last('player_protected'))).toEqual([
    [2, 4, 'attack'],
    [1, 4, 'protect'],
  ]);
  expect(at(last('player_protected') + 1)).toEqual([]);
  expect(at(lines.length - 1)).toEqual([[2, 6, 'attack']]);
});
