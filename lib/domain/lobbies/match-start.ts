import { AppError, toAppError } from '@/lib/core/errors';
import { newId } from '@/lib/core/ids';
import { log } from '@/lib/core/log';
import { agentStream, matchStream, type StreamEvent } from '@/lib/core/stream';
import { getPlayed, type PlayableExperience } from '@/lib/domain/catalog';
import { engage } from '@/lib/domain/engagements/engagements.service';
import {
  abortMatch,
  type MatchRow,
  matchResponse,
  publishStart,
  type SeatInput,
  startMatch,
} from '@/lib/domain/matches';
import { isRated } from '@/lib/domain/ratings';
import { openRemotely } from '@/lib/domain/sessions/remote-opening';
import { forget, remember } from '@/lib/domain/sessions/session-cache';
import { bindSession, insertSession, lockActiveSession } from '@/lib/domain/sessions/sessions.repo';
import type { Session } from '@/lib/domain/sessions/sessions.schema';
import { appendEvents, publish } from '@/lib/events';
import { parseLobbyConfig } from './config';
import { playerData } from './departure';
import { forward, forwardIfPresent } from './forward';
import {
  bindMembers,
  type Client,
  findMembers,
  findToFill,
  lockLobby,
  markStarted,
  postponeFill,
  transaction,
} from './lobbies.repo';
import { isPlayer, type Lobby, type Member } from './lobbies.schema';
import { checkHost, checkStatus, lobbyError, lobbyNotFound, requireLobby } from './lobby-errors';
import { announceLobbies } from './lobby-news';

const FILL_BATCH = 50;
/** A lobby that could not be filled is tried again after this long. */
const FILL_AGAIN_S = 30;
/** A player who opens a solo game while the lobby starts makes it start again; nobody does so for ever. */
const ATTEMPTS = 5;

export interface StartedMatch {
  lobbyId: string;
  status: 'active';
  /** The host's own session in the match. */
  sessionId: string | null;
  response: unknown;
}

/**
 * Starts the match of a waiting lobby: every player gets a session bound to it, and empty seats go to house bots when
 * the config asks for them. For a game of ours everything is one transaction; a remote experience is asked first.
 * Specification: gateway-tool-contract.md, match.start; decisions.md, Multiplayer flow.
 * @throws EXPERIENCE_AUTH_FAILED for anyone but the host; EXPERIENCE_ERROR when it is not waiting or players are missing
 */
export async function startLobby(args: {
  agent: { agentId: string };
  lobbyId: string;
  signal?: AbortSignal;
}): Promise<StartedMatch> {
  const lobby = await requireLobby(args.lobbyId);
  checkHost(lobby, args.agent.agentId);
  return start(lobby, args.signal);
}

async function start(lobby: Lobby, signal?: AbortSignal): Promise<StartedMatch> {
  checkStatus(lobby, 'waiting');
  const experience = await getPlayed({ experienceId: lobby.experienceId });
  return experience.kind === 'builtin' ? startBuiltin(lobby, experience) : startRemote(lobby, experience, signal);
}

/** What a start has written; published after the commit. */
interface Written {
  lobby: Lobby;
  sessions: Session[];
  /** Sessions that the experience does not know yet. */
  opened: Session[];
  events: StreamEvent[];
}

class SoloGameInTheWay extends Error {
  constructor(readonly matchId: string) {
    super('A player is in a solo game of the same experience.');
  }
}

async function startBuiltin(lobby: Lobby, experience: PlayableExperience): Promise<StartedMatch> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    try {
      const { match, written } = await transaction((client) => writeBuiltinStart(client, lobby.id, experience));
      publishStart(match);
      publish(written.events);
      for (const session of written.sessions) remember(session);
      announceLobbies(experience.id);
      return await builtinAnswer(written, match);
    } catch (thrown) {
      if (!(thrown instanceof SoloGameInTheWay)) throw thrown;
      await abortMatch({ matchId: thrown.matchId, reason: 'lobby_match_started' });
      forget(thrown.matchId);
    }
  }
  throw lobbyError('players_busy', 'A player keeps opening solo games. Try again.');
}

async function builtinAnswer({ lobby, sessions }: Written, match: MatchRow): Promise<StartedMatch> {
  const host = sessions.find((session) => session.agentId === lobby.hostAgentId);
  const response = await matchResponse({ matchId: match.id, viewer: host?.seat ?? 'spectator' });
  return { lobbyId: lobby.id, status: 'active', sessionId: host?.id ?? null, response };
}

async function writeBuiltinStart(
  client: Client,
  lobbyId: string,
  experience: PlayableExperience,
): Promise<{ match: MatchRow; written: Written }> {
  const { lobby, players } = await lockReady(client, lobbyId, fillsWithBots);
  const { house, options } = parseLobbyConfig(experience, lobby.config);
  const empty = fillsWithBots(lobby) ? lobby.maxPlayers - players.length : 0;
  const chairs = seated(lobby, players, empty, house.host_seat ?? 0);
  const seatOf = (player: Member) => chairs.indexOf(player);
  const written = await writeSessions(client, lobby, players, seatOf);
  const sessions = new Map(written.sessions.map((session) => [session.agentId, session.id]));
  const seats = chairs.map((player): SeatInput => {
    if (!player) return { kind: 'bot', strength: house.bot_strength ?? 'medium' };
    const { kind, agentId, experienceAgentId, displayName } = player;
    return { kind, agentId, experienceAgentId, displayName, sessionId: sessions.get(agentId) ?? null };
  });
  const match = await startMatch(
    {
      id: lobby.id,
      experienceId: experience.id,
      gameId: experience.gameId ?? '',
      kind: 'lobby',
      options,
      seats,
      moveTimeS: house.move_time_s ?? null,
      rated: isRated(players),
    },
    client,
  );
  return { match, written };
}

/** Who sits where, null for a house bot: the host where the config says, the others from the first free chair on. */
function seated(lobby: Lobby, players: readonly Member[], empty: number, hostSeat: number): (Member | null)[] {
  const host = players.filter((player) => player.agentId === lobby.hostAgentId);
  const others = [...players.filter((player) => player.agentId !== lobby.hostAgentId), ...Array(empty).fill(null)];
  return [...others.slice(0, hostSeat), ...host, ...others.slice(hostSeat)];
}

/** Whether the config asks the house to take empty seats. */
function fillsWithBots(lobby: Lobby): boolean {
  return typeof lobby.config.fill_with_bots_after_s === 'number';
}

/** The lobby, locked and still waiting, with its players in the order of joining. */
async function lockReady(
  client: Client,
  lobbyId: string,
  needsFewer: (lobby: Lobby) => boolean,
): Promise<{ lobby: Lobby; players: Member[] }> {
  const lobby = await lockLobby(client, lobbyId);
  if (!lobby) throw lobbyNotFound();
  checkStatus(lobby, 'waiting');
  const players = (await findMembers(lobbyId, client)).filter((member) => member.leftAt === null && isPlayer(member));
  checkEnough(lobby, players, needsFewer(lobby));
  return { lobby, players };
}

function checkEnough(lobby: Lobby, players: readonly Member[], canFill: boolean): void {
  if (canFill || players.length >= lobby.minPlayers) return;
  throw lobbyError(
    'not_enough_players',
    `The match needs at least ${lobby.minPlayers} players; ${players.length} are here.`,
    {
      min_players: lobby.minPlayers,
      current_players: players.length,
      next: `events.wait on "${matchStream(lobby.id)}" tells when more have joined.`,
    },
  );
}

/** A session for every player, bound to the match; those who have one with this experience keep it. */
async function writeSessions(
  client: Client,
  lobby: Lobby,
  players: readonly Member[],
  seatOf: (player: Member) => number | null,
): Promise<Written> {
  const sessions: Session[] = [];
  const opened: Session[] = [];
  for (const player of players) {
    const { session, isNew } = await sessionFor(client, lobby, player, seatOf(player));
    sessions.push(session);
    if (isNew) opened.push(session);
  }
  await bindMembers(
    client,
    lobby.id,
    sessions.map(({ agentId, id }) => ({ agentId, sessionId: id })),
  );
  await markStarted(client, lobby.id);
  return { lobby, sessions, opened, events: await tellPlayers(client, lobby, sessions) };
}

async function sessionFor(
  client: Client,
  lobby: Lobby,
  player: Member,
  seat: number | null,
): Promise<{ session: Session; isNew: boolean }> {
  const matchId = seat === null ? null : lobby.id;
  const held = await lockActiveSession(client, player.agentId);
  if (held?.matchId) throw new SoloGameInTheWay(held.matchId);
  if (held) {
    await bindSession(client, { id: held.id, lobbyId: lobby.id, matchId, seat });
    return { session: { ...held, lobbyId: lobby.id, matchId, seat }, isNew: false };
  }
  const { agentId, experienceAgentId } = player;
  const { experienceId, id: lobbyId } = lobby;
  const id = newId();
  const session = await insertSession(client, { id, agentId, experienceId, experienceAgentId, matchId, seat, lobbyId });
  await engage(client, { agentId, experienceId, sessionId: id, lobbyId });
  return { session, isNew: true };
}

/** Every player hears on its own stream which session it plays in. */
async function tellPlayers(client: Client, lobby: Lobby, sessions: readonly Session[]): Promise<StreamEvent[]> {
  const told: StreamEvent[] = [];
  const inOrder = [...sessions].sort((a, b) => (a.agentId < b.agentId ? -1 : 1));
  for (const session of inOrder) {
    const data = {
      game_session_id: lobby.id,
      experience_id: lobby.experienceId,
      session_id: session.id,
      ...(session.seat === null ? {} : { seat: session.seat }),
    };
    told.push(...(await appendEvents(client, agentStream(session.agentId), [{ type: 'match_started', data }])));
  }
  return told;
}

async function startRemote(lobby: Lobby, experience: PlayableExperience, signal?: AbortSignal): Promise<StartedMatch> {
  const present = (await findMembers(lobby.id)).filter((member) => member.leftAt === null);
  const players = present.filter(isPlayer);
  checkEnough(lobby, players, false);
  const at = { experience, agentId: lobby.hostAgentId, lobbyId: lobby.id, signal };
  const response = await forward('match.start', {
    ...at,
    fields: {
      role: 'host',
      players: present.map(({ experienceAgentId, role }) => ({ experience_agent_id: experienceAgentId, role })),
    },
  });
  const written = await transaction((client) => writeRemoteStart(client, lobby, players, experience)).catch(
    async (thrown: unknown) => {
      await forwardIfPresent('match.end', { ...at, fields: { role: 'host', reason: 'start_failed' } }).catch(
        () => null,
      );
      throw thrown;
    },
  );
  publish(written.events);
  announceLobbies(experience.id);
  const refusals = await Promise.all(written.opened.map((session) => openForPlayer(session, experience)));
  const host = written.sessions.find((session) => session.agentId === lobby.hostAgentId);
  const refusedHost = refusals.find((refusal) => refusal !== null && refusal.session === host);
  if (refusedHost) throw await hostRefused(lobby.id, refusedHost);
  return {
    lobbyId: lobby.id,
    status: 'active',
    sessionId: host?.id ?? null,
    response: response ?? { status: 'active' },
  };
}

async function writeRemoteStart(
  client: Client,
  asked: Lobby,
  expected: readonly Member[],
  experience: PlayableExperience,
): Promise<Written> {
  const { lobby, players } = await lockReady(client, asked.id, () => false);
  const now = players.map((player) => player.agentId).join();
  if (now !== expected.map((player) => player.agentId).join()) {
    throw new AppError('EXPERIENCE_ERROR', 'The players changed while the match was starting. Try again.', {
      retryable: true,
    });
  }
  const written = await writeSessions(client, lobby, players, () => null);
  const data = { experience_id: experience.id, players: players.map(playerData) };
  const started = await appendEvents(client, matchStream(lobby.id), [{ type: 'match_started', data }]);
  return { ...written, events: [...started, ...written.events] };
}

/** A player whom the experience did not take, and why. */
interface Refusal {
  session: Session;
  error: AppError;
}

/** The experience learns of a player's session. When it refuses, that player is out and the match goes on. */
async function openForPlayer(session: Session, experience: PlayableExperience): Promise<Refusal | null> {
  try {
    await openRemotely({ session, experience, initialAction: undefined });
    return null;
  } catch (thrown) {
    const error = toAppError(thrown);
    log.warn({ code: error.code, session_id: session.id }, 'an experience refused a player of a match');
    return { session, error };
  }
}

/** The host asked for a match in which it has no session: it hears why, and what became of the match. */
async function hostRefused(lobbyId: string, { error }: Refusal): Promise<AppError> {
  const { status } = await requireLobby(lobbyId);
  const next = status === 'active' ? 'The match goes on without you.' : 'The match is over: nobody is left in it.';
  return new AppError(error.code, `You are out of the match: ${error.message}`, {
    details: { ...error.details, reason: 'host_refused', status, next },
    retryable: false,
    cause: error,
  });
}

/**
 * Starts the lobbies whose time for house bots has come. The ticker calls it. Returns how many started.
 * Specification: decisions.md, House bots.
 */
export async function fillDueLobbies(now: Date = new Date()): Promise<number> {
  let started = 0;
  for (const id of await findToFill(now, FILL_BATCH)) {
    try {
      await start(await requireLobby(id));
      started++;
    } catch (thrown) {
      log.warn({ err: thrown, lobby_id: id }, 'a lobby could not be filled with bots');
      await postponeFill(id, FILL_AGAIN_S);
    }
  }
  return started;
}
