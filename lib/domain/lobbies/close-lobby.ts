import type { JsonObject } from '@/lib/core/json';
import { agentStream, matchStream, type NewEvent, type StreamEvent } from '@/lib/core/stream';
import type { PlayableExperience } from '@/lib/domain/catalog';
import { dropSessionKeys } from '@/lib/domain/memory';
import { hostOf, type MatchReport, storeMemoryUpdates } from '@/lib/domain/play-host';
import { type PlayerResult, rateMatch } from '@/lib/domain/ratings';
import type { Unrated } from '@/lib/domain/seating';
import {
  closeLobbySeating,
  findUnratedReason,
  isPlayer,
  type Lobby,
  type LobbyWithMembers,
  lockLobby,
  type Member,
} from '@/lib/domain/seating';
import { appendEvents } from '@/lib/events';
import type { Client } from './lobbies.repo';
import { outcomesByPlayer, ratedResults } from './outcomes';

/** How a lobby ends. */
export interface LobbyEnd {
  status: 'completed' | 'cancelled';
  /** The platform's code. */
  reason: string;
  /** Why, in the words of the host, cleaned; a stranger's text to the other players. */
  hostSays?: string | null;
  outcomes: JsonObject | null;
  /** The memory updates for each player, by pairwise id; none by default. */
  memoryUpdates?: MatchReport['memoryUpdates'];
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
  const locked = await lockLobby(client, lobbyId);
  if (!locked) return [];
  const { lobby } = locked;
  if (lobby.status === 'active' && host.runtime) return null;
  if (lobby.status !== 'active' && lobby.status !== 'waiting') return [];
  const players = playersOf(locked);
  const results = end.status === 'completed' ? ratedResults(end.outcomes, players) : null;
  const unrated = results && (await whyUnrated(client, players, results));
  const { status, reason, outcomes } = end;
  const ended = await closeLobbySeating(client, {
    id: lobbyId,
    status,
    reason,
    outcomes,
    unrated,
    playerIds: players.map((player) => player.agentId),
    outcomesByPlayer: outcomesByPlayer(outcomes, players),
    keepsSessions: lobby.status === 'waiting' && host.sessionsOutliveLobbies,
  });
  await storeMemories(client, { lobby, players, end }, ended);
  const closed: ClosedLobby = { lobby, players, end, ended, results, unrated };
  return [...(await appendEnd(client, closed)), ...(await notifyPlayers(client, closed))];
}

/** A lobby with what its end brings. */
interface ClosedLobby {
  lobby: Lobby;
  players: readonly Member[];
  end: LobbyEnd;
  /** The sessions that ended with it. */
  ended: readonly { sessionId: string; agentId: string }[];
  results: PlayerResult[] | null;
  unrated: Unrated | null;
}

/** A player did not win because its last call to the experience failed. */
function whyUnrated(
  client: Client,
  players: readonly Member[],
  results: readonly PlayerResult[],
): Promise<Unrated | null> {
  const winners = results.filter(({ result }) => result === 'win').map((won) => won.experienceAgentId);
  const sessionIds = players.flatMap(({ sessionId }) => sessionId ?? []);
  return findUnratedReason(client, sessionIds, new Set(winners));
}

/** The players of a waiting lobby, or all who have played its match. */
function playersOf({ lobby, members }: LobbyWithMembers): Member[] {
  return members.filter(
    (member) => isPlayer(member) && (lobby.status === 'waiting' ? member.leftAt === null : member.sessionId !== null),
  );
}

async function storeMemories(
  client: Client,
  { lobby: { experienceId }, players, end }: Pick<ClosedLobby, 'lobby' | 'players' | 'end'>,
  ended: readonly { sessionId: string; agentId: string }[],
): Promise<void> {
  for (const { sessionId, agentId } of ended) {
    const player = players.find((one) => one.agentId === agentId);
    const updates = (player && end.memoryUpdates?.get(player.experienceAgentId)) ?? [];
    await storeMemoryUpdates(client, { id: sessionId, agentId, experienceId }, updates);
    await dropSessionKeys(client, { agentId, experienceId });
  }
}

/** The field `host_says` of an event, when the host has given a reason. */
const hostMessage = ({ hostSays }: LobbyEnd) => (hostSays ? { host_says: hostSays } : {});

/** Appends the end, and the ratings that follow from its outcomes, to the stream of the lobby. */
async function appendEnd(client: Client, closed: ClosedLobby): Promise<StreamEvent[]> {
  const { lobby, players, end, results, unrated } = closed;
  const cancelledType = lobby.status === 'active' ? 'match_cancelled' : 'lobby_cancelled';
  const type = end.status === 'completed' ? 'match_ended' : cancelledType;
  const events: NewEvent[] = [{ type, data: { reason: end.reason, ...hostMessage(end), outcomes: end.outcomes } }];
  if (unrated) events.push({ type: 'match_unrated', data: { ...unrated } });
  else if (results) {
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
async function notifyPlayers(client: Client, closed: ClosedLobby): Promise<StreamEvent[]> {
  const { lobby, players, end, ended, unrated } = closed;
  const { status, reason } = end;
  const type = lobby.status === 'active' ? 'match_ended' : 'lobby_cancelled';
  const data = {
    game_session_id: lobby.id,
    experience_id: lobby.experienceId,
    status,
    reason,
    ...hostMessage(end),
    ...(unrated && { unrated }),
  };
  const events: StreamEvent[] = [];
  const own = new Map(
    outcomesByPlayer(end.outcomes, players).map(({ experienceAgentId, outcomes }) => [experienceAgentId, outcomes]),
  );
  for (const player of [...players].sort((a, b) => (a.agentId < b.agentId ? -1 : 1))) {
    const { agentId, experienceAgentId } = player;
    const session_id = ended.find((session) => session.agentId === agentId)?.sessionId;
    const result = type === 'match_ended' && { outcomes: own.get(experienceAgentId) ?? null };
    const news = { ...data, ...(session_id !== undefined && { session_id }), ...result };
    events.push(...(await appendEvents(client, agentStream(agentId), [{ type, data: news }])));
  }
  return events;
}
