import type { JsonObject } from '@/lib/core/json';
import { agentStream, matchStream, type NewEvent, type StreamEvent } from '@/lib/core/stream';
import type { PlayableExperience } from '@/lib/domain/catalog';
import { dropSessionKeys } from '@/lib/domain/memory';
import { hostOf } from '@/lib/domain/play-host';
import { rateMatch } from '@/lib/domain/ratings';
import {
  completeLobbySessions,
  disengage,
  evictSession,
  findMembers,
  isPlayer,
  type Lobby,
  lockLobby,
  type Member,
  markEnded,
  unbindSessions,
} from '@/lib/domain/seating';
import { appendEvents } from '@/lib/events';
import type { Client } from './lobbies.repo';
import { outcomesByPlayer, ratedResults } from './outcomes';

/** How a lobby ends. */
export interface LobbyEnd {
  status: 'completed' | 'cancelled';
  reason: string;
  outcomes: JsonObject | null;
}

/**
 * Closes a lobby with its sessions, ratings and notices; publish the events after the commit. Null for a running match
 * of the platform, which its runtime closes; no events for a lobby that is over.
 */
export async function closeLobby(
  client: Client,
  lobbyId: string,
  end: LobbyEnd,
  experience: PlayableExperience,
): Promise<StreamEvent[] | null> {
  const host = hostOf(experience);
  const lobby = await lockLobby(client, lobbyId);
  if (lobby?.status === 'active' && host.runtime) return null;
  if (!lobby || (lobby.status !== 'active' && lobby.status !== 'waiting')) return [];
  const players = await findPlayers(client, lobby);
  const agentIds = players.map((player) => player.agentId);
  if (lobby.status === 'waiting' && host.sessionsOutliveLobbies) await unbindSessions(client, lobbyId, agentIds);
  const sessionIds = await closeSessions(client, lobby, players, end);
  const members = await markEnded(client, { id: lobbyId, ...end });
  await disengage(client, { agentIds: [...members, ...agentIds], sessionIds, lobbyId });
  return [...(await appendEnd(client, lobby, players, end)), ...(await notifyPlayers(client, lobby, players, end))];
}

/** The players of a waiting lobby, or all who have played its match. */
async function findPlayers(client: Client, lobby: Lobby): Promise<Member[]> {
  const members = await findMembers(lobby.id, client);
  return members.filter(
    (member) => isPlayer(member) && (lobby.status === 'waiting' ? member.leftAt === null : member.sessionId !== null),
  );
}

async function closeSessions(
  client: Client,
  lobby: Lobby,
  players: readonly Member[],
  end: LobbyEnd,
): Promise<string[]> {
  const ended = await completeLobbySessions(client, {
    lobbyId: lobby.id,
    agentIds: players.map((player) => player.agentId),
    reason: end.reason,
    outcomes: outcomesByPlayer(end.outcomes, players),
  });
  for (const { sessionId, agentId } of ended) {
    evictSession(sessionId);
    await dropSessionKeys(client, { agentId, experienceId: lobby.experienceId });
  }
  return ended.map((session) => session.sessionId);
}

/** Appends the end, and the ratings that follow from its outcomes, to the stream of the lobby. */
async function appendEnd(
  client: Client,
  lobby: Lobby,
  players: readonly Member[],
  end: LobbyEnd,
): Promise<StreamEvent[]> {
  const cancelledType = lobby.status === 'active' ? 'match_cancelled' : 'lobby_cancelled';
  const type = end.status === 'completed' ? 'match_ended' : cancelledType;
  const events: NewEvent[] = [{ type, data: { reason: end.reason, outcomes: end.outcomes } }];
  const results = end.status === 'completed' ? ratedResults(end.outcomes, players) : null;
  if (results) {
    const changes = await rateMatch(client, { experienceId: lobby.experienceId, matchId: lobby.id, players: results });
    const identities = new Map(players.map((player) => [player.agentId, player.experienceAgentId]));
    const data = {
      players: changes.map(({ agentId, eloBefore, eloAfter }) => ({
        experience_agent_id: identities.get(agentId),
        elo_before: eloBefore,
        elo_after: eloAfter,
      })),
    };
    if (changes.length > 0) events.push({ type: 'ratings_changed', data });
  }
  return appendEvents(client, matchStream(lobby.id), events);
}

/** Appends the end to each player's own stream, in the order of the agents' ids against deadlocks. */
async function notifyPlayers(
  client: Client,
  lobby: Lobby,
  players: readonly Member[],
  { status, reason }: LobbyEnd,
): Promise<StreamEvent[]> {
  const type = lobby.status === 'active' ? 'match_ended' : 'lobby_cancelled';
  const data = { game_session_id: lobby.id, experience_id: lobby.experienceId, status, reason };
  const events: StreamEvent[] = [];
  for (const agentId of players.map((player) => player.agentId).sort()) {
    events.push(...(await appendEvents(client, agentStream(agentId), [{ type, data }])));
  }
  return events;
}
