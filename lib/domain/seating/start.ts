import { newId } from '@/lib/core/ids';
import { agentStream, type StreamEvent } from '@/lib/core/stream';
import type { Queryable } from '@/lib/data/database';
import { appendEvents } from '@/lib/events';
import { engage } from './engagements';
import { lobbyNotFound, lockLobby, requireStatus } from './lobbies';
import { bindMembers, markStarted } from './lobbies.repo';
import { isPlayer, type Lobby, type Member, type Session } from './seating.schema';
import { bindSession, insertSession, lockActiveSession } from './sessions.repo';

/** A player of the lobby plays a solo game of the same experience, which must end before the match can start. */
export class PlayerInSoloGame extends Error {
  constructor(readonly matchId: string) {
    super('A player is in a solo game of the same experience.');
  }
}

/** What a start has stored; publish the events after the commit. */
export interface SeatedPlayers {
  lobby: Lobby;
  sessions: Session[];
  /** Those of the sessions that the start has inserted. */
  newSessions: Session[];
  events: StreamEvent[];
}

/**
 * Locks a waiting lobby and reads its players in the order of joining.
 * @throws EXPERIENCE_ERROR when the lobby does not exist or is not waiting
 */
export async function lockWaitingLobby(
  client: Queryable,
  lobbyId: string,
): Promise<{ lobby: Lobby; players: Member[] }> {
  const locked = await lockLobby(client, lobbyId);
  if (!locked) throw lobbyNotFound();
  const { lobby, members } = locked;
  requireStatus(lobby, 'waiting');
  return { lobby, players: members.filter((member) => member.leftAt === null && isPlayer(member)) };
}

/**
 * Gives every player of a locked lobby a session in its match and marks the lobby as started. A player who has an active
 * session with the experience keeps it, except in a correspondence game, which is played beside it. `seatOf` returns null where the match does not run on the platform.
 * @throws PlayerInSoloGame
 */
export async function seatPlayers(
  client: Queryable,
  lobby: Lobby,
  players: readonly Member[],
  seatOf: (player: Member) => number | null,
): Promise<SeatedPlayers> {
  const sessions: Session[] = [];
  const newSessions: Session[] = [];
  for (const player of players) {
    const { session, isNew } = await seatPlayer(client, lobby, player, seatOf(player));
    sessions.push(session);
    if (isNew) newSessions.push(session);
  }
  await bindMembers(client, lobby.id, sessions);
  await markStarted(client, lobby.id);
  return { lobby, sessions, newSessions, events: await notifyPlayers(client, lobby, sessions) };
}

async function seatPlayer(
  client: Queryable,
  lobby: Lobby,
  player: Member,
  seat: number | null,
): Promise<{ session: Session; isNew: boolean }> {
  const matchId = seat === null ? null : lobby.id;
  const isCorrespondence = lobby.daysPerMove !== null;
  const id = newId();
  const active = isCorrespondence ? null : await findPresentSession(client, lobby, { agentId: player.agentId, id });
  if (active?.matchId) throw new PlayerInSoloGame(active.matchId);
  if (active) {
    await bindSession(client, { id: active.id, lobbyId: lobby.id, matchId, seat });
    return { session: { ...active, lobbyId: lobby.id, matchId, seat }, isNew: false };
  }
  const { agentId, experienceAgentId } = player;
  const { experienceId, id: lobbyId } = lobby;
  const wanted = { id, agentId, experienceId, experienceAgentId, matchId, seat, lobbyId, isCorrespondence };
  return { session: await insertSession(client, wanted), isNew: true };
}

/**
 * The active session of a player, locked. Without one the player is engaged with the session `id`, which the caller inserts:
 * that waits for a racing session.create, and finds its session.
 */
async function findPresentSession(
  client: Queryable,
  { id: lobbyId, experienceId }: Lobby,
  { agentId, id }: { agentId: string; id: string },
): Promise<Session | null> {
  const active = await lockActiveSession(client, agentId);
  if (active) return active;
  const engagement = await engage(client, { agentId, experienceId, sessionId: id, lobbyId });
  return engagement.sessionId === id ? null : lockActiveSession(client, agentId);
}

/** Adds a notice with the session to each player's own stream, in the order of the agents' ids against deadlocks. */
async function notifyPlayers(client: Queryable, lobby: Lobby, sessions: readonly Session[]): Promise<StreamEvent[]> {
  const events: StreamEvent[] = [];
  const ordered = [...sessions].sort((a, b) => (a.agentId < b.agentId ? -1 : 1));
  for (const session of ordered) {
    const data = {
      game_session_id: lobby.id,
      experience_id: lobby.experienceId,
      session_id: session.id,
      ...(session.seat === null ? {} : { seat: session.seat }),
    };
    events.push(...(await appendEvents(client, agentStream(session.agentId), [{ type: 'match_started', data }])));
  }
  return events;
}
