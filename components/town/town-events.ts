import type { WatchedEvent } from '@/lib/domain/streams';
import type { TownBuilding, TownQueue, TownSnapshot } from '@/lib/domain/werewolf';

/** The town after one event of the stream `town`. An event of an unknown type changes nothing. */
export function applyTownEvent(town: TownSnapshot, { type, data }: Pick<WatchedEvent, 'type' | 'data'>): TownSnapshot {
  switch (type) {
    case 'queue_changed':
      return { ...town, queue: data.queue as TownQueue };
    case 'building_changed':
      return { ...town, buildings: withBuilding(town.buildings, data.building as TownBuilding) };
    case 'building_removed':
      return { ...town, buildings: town.buildings.filter(({ match_id }) => match_id !== data.match_id) };
    default:
      return town;
  }
}

function withBuilding(buildings: readonly TownBuilding[], changed: TownBuilding): TownBuilding[] {
  const others = buildings.filter(({ match_id }) => match_id !== changed.match_id);
  return [...others, changed].sort((one, other) => one.number - other.number);
}
