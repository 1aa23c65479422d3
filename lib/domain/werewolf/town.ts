import { iso, now } from '@/lib/core/clock';
import { type MatchRow, readMatches, type SeatRow } from '@/lib/domain/matches';
import type { WerewolfState } from '@/lib/games/werewolf/state';
import { type Building, findBuilding, findBuildingsOnMap } from './buildings.repo';
import { estimateStartS } from './queue';
import { findQueue, type StoredQueue } from './queue.repo';
import type { TownBuilding, TownPlayer, TownQueue, TownSnapshot } from './town.schema';
import { buildingInstanceId, buildingName, DEFAULT_QUEUE, playerIdOf, REQUIRED_PLAYERS } from './werewolf.schema';

/** Buildings of one snapshot; the oldest ones come first. */
const MAX_BUILDINGS = 100;

/** The queue line and every building on the map, with what spectators may know. Three queries. werewolf.md, 2. */
export async function loadTownSnapshot(): Promise<TownSnapshot> {
  const [queue, buildings] = await Promise.all([findQueue(DEFAULT_QUEUE), findBuildingsOnMap(MAX_BUILDINGS)]);
  const matches = await readMatches(buildings.map(({ matchId }) => matchId));
  const byId = new Map(matches.map((match) => [match.id, match]));
  return {
    server_time: iso(now()),
    queue: toTownQueue(queue),
    buildings: buildings.flatMap((building) => {
      const match = byId.get(building.matchId);
      return match ? [toTownBuilding(building, match)] : [];
    }),
  };
}

function toTownQueue(queue: StoredQueue): TownQueue {
  return {
    queue_id: DEFAULT_QUEUE,
    size: queue.entries.length,
    required_players: REQUIRED_PLAYERS,
    fill_at: queue.fillAt?.toISOString() ?? null,
    estimated_start_seconds: estimateStartS(queue, now()),
    line: queue.entries.map((entry, index) => ({
      agent_id: entry.agentId,
      display_name: entry.displayName,
      kind: entry.kind,
      position: index + 1,
      joined_at: entry.joinedAt.toISOString(),
    })),
  };
}

function toTownBuilding({ number, plot, releaseAt }: Building, match: MatchRow): TownBuilding {
  const state = match.state as WerewolfState;
  return {
    building_instance_id: buildingInstanceId(number),
    match_id: match.id,
    number,
    name: buildingName(number),
    plot,
    kind: match.kind === 'exhibition' ? 'exhibition' : 'town',
    status: match.status,
    phase: phaseOf(match),
    day_number: state.dayNumber,
    phase_ends_at: match.deadlineAt?.toISOString() ?? null,
    players_alive: state.alive.filter(Boolean).length,
    players: match.seats.map((seat) => toTownPlayer(match, seat)),
    winning_team: state.winner,
    started_at: match.startedAt.toISOString(),
    ended_at: match.endedAt?.toISOString() ?? null,
    release_at: releaseAt?.toISOString() ?? null,
  };
}

/** The phase; ENDED for a match that ended in another way than by its rules too. */
export const phaseOf = (match: MatchRow): WerewolfState['phase'] =>
  match.status === 'active' ? (match.state as WerewolfState).phase : 'ENDED';

function toTownPlayer(match: MatchRow, { seat, displayName, kind, agentId }: SeatRow): TownPlayer {
  return {
    player_id: playerIdOf(seat),
    seat: seat + 1,
    display_name: displayName,
    kind,
    agent_id: agentId,
    alive: isAlive(match, seat),
    revealed_role: revealedRole(match, seat),
  };
}

const isAlive = (match: MatchRow, seat: number): boolean => (match.state as WerewolfState).alive[seat] ?? false;

/** The role of a dead player; after the end of every player. werewolf.md, 3.4. */
function revealedRole(match: MatchRow, seat: number): WerewolfState['roles'][number] | null {
  const isPublic = match.status !== 'active' || !isAlive(match, seat);
  return isPublic ? ((match.state as WerewolfState).roles[seat] ?? null) : null;
}

/** The building of a match; null for a match that is not played in the town. */
export async function readBuilding(
  matchId: string,
): Promise<Pick<TownBuilding, 'building_instance_id' | 'number' | 'name' | 'plot'> | null> {
  const building = await findBuilding(matchId);
  if (!building) return null;
  const { number, plot } = building;
  return { building_instance_id: buildingInstanceId(number), number, name: buildingName(number), plot };
}
