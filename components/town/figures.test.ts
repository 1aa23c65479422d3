import { describe, expect, test } from 'vitest';
import type { TownBuilding, TownPlayer, TownSnapshot } from '@/lib/domain/werewolf';
import type { Phase } from '@/lib/games/werewolf/state';
import { arrive, nextFigures, standingFigures } from './figures';
import { gatheringPlace, PLOTS, queuePlace } from './layout';
import { doorOf, gateOf } from './streets';

const AT = '2026-01-01T00:00:00.000Z';

const queuers = (...ids: string[]) =>
  ids.map((agent_id, index) => ({
    agent_id,
    display_name: agent_id,
    kind: 'agent' as const,
    position: index + 1,
    joined_at: AT,
  }));

const town = (line: string[], buildings: TownBuilding[] = []): TownSnapshot => ({
  server_time: AT,
  queue: {
    queue_id: 'default',
    estimated_start_seconds: 0,
    size: line.length,
    required_players: 8,
    fill_at: null,
    line: queuers(...line),
  },
  buildings,
});

function building(ids: (string | null)[], phase: Phase = 'LOBBY'): TownBuilding {
  const players = ids.map(
    (agent_id, index): TownPlayer => ({
      player_id: `p:${index + 1}`,
      seat: index + 1,
      display_name: agent_id ?? `Bot ${index} (house bot)`,
      kind: agent_id ? 'agent' : 'bot',
      agent_id,
      alive: true,
      revealed_role: null,
    }),
  );
  const fixed = {
    building_instance_id: 'building',
    match_id: 'match',
    number: 1,
    name: 'Werewolf Game #1',
    plot: 3,
    kind: 'town' as const,
    status: 'active' as const,
    day_number: 0,
    phase_ends_at: null,
    winning_team: null,
    started_at: AT,
    ended_at: null,
    release_at: null,
  };
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
    expect(home.get('ada')?.way?.[0]).toEqual(gatheringPlace(3, 1));
    expect(nextFigures(new Map(), ended, town([])).size).toBe(0);
    expect(nextFigures(new Map(), running, town([])).get('ada')?.leaves).toBe(true);
  });

  test('come out of the building in the morning, stay there by day, and go in at night', () => {
    const night = town([], [building(['kai'], 'NIGHT')]);
    const day = town([], [building(['kai'], 'DAY_ANNOUNCE')]);
    const morning = nextFigures(standingFigures(night), night, day);
    expect(morning.get('kai')).toMatchObject({ place: gatheringPlace(3, 1), leaves: false });
    expect(morning.get('kai')?.way?.[0]).toEqual(doorOf(3));
    const standing = standingFigures(day);
    expect(standing.get('kai')).toMatchObject({ place: gatheringPlace(3, 1), way: null });
    expect(nextFigures(standing, day, town([], [building(['kai'], 'DAY_VOTE')]))).toEqual(standing);
    expect(nextFigures(standing, day, night).get('kai')).toMatchObject({ place: doorOf(3), leaves: true });
  });

  test('walk home when they are voted out, and are not seen when they were killed at night', () => {
    const dead = (phase: Phase): TownSnapshot => {
      const before = building(['kai', 'ada'], phase);
      return town(
        [],
        [{ ...before, players: before.players.map((player) => ({ ...player, alive: player.seat !== 1 })) }],
      );
    };
    const vote = town([], [building(['kai', 'ada'], 'DAY_VOTE')]);
    expect(nextFigures(standingFigures(vote), vote, dead('DAY_RESOLUTION')).get('kai')).toMatchObject({
      place: gateOf('kai'),
      leaves: true,
    });
    const night = town([], [building(['kai', 'ada'], 'NIGHT')]);
    const morning = nextFigures(standingFigures(night), night, dead('DAY_ANNOUNCE'));
    expect([...morning.keys()]).toEqual(['ada']);
    expect(nextFigures(morning, dead('DAY_ANNOUNCE'), dead('ENDED')).has('kai')).toBe(false);
  });

  test('are those of the buildings that the map has room for', () => {
    const beyond = [{ ...building(['kai'], 'DAY_VOTE'), plot: PLOTS.length }];
    expect(standingFigures(town([], beyond)).size).toBe(0);
    expect(nextFigures(new Map(), town([]), town([], beyond)).size).toBe(0);
  });
});
