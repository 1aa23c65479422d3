import { describe, expect, test } from 'vitest';
import { arrive, nextFigures, standingFigures } from './figures';
import { queuePlace } from './layout';
import { doorOf, gateOf } from './streets';
import type { Phase, TownBuilding, TownPlayer, TownSnapshot } from './types';

const queuers = (...ids: string[]) =>
  ids.map((agent_id) => ({ agent_id, display_name: agent_id, kind: 'agent' as const }));

const town = (line: string[], buildings: TownBuilding[] = []): TownSnapshot => ({
  server_time: '2026-01-01T00:00:00.000Z',
  queue: { size: line.length, required_players: 8, fill_at: null, line: queuers(...line) },
  buildings,
});

function building(ids: (string | null)[], phase: Phase = 'LOBBY'): TownBuilding {
  const players = ids.map(
    (agent_id, index): TownPlayer => ({
      seat: index + 1,
      display_name: agent_id ?? `Bot ${index} (house bot)`,
      kind: agent_id ? 'agent' : 'bot',
      agent_id,
      alive: true,
    }),
  );
  const fixed = { match_id: 'match', number: 1, plot: 3, day_number: 0, phase_ends_at: null, winning_team: null };
  return { ...fixed, phase, players, players_alive: players.length };
}

describe('the figures of the town', () => {
  test('stand in line when the page opens, and walk in when they join', () => {
    const before = town(['ada']);
    const after = town(['ada', 'kai']);
    const figures = nextFigures(standingFigures(before), before, after);
    expect(figures.get('ada')).toMatchObject({ place: queuePlace(0), way: null });
    expect(figures.get('kai')).toMatchObject({ place: queuePlace(1), leaves: false });
    expect(figures.get('kai')?.way?.[0]).toEqual(gateOf('kai'));
    expect(arrive(figures, 'kai').get('kai')).toMatchObject({ place: queuePlace(1), way: null });
  });

  test('move up when the first leaves the queue and walks home', () => {
    const before = town(['ada', 'kai']);
    const after = town(['kai']);
    const figures = nextFigures(standingFigures(before), before, after);
    expect(figures.get('kai')).toMatchObject({ place: queuePlace(0), way: [queuePlace(1), queuePlace(0)] });
    expect(figures.get('ada')).toMatchObject({ place: gateOf('ada'), leaves: true });
    expect(arrive(figures, 'ada').has('ada')).toBe(false);
  });

  test('walk from the queue to the building when a match begins, and house bots come from outside', () => {
    const before = town(['ada']);
    const after = town([], [building(['ada', null])]);
    const figures = nextFigures(standingFigures(before), before, after);
    expect(figures.get('ada')?.way?.[0]).toEqual(queuePlace(0));
    expect(figures.get('ada')).toMatchObject({ place: doorOf(3), leaves: true });
    expect(figures.get('match:Bot 11')).toMatchObject({ name: 'Bot 1', place: doorOf(3) });
  });

  test('walk home when the match is over, once, whether its building stays or not', () => {
    const running = town([], [building(['ada'], 'DAY_VOTE')]);
    const ended = town([], [building(['ada'], 'ENDED')]);
    const home = nextFigures(new Map(), running, ended);
    expect(home.get('ada')).toMatchObject({ place: gateOf('ada'), leaves: true });
    expect(home.get('ada')?.way?.[0]).toEqual(doorOf(3));
    expect(nextFigures(new Map(), ended, town([])).size).toBe(0);
    expect(nextFigures(new Map(), running, town([])).get('ada')?.leaves).toBe(true);
  });

  test('stay where they are when only a phase changes', () => {
    const before = town(['ada'], [building(['kai'], 'NIGHT')]);
    const figures = standingFigures(before);
    expect(nextFigures(figures, before, town(['ada'], [building(['kai'], 'DAY_VOTE')]))).toEqual(figures);
  });
});
