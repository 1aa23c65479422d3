import type { Caller } from '@/lib/core/caller';
import { leagueStream, matchStream, type StreamName } from '@/lib/core/stream';
import { DEFAULT_LEAGUE_ID, getLeague, readGameState, readStandings } from '@/lib/domain/leagues';
import { requireScope } from './access';
import { standingsTool } from './league';
import { gameStateTool } from './league-referee';
import { leagueGet } from './leagues';

/** A resource of a league. Specification: league.md, Subscription Resources. */
interface LeagueResource {
  toolset: 'league' | 'referee';
  uri: string;
  name: string;
  description: string;
  mimeType: string;
}

const JSON_TYPE = 'application/json';

export const LEAGUE_RESOURCES: readonly LeagueResource[] = [
  {
    toolset: 'league',
    uri: 'league://standings',
    name: 'League Standings',
    description: 'Current league standings',
    mimeType: JSON_TYPE,
  },
  {
    toolset: 'league',
    uri: 'league://schedule',
    name: 'League Schedule',
    description: 'Current and upcoming match schedule',
    mimeType: JSON_TYPE,
  },
];

/** Addresses with variables; without `league_id` the league of the platform is meant. */
export const LEAGUE_TEMPLATES = [
  {
    toolset: 'league' as const,
    uriTemplate: 'league://standings{?league_id}',
    name: 'Standings of a League',
    description: 'Current standings of any league',
    mimeType: JSON_TYPE,
  },
  {
    toolset: 'league' as const,
    uriTemplate: 'league://schedule{?league_id}',
    name: 'Schedule of a League',
    description: 'Current and upcoming match schedule of any league',
    mimeType: JSON_TYPE,
  },
  {
    toolset: 'referee' as const,
    uriTemplate: 'game://state/{match_id}',
    name: 'Game State',
    description: 'Real-time game state for a specific match',
    mimeType: JSON_TYPE,
  },
  {
    toolset: 'referee' as const,
    uriTemplate: 'game://state/{match_id}{?league_id}',
    name: 'Game State in a League',
    description: 'Real-time game state for a specific match of any league',
    mimeType: JSON_TYPE,
  },
];

/** A URI of the three, with the league that `?league_id=` names. */
interface Address {
  kind: 'standings' | 'schedule' | 'state';
  leagueId: string;
  matchId: string;
}

const FORM =
  /^(?:league:\/\/(standings|schedule)|game:\/\/state\/([A-Za-z0-9]{1,50}))(?:\?league_id=([a-z0-9_]{1,100}))?$/;

function readAddress(uri: string): Address | null {
  const found = FORM.exec(uri);
  if (!found) return null;
  const [, kind, matchId = '', leagueId = DEFAULT_LEAGUE_ID] = found;
  return { kind: (kind as Address['kind'] | undefined) ?? 'state', leagueId, matchId };
}

/** The toolset whose endpoints serve a URI; null when it is none of a league. */
export function toolsetOfLeagueUri(uri: string): 'league' | 'referee' | null {
  const address = readAddress(uri);
  return address && (address.kind === 'state' ? 'referee' : 'league');
}

/** The match that a URI is about, as requests name it; undefined for the other resources. */
export function matchOfLeagueUri(uri: unknown): { league_id: string; match_id: string } | undefined {
  const address = typeof uri === 'string' ? readAddress(uri) : null;
  return address?.kind === 'state' ? { league_id: address.leagueId, match_id: address.matchId } : undefined;
}

/** The tool that answers the same as a resource; who may call it may read the resource. */
const TOOL_OF = { standings: standingsTool, schedule: leagueGet, state: gameStateTool };

/**
 * The content of a resource as JSON text; null when the URI is none of a league.
 * @throws NOT_FOUND · UNAUTHENTICATED and FORBIDDEN as the tool that answers the same
 */
export async function readLeagueResource(uri: string, caller: Caller): Promise<string | null> {
  const address = readAddress(uri);
  if (!address) return null;
  requireScope(TOOL_OF[address.kind], caller);
  const { kind, leagueId, matchId } = address;
  if (kind === 'standings') {
    const rows = await readStandings({ leagueId });
    const standings = rows.map(({ rank, player_id, points, wins, losses }) => ({
      rank,
      player_id,
      points,
      wins,
      losses,
    }));
    return JSON.stringify({ standings });
  }
  if (kind === 'schedule') return JSON.stringify({ schedule: currentPart((await getLeague({ leagueId })).schedule) });
  return JSON.stringify(await readGameState({ leagueId, matchId }));
}

/** Fixtures of league://schedule; league.get reads the others in pages. */
const MAX_FIXTURES = 400;

/** Of a large league the fixtures from the first one that is not over. */
function currentPart<T extends { status: string }>(schedule: readonly T[]): readonly T[] {
  const current = schedule.findIndex(({ status }) => status !== 'completed' && status !== 'bye');
  const first = Math.min(current === -1 ? schedule.length : current, schedule.length - MAX_FIXTURES);
  return schedule.slice(Math.max(0, first)).slice(0, MAX_FIXTURES);
}

/** The stream whose events change a resource; null when the URI is none of a league. @throws NOT_FOUND */
export async function streamOfLeagueUri(uri: string): Promise<StreamName | null> {
  const address = readAddress(uri);
  if (!address) return null;
  const { kind, leagueId, matchId } = address;
  if (kind !== 'state') return leagueStream(leagueId);
  const { game_session_id: id } = await readGameState({ leagueId, matchId });
  return id === null ? leagueStream(leagueId) : matchStream(id);
}
