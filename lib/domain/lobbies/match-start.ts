import { AppError, toAppError } from '@/lib/core/errors';
import { log } from '@/lib/core/log';
import { matchStream } from '@/lib/core/stream';
import { getPlayed, type PlayableExperience } from '@/lib/domain/catalog';
import {
  abortMatch,
  type MatchRow,
  matchResponse,
  publishStart,
  type SeatInput,
  startMatch,
} from '@/lib/domain/matches';
import { isRated } from '@/lib/domain/ratings';
import {
  cacheSession,
  evictSession,
  findMembers,
  isPlayer,
  type Lobby,
  lobbyError,
  lockWaitingLobby,
  type Member,
  PlayerInSoloGame,
  playerData,
  postponeFill,
  requireEnoughPlayers,
  requireHost,
  requireLobby,
  requireStatus,
  type SeatedPlayers,
  type Session,
  seatPlayers,
} from '@/lib/domain/seating';
import { openRemotely } from '@/lib/domain/sessions/remote-opening';
import { appendEvents, publish } from '@/lib/events';
import { parseLobbyConfig } from './config';
import { forward, forwardIfPresent } from './forward';
import { type Client, findToFill, transaction } from './lobbies.repo';
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
  requireHost(lobby, args.agent.agentId);
  return start(lobby, args.signal);
}

async function start(lobby: Lobby, signal?: AbortSignal): Promise<StartedMatch> {
  requireStatus(lobby, 'waiting');
  const experience = await getPlayed({ experienceId: lobby.experienceId });
  return experience.kind === 'builtin' ? startBuiltin(lobby, experience) : startRemote(lobby, experience, signal);
}

async function startBuiltin(lobby: Lobby, experience: PlayableExperience): Promise<StartedMatch> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    try {
      const { match, written } = await transaction((client) => writeBuiltinStart(client, lobby.id, experience));
      publishStart(match);
      publish(written.events);
      for (const session of written.sessions) cacheSession(session);
      announceLobbies(experience.id);
      return await builtinAnswer(written, match);
    } catch (thrown) {
      if (!(thrown instanceof PlayerInSoloGame)) throw thrown;
      await abortMatch({ matchId: thrown.matchId, reason: 'lobby_match_started' });
      evictSession(thrown.matchId);
    }
  }
  throw lobbyError('players_busy', 'A player keeps opening solo games. Try again.');
}

async function builtinAnswer({ lobby, sessions }: SeatedPlayers, match: MatchRow): Promise<StartedMatch> {
  const host = sessions.find((session) => session.agentId === lobby.hostAgentId);
  const response = await matchResponse({ matchId: match.id, viewer: host?.seat ?? 'spectator' });
  return { lobbyId: lobby.id, status: 'active', sessionId: host?.id ?? null, response };
}

async function writeBuiltinStart(
  client: Client,
  lobbyId: string,
  experience: PlayableExperience,
): Promise<{ match: MatchRow; written: SeatedPlayers }> {
  const { lobby, players } = await lockWaitingLobby(client, lobbyId);
  if (!fillsWithBots(lobby)) requireEnoughPlayers(lobby, players);
  const { house, options } = parseLobbyConfig(experience, lobby.config);
  const empty = fillsWithBots(lobby) ? lobby.maxPlayers - players.length : 0;
  const chairs = seated(lobby, players, empty, house.host_seat ?? 0);
  const seatOf = (player: Member) => chairs.indexOf(player);
  const written = await seatPlayers(client, lobby, players, seatOf);
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

async function startRemote(lobby: Lobby, experience: PlayableExperience, signal?: AbortSignal): Promise<StartedMatch> {
  const present = (await findMembers(lobby.id)).filter((member) => member.leftAt === null);
  const players = present.filter(isPlayer);
  requireEnoughPlayers(lobby, players);
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
  const refusals = await Promise.all(written.newSessions.map((session) => openForPlayer(session, experience)));
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
): Promise<SeatedPlayers> {
  const { lobby, players } = await lockWaitingLobby(client, asked.id);
  requireEnoughPlayers(lobby, players);
  const now = players.map((player) => player.agentId).join();
  if (now !== expected.map((player) => player.agentId).join()) {
    throw new AppError('EXPERIENCE_ERROR', 'The players changed while the match was starting. Try again.', {
      retryable: true,
    });
  }
  const written = await seatPlayers(client, lobby, players, () => null);
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
