import type { Caller } from '@/lib/core/caller';
import { now } from '@/lib/core/clock';
import { env } from '@/lib/core/env';
import { plainText } from '@/lib/core/plain-text';
import { IMITATES, imitatesPlatform } from '@/lib/core/public-name';
import { leagueStream, type StreamEvent } from '@/lib/core/stream';
import { appendEvents } from '@/lib/events';
import { findPeerUrlFault } from '@/lib/gateway';
import { newDefaultLeague } from './create-league';
import { challengeEndpoint, type EndpointClaim } from './endpoint-challenge';
import { publishLeague } from './league-news';
import {
  type Client,
  insertLeague,
  listOpenLeagueIds,
  lockLeague,
  raiseVersion,
  transaction,
  updateLeague,
} from './leagues.repo';
import { DEFAULT_LEAGUE_ID, type LeagueRow, type PlayerRow } from './leagues.schema';
import { findPlayers, insertPlayers, isEndpointOfOther } from './players.repo';
import { announcePlayers } from './referee-context';
import { playerIdAt } from './schedule';

const MAX_NAME = 100;
const MAX_VERSION = 50;
const MAX_ENDPOINT = 2_048;
const NAME = plainText(MAX_NAME);

export interface Registration {
  caller: Caller;
  /** The default league without one, and for an unknown one while only one league is open. */
  leagueId: string | null;
  displayName: string;
  version: string;
  /** Null: not said, so any game. */
  gameTypes: readonly string[] | null;
  /** Empty for a pull player. */
  endpoint: string;
}

export type RegistrationAnswer =
  | { status: 'ACCEPTED'; leagueId: string; playerId: string; reason: null }
  | { status: 'REJECTED'; leagueId: string; playerId: null; reason: string };

/**
 * Registers a player with a league. A player with an endpoint is called there; one without is an agent that calls, and needs
 * a credential. A refusal is an answer, not an error.
 * Specification: league.md, Player Registration; decisions.md, League.
 */
export async function registerPlayer(asked: Registration): Promise<RegistrationAnswer> {
  const leagueId = await chooseLeague(asked.leagueId);
  const rejected = (reason: string) => ({ status: 'REJECTED' as const, leagueId, playerId: null, reason });
  const fault = findFault(asked);
  if (fault) return rejected(fault);
  const request = { ...asked, endpoint: toOneSpelling(asked.endpoint) };
  const claim = await readClaim(request);
  if (claim.fault !== null) return rejected(claim.fault);
  const kind = await kindOf(request);
  let events: StreamEvent[] = [];
  let renamedUid: string | null = null;
  const answer = await transaction(async (client): Promise<RegistrationAnswer> => {
    const { league, renamed } = await lockOpenLeague(client, leagueId);
    renamedUid = renamed;
    const reason = league
      ? await findRefusal(client, league, { ...request, kind, ...claim })
      : `There is no league "${leagueId}".`;
    if (!league || typeof reason === 'string') return rejected(reason as string);
    const player = newPlayer(request, kind, reason.number);
    await insertPlayers(client, league.id, [player]);
    await raiseVersion(client, league.id);
    const { playerId, displayName } = player;
    const data = { player_id: playerId, display_name: displayName, kind };
    events = await appendEvents(client, leagueStream(leagueId), [{ type: 'player_registered', data }]);
    return { status: 'ACCEPTED', leagueId, playerId, reason: null };
  });
  // The id of a league on the wire is cached with its players.
  if (renamedUid !== null) await announcePlayers(renamedUid);
  publishLeague(events);
  return answer;
}

/** One spelling of an endpoint, so that it is found again: the host in lower case, no default port, no fragment. */
function toOneSpelling(endpoint: string): string {
  if (endpoint === '') return endpoint;
  const url = new URL(endpoint);
  url.hash = '';
  return url.href;
}

/** The league that a registration means: an unknown id is the open one while only one is. decisions.md, League. */
export async function chooseLeague(wanted: string | null): Promise<string> {
  if (wanted === null || wanted === DEFAULT_LEAGUE_ID) return DEFAULT_LEAGUE_ID;
  const open = await listOpenLeagueIds(2);
  const isOther = !open.includes(wanted) && open.length <= 1 && !(await leagueIdExists(wanted));
  return isOther ? (open[0] ?? DEFAULT_LEAGUE_ID) : wanted;
}

async function leagueIdExists(leagueId: string): Promise<boolean> {
  return (await transaction((client) => lockLeague(client, leagueId))) !== null;
}

/** What is wrong with the names, the endpoint or the caller, in words for the reason; null when nothing is. */
function findFault({ caller, displayName, version, endpoint }: Registration): string | null {
  if (imitatesPlatform(displayName)) return `The name of a player: ${IMITATES}.`;
  if (!NAME.safeParse(displayName).success)
    return `The name of a player has 1 to ${MAX_NAME} visible characters and no control characters.`;
  if (version.length > MAX_VERSION) return `The version has at most ${MAX_VERSION} characters.`;
  if (env().production && caller.kind !== 'agent') return "Registration needs an agent's credential.";
  if (endpoint === '') {
    return caller.kind === 'agent' ? null : "A player without an endpoint needs an agent's credential.";
  }
  if (endpoint.length > MAX_ENDPOINT) return `endpoint: It has at most ${MAX_ENDPOINT} characters.`;
  const fault = findPeerUrlFault(endpoint);
  return fault && `endpoint: ${fault}`;
}

/** In production an endpoint must answer as a player, and may prove whose it is. */
function readClaim({ caller, endpoint }: Registration): EndpointClaim | Promise<EndpointClaim> {
  if (endpoint === '' || caller.kind !== 'agent' || !env().production) return { fault: null, isProved: false };
  return challengeEndpoint(endpoint, caller.agentId);
}

async function kindOf({ caller, endpoint }: Registration): Promise<PlayerRow['kind']> {
  if (endpoint !== '') return 'push';
  return caller.kind === 'agent' && caller.isHuman ? 'human' : 'pull';
}

/**
 * Locks the league; a completed default league makes room for its next season.
 * @returns renamed: the internal id of the completed one
 */
async function lockOpenLeague(
  client: Client,
  leagueId: string,
): Promise<{ league: LeagueRow | null; renamed: string | null }> {
  const league = await lockLeague(client, leagueId);
  if (leagueId !== DEFAULT_LEAGUE_ID || (league && league.status !== 'completed')) return { league, renamed: null };
  if (league) await updateLeague(client, { ...league, leagueId: `${leagueId}_${league.season}` });
  await insertLeague(client, newDefaultLeague((league?.season ?? 0) + 1));
  return { league: await lockLeague(client, leagueId), renamed: league?.id ?? null };
}

/** Why a league does not take the player, or the number that it gets. */
async function findRefusal(
  client: Client,
  league: LeagueRow,
  { caller, gameTypes, endpoint, kind, isProved }: Registration & { kind: PlayerRow['kind']; isProved: boolean },
): Promise<string | { number: number }> {
  if (league.status !== 'registration') return `The league is closed for registration: it is ${league.status}.`;
  if (gameTypes && !gameTypes.includes(league.gameType))
    return `Unsupported game: player_meta.game_types must include "${league.gameType}".`;
  const players = await findPlayers(league.id, client);
  if (players.length >= league.maxPlayers) return `The league is full: it has ${league.maxPlayers} players.`;
  const agentId = caller.kind === 'agent' ? caller.agentId : null;
  if (kind === 'push') {
    if (players.some((player) => player.endpoint === endpoint)) return 'This endpoint is used by another player.';
    if (agentId && env().production) {
      if (!isProved && (await isEndpointOfOther(endpoint, agentId, client)))
        return 'This endpoint belongs to another agent.';
      if (players.some((player) => player.agentId === agentId)) return 'This agent is registered already.';
    }
  } else if (players.some((player) => player.agentId === agentId && player.kind !== 'push')) {
    return 'This agent is registered already.';
  }
  return { number: (players.at(-1)?.number ?? 0) + 1 };
}

function newPlayer({ caller, displayName, version, endpoint }: Registration, kind: PlayerRow['kind'], number: number) {
  return {
    number,
    playerId: playerIdAt(number - 1),
    kind,
    displayName: displayName.trim(),
    version,
    endpoint: endpoint === '' ? null : endpoint,
    agentId: caller.kind === 'agent' ? caller.agentId : null,
    strength: null,
    registeredAt: now(),
    withdrawnAt: null,
  };
}
