import type { AgentCaller } from '@/lib/core/caller';
import { AppError, validationError } from '@/lib/core/errors';
import { newId } from '@/lib/core/ids';
import type { JsonObject } from '@/lib/core/json';
import { log } from '@/lib/core/log';
import { matchStream, type StreamEvent } from '@/lib/core/stream';
import { getExperience, getPlayable, getPlayed, type PlayableExperience } from '@/lib/domain/catalog';
import { experienceAgentId } from '@/lib/domain/identity';
import {
  agentBusy,
  bindSessionToLobby,
  departLobby,
  disengage,
  engage,
  findLobby,
  findMembers,
  insertLobby,
  isPlayer,
  type Lobby,
  type LobbyStatus,
  lobbyError,
  lobbyNotFound,
  lockLobby,
  type Member,
  type MemberRole,
  markEnded,
  playerData,
  requireLobby,
  requireStatus,
  upsertMember,
} from '@/lib/domain/seating';
import { peoplePlayHereOnly } from '@/lib/domain/sessions/access';
import { appendEvents, publish } from '@/lib/events';
import { checkConfigBySchema, type LobbyConfig, parseLobbyConfig } from './config';
import { forward } from './forward';
import { type Client, findBots, type ListedLobby, listByStatus, transaction } from './lobbies.repo';
import { MAX_PLAYERS, MAX_SPECTATORS } from './lobbies.schema';
import { announceLobbies } from './lobby-news';

export { cancelIdleLobbies } from './idle';
export { leaveLobby } from './leave';
export { abortLobby, endMatch } from './match-end';
export { fillDueLobbies, startLobby } from './match-start';

const LIST_LIMIT = 100;

/**
 * Opens a lobby whose host is the calling agent. A remote experience that refuses it rolls it back.
 * Specification: gateway-tool-contract.md, lobby.create.
 * @throws AGENT_BUSY, EXPERIENCE_ERROR, EXPERIENCE_TOOL_NOT_FOUND, EXPERIENCE_NOT_VERIFIED, VALIDATION_ERROR
 */
export async function createLobby(args: {
  agent: AgentCaller;
  experienceId: string;
  maxPlayers?: number;
  config: JsonObject;
  signal?: AbortSignal;
}): Promise<{ lobbyId: string; status: LobbyStatus; role: MemberRole; response: unknown }> {
  const experience = await getPlayable({ experienceId: args.experienceId });
  if (!experience.multiplayer.supported) {
    throw lobbyError(
      'multiplayer_not_supported',
      `${experience.name} does not support multiplayer. Play it with session.create.`,
    );
  }
  const parsed = parseLobbyConfig(experience, args.config);
  await checkConfigBySchema(experience, args.config);
  const maxPlayers = playersAllowed(experience, args.maxPlayers);
  const id = newId();
  const events = await transaction((client) =>
    openLobby(client, { id, agent: args.agent, experience, maxPlayers, parsed }),
  );
  publish(events);
  announceLobbies(experience.id);
  const fields = { max_players: maxPlayers, config: parsed.config, role: 'host' };
  const response = await forward('lobby.create', { ...forwarding(args, experience, id), fields }).catch(
    async (thrown: unknown) => {
      await cancelRefused(id);
      throw thrown;
    },
  );
  return { lobbyId: id, status: 'waiting', role: 'host', response: response ?? ownResponse(experience, maxPlayers) };
}

const forwarding = (
  args: { agent: AgentCaller; signal?: AbortSignal },
  experience: PlayableExperience,
  lobbyId: string,
) => ({
  experience,
  agentId: args.agent.agentId,
  lobbyId,
  signal: args.signal,
});

function playersAllowed(experience: PlayableExperience, asked: number | undefined): number {
  const { minPlayers, maxPlayers } = experience.multiplayer;
  const highest = Math.min(maxPlayers, MAX_PLAYERS);
  if (asked === undefined) return highest;
  if (asked < minPlayers || asked > highest) {
    throw validationError([
      { path: ['max_players'], message: `must be ${minPlayers} to ${highest} for ${experience.name}` },
    ]);
  }
  return asked;
}

async function openLobby(
  client: Client,
  args: { id: string; agent: AgentCaller; experience: PlayableExperience; maxPlayers: number; parsed: LobbyConfig },
): Promise<StreamEvent[]> {
  const { id, agent, experience, maxPlayers, parsed } = args;
  await takePlace(client, agent, experience, id);
  const identity = experienceAgentId({ agentId: agent.agentId, experienceId: experience.id });
  await insertLobby(client, {
    id,
    experienceId: experience.id,
    hostAgentId: agent.agentId,
    maxPlayers,
    minPlayers: experience.multiplayer.minPlayers,
    config: parsed.config,
    fillAfterS: parsed.house.fill_with_bots_after_s ?? null,
  });
  const member = { lobbyId: id, agentId: agent.agentId, experienceAgentId: identity, role: 'host' } as const;
  const kind = await seat(client, member, experience);
  if (experience.kind !== 'builtin') await bindSessionToLobby(client, { lobbyId: id, agentId: agent.agentId });
  const host = playerData({ experienceAgentId: identity, displayName: agent.displayName, kind });
  return appendEvents(client, matchStream(id), [
    {
      type: 'lobby_created',
      data: { experience_id: experience.id, max_players: maxPlayers, config: parsed.config, host },
    },
    { type: 'player_joined', data: { ...host, role: 'host' } },
  ]);
}

/** An agent is in one lobby at a time, also within one experience. */
async function takePlace(
  client: Client,
  agent: AgentCaller,
  experience: PlayableExperience,
  lobbyId: string,
): Promise<void> {
  const held = await engage(client, { agentId: agent.agentId, experienceId: experience.id, lobbyId });
  if (held.lobbyId !== lobbyId) throw agentBusy({ ...held, sessionId: null }, experience.name);
}

/** Puts an agent or a person into a lobby. @throws EXPERIENCE_ERROR for a person in what is not a game of ours */
async function seat(
  client: Client,
  member: Parameters<typeof upsertMember>[1],
  experience: PlayableExperience,
): Promise<'agent' | 'human'> {
  const kind = await upsertMember(client, member);
  if (kind === 'human' && experience.kind !== 'builtin') throw peoplePlayHereOnly(experience.name);
  return kind;
}

async function cancelRefused(lobbyId: string): Promise<void> {
  const events = await transaction(async (client) => {
    await lockLobby(client, lobbyId);
    const reason = 'experience_refused';
    const freed = await markEnded(client, { id: lobbyId, status: 'cancelled', reason, outcomes: null });
    await disengage(client, { agentIds: freed, lobbyId });
    return appendEvents(client, matchStream(lobbyId), [{ type: 'lobby_cancelled', data: { reason } }]);
  });
  publish(events);
}

/** What the house answers for a game of ours, and for experiences that keep no lobbies of their own. */
function ownResponse(experience: PlayableExperience, maxPlayers: number): Record<string, unknown> {
  const { minPlayers } = experience.multiplayer;
  return {
    ...(experience.gameId === null ? {} : { game_type: experience.gameId }),
    status: 'waiting',
    min_players: minPlayers,
    max_players: maxPlayers,
    message: `Waiting for players. The host starts with match.start once ${minPlayers} are here; wait with events.wait on "me".`,
  };
}

/**
 * Joins a lobby as a player or a spectator. The lobby's row orders the callers, so that no seat is given twice; who is
 * in already stays in, and a remote experience that refuses the agent rolls it back.
 * Specification: gateway-tool-contract.md, lobby.join.
 * @throws AGENT_BUSY, EXPERIENCE_ERROR (not found, full, not waiting, or the experience's own words)
 */
export async function joinLobby(args: {
  agent: AgentCaller;
  lobbyId: string;
  role: 'player' | 'spectator';
  signal?: AbortSignal;
}): Promise<{ lobbyId: string; role: MemberRole; response: unknown }> {
  const { experienceId } = await requireLobby(args.lobbyId);
  const experience = await getPlayed({ experienceId });
  const entered = await transaction((client) => enter(client, args, experience));
  publish(entered.events);
  if (entered.isNew) announceLobbies(experience.id);
  const own = ownResponse(experience, entered.lobby.maxPlayers);
  if (!entered.isNew) return { lobbyId: args.lobbyId, role: entered.role, response: own };
  const fields = { role: entered.role };
  const response = await forward('lobby.join', { ...forwarding(args, experience, args.lobbyId), fields }).catch(
    async (thrown: unknown) => {
      await takeBack(args.lobbyId, args.agent.agentId);
      throw thrown;
    },
  );
  return { lobbyId: args.lobbyId, role: entered.role, response: response ?? own };
}

interface Entered {
  lobby: Lobby;
  role: MemberRole;
  isNew: boolean;
  events: StreamEvent[];
}

async function enter(
  client: Client,
  args: { agent: AgentCaller; lobbyId: string; role: 'player' | 'spectator' },
  experience: PlayableExperience,
): Promise<Entered> {
  const { agent, role } = args;
  const lobby = await lockLobby(client, args.lobbyId);
  if (!lobby) throw lobbyNotFound();
  const present = (await findMembers(lobby.id, client)).filter((member) => member.leftAt === null);
  const mine = present.find((member) => member.agentId === agent.agentId);
  if (mine && staysAs(mine, role)) return { lobby, role: mine.role, isNew: false, events: [] };
  checkRoom(lobby, present, role);
  await takePlace(client, agent, experience, lobby.id);
  const identity = experienceAgentId({ agentId: agent.agentId, experienceId: experience.id });
  const member = { lobbyId: lobby.id, agentId: agent.agentId, experienceAgentId: identity, role };
  const kind = await seat(client, member, experience);
  if (role === 'spectator') return { lobby, role, isNew: true, events: [] };
  if (experience.kind !== 'builtin') await bindSessionToLobby(client, { lobbyId: lobby.id, agentId: agent.agentId });
  const data = { ...playerData({ experienceAgentId: identity, displayName: agent.displayName, kind }), role };
  return {
    lobby,
    role,
    isNew: true,
    events: await appendEvents(client, matchStream(lobby.id), [{ type: 'player_joined', data }]),
  };
}

/** Joining again changes nothing; a player becomes a spectator by leaving first, a spectator may take a free seat. */
function staysAs(mine: Member, asked: 'player' | 'spectator'): boolean {
  return isPlayer(mine) || asked === 'spectator';
}

function checkRoom(lobby: Lobby, present: readonly Member[], role: 'player' | 'spectator'): void {
  const isOpen = lobby.status === 'waiting' || (role === 'spectator' && lobby.status === 'active');
  if (!isOpen) requireStatus(lobby, 'waiting');
  const taken = present.filter((member) => isPlayer(member) === (role === 'player')).length;
  const room = role === 'player' ? lobby.maxPlayers : MAX_SPECTATORS;
  if (taken < room) return;
  const next = 'lobby.list shows lobbies with a free seat; lobby.create opens another.';
  throw lobbyError('lobby_full', 'Lobby is full', { max_players: lobby.maxPlayers, next });
}

async function takeBack(lobbyId: string, agentId: string): Promise<void> {
  const departure = await transaction(async (client) => {
    const lobby = await lockLobby(client, lobbyId);
    return lobby ? departLobby(client, lobby, agentId) : null;
  }).catch((error: unknown) => {
    log.error({ err: error, lobby_id: lobbyId }, 'a refused player could not be taken out of the lobby');
    return null;
  });
  if (departure) publish(departure.events);
}

/**
 * Lobbies of an experience that can be joined, oldest first; with a status, all in that status.
 * Specification: gateway-tool-contract.md, lobby.list.
 * @throws NOT_FOUND for an unknown experience
 */
export async function listLobbies(args: { experienceId: string; status?: LobbyStatus }): Promise<ListedLobby[]> {
  await getExperience({ experienceId: args.experienceId });
  return listByStatus({
    experienceId: args.experienceId,
    status: args.status ?? 'waiting',
    withFreeSeat: args.status === undefined,
    limit: LIST_LIMIT,
  });
}

export interface LobbyState {
  lobby: Lobby;
  hostExperienceAgentId: string;
  /** In the order of joining, house bots last. After the end: who was there then. */
  players: { experienceAgentId: string; role: MemberRole | 'bot'; sessionId: string | null; joinedAt: Date }[];
}

/**
 * A lobby or match with everybody in it. Asks the database only.
 * Specification: gateway-tool-contract.md, match.state.
 * @throws NOT_FOUND
 */
export async function readLobby(lobbyId: string): Promise<LobbyState> {
  const lobby = await findLobby(lobbyId);
  if (!lobby) throw new AppError('NOT_FOUND', 'There is no lobby with this id.');
  const [members, bots] = await Promise.all([findMembers(lobbyId), findBots(lobbyId)]);
  const host = members.find((member) => member.agentId === lobby.hostAgentId);
  return {
    lobby,
    hostExperienceAgentId: host?.experienceAgentId ?? '',
    players: [
      ...members.filter((member) => isPresent(lobby, member)),
      ...bots.map(({ seat, startedAt }) => ({
        experienceAgentId: `bot:${seat}`,
        role: 'bot' as const,
        sessionId: null,
        joinedAt: startedAt,
      })),
    ],
  };
}

function isPresent(lobby: Lobby, member: Member): boolean {
  if (member.leftAt === null) return true;
  return lobby.endedAt !== null && member.leftAt >= lobby.endedAt;
}
