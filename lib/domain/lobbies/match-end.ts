import { AppError } from '@/lib/core/errors';
import type { JsonObject } from '@/lib/core/json';
import { log } from '@/lib/core/log';
import { agentStream, matchStream, type NewEvent, type StreamEvent } from '@/lib/core/stream';
import { getPlayed, type PlayableExperience } from '@/lib/domain/catalog';
import { abortMatch, readMatch, resignMatch } from '@/lib/domain/matches';
import { dropSessionKeys } from '@/lib/domain/memory';
import { rateMatch } from '@/lib/domain/ratings';
import {
  completeLobbySessions,
  disengage,
  evictSession,
  findLobby,
  findMembers,
  isPlayer,
  type Lobby,
  lobbyError,
  lockLobby,
  type Member,
  markEnded,
  requireHost,
  requireLobby,
  requireStatus,
  unbindSessions,
} from '@/lib/domain/seating';
import { readEndReport } from '@/lib/domain/sessions/end-report';
import { appendEvents, publish } from '@/lib/events';
import { forward } from './forward';
import { type Client, transaction } from './lobbies.repo';
import { announceLobbies } from './lobby-news';
import { outcomesByPlayer, ratedResults } from './outcomes';

type Request = { agent: { agentId: string }; lobbyId: string; reason?: string; signal?: AbortSignal };

/**
 * Ends a running match. A game of ours that is not over is given up by the host, and ends
 * for everybody; a remote experience is asked and its
 * outcomes are kept, and rated when they have a known shape. A match that is over already answers how it went.
 * Specification: gateway-tool-contract.md, match.end; decisions.md, Outcomes.
 * @throws EXPERIENCE_AUTH_FAILED for anyone but the host; EXPERIENCE_ERROR when it is not active or the experience refuses
 */
export async function endMatch(
  request: Request,
): Promise<{ lobbyId: string; status: 'completed'; outcomes: JsonObject | null }> {
  const { lobbyId } = request;
  const lobby = await requireLobby(lobbyId);
  requireHost(lobby, request.agent.agentId);
  if (lobby.status === 'completed') return { lobbyId, status: 'completed', outcomes: lobby.outcomes };
  requireStatus(lobby, 'active');
  const experience = await getPlayed({ experienceId: lobby.experienceId });
  if (experience.kind === 'builtin') await giveUp(lobby);
  else await endRemote(lobby, experience, request);
  const ended = await findLobby(lobbyId);
  return { lobbyId, status: 'completed', outcomes: ended?.outcomes ?? null };
}

async function giveUp(lobby: Lobby): Promise<void> {
  const match = await readMatch(lobby.id);
  const own = match?.seats.find((seat) => seat.agentId === lobby.hostAgentId);
  if (!own) throw lobbyError('not_playing', 'The host has no seat in this match.');
  await resignMatch({ matchId: lobby.id, seat: own.seat, ends: true });
}

async function endRemote(lobby: Lobby, experience: PlayableExperience, request: Request): Promise<void> {
  const reason = request.reason ?? 'ended_by_host';
  const answer = await forward('match.end', {
    experience,
    agentId: lobby.hostAgentId,
    lobbyId: lobby.id,
    fields: { role: 'host', ...(request.reason === undefined ? {} : { reason }) },
    signal: request.signal,
  });
  const { outcomes } = readEndReport(answer);
  const end: End = { status: 'completed', reason, outcomes };
  publish((await transaction((client) => writeEnd(client, lobby.id, end, experience))) ?? []);
}

/**
 * Calls a match or a waiting lobby off: nothing is rated and everybody has left.
 * Specification: gateway-tool-contract.md, match.abort.
 * @throws EXPERIENCE_AUTH_FAILED for anyone but the host; EXPERIENCE_ERROR when there is no such lobby or it is over
 */
export async function abortLobby(request: Request): Promise<{ lobbyId: string; status: 'cancelled' }> {
  const { lobbyId } = request;
  const lobby = await requireLobby(lobbyId);
  requireHost(lobby, request.agent.agentId);
  if (lobby.status === 'cancelled') return { lobbyId, status: 'cancelled' };
  requireStatus(lobby, 'active', 'waiting');
  const experience = await getPlayed({ experienceId: lobby.experienceId });
  const reason = request.reason ?? 'aborted_by_host';
  await tellOfCancelling(lobby, experience, { reason, signal: request.signal });
  const events = await transaction((client) => writeCancelled(client, { lobbyId, experience, reason }));
  if (events) publish(events);
  if (lobby.status === 'waiting') announceLobbies(experience.id);
  else await abortMatch({ matchId: lobbyId, reason: 'aborted' });
  const after = await findLobby(lobbyId);
  // The match may have ended by itself in the same moment.
  if (after?.status === 'completed') requireStatus(after, 'active', 'waiting');
  return { lobbyId, status: 'cancelled' };
}

/** A remote experience is told in the host's name, but calling off does not wait for its consent. */
export async function tellOfCancelling(
  lobby: Lobby,
  experience: PlayableExperience,
  { reason, signal }: { reason: string; signal?: AbortSignal },
): Promise<void> {
  const tool = lobby.status === 'active' ? 'match.end' : 'lobby.leave';
  const fields = { role: 'host', reason };
  await forward(tool, { experience, agentId: lobby.hostAgentId, lobbyId: lobby.id, fields, signal }).catch(
    (thrown: unknown) => {
      if (!(thrown instanceof AppError)) throw thrown;
      log.info({ code: thrown.code, lobby_id: lobby.id }, 'an experience did not take the end of a match');
    },
  );
}

/**
 * Calls a lobby off with everything that follows; publish the events after the commit. Null where the runtime governs
 * the end: a running match of ours. Nothing for a lobby that is over.
 */
export async function writeCancelled(
  client: Client,
  args: { lobbyId: string; experience: PlayableExperience; reason: string },
): Promise<StreamEvent[] | null> {
  const end: End = { status: 'cancelled', reason: args.reason, outcomes: null };
  return writeEnd(client, args.lobbyId, end, args.experience);
}

interface End {
  status: 'completed' | 'cancelled';
  reason: string;
  outcomes: JsonObject | null;
}

/** Everything that follows the end of a lobby, in one transaction; null where the runtime governs it: a match of ours. */
async function writeEnd(
  client: Client,
  lobbyId: string,
  end: End,
  experience: PlayableExperience,
): Promise<StreamEvent[] | null> {
  const lobby = await lockLobby(client, lobbyId);
  if (lobby?.status === 'active' && experience.kind === 'builtin') return null;
  if (!lobby || (lobby.status !== 'active' && lobby.status !== 'waiting')) return [];
  const members = await findMembers(lobbyId, client);
  const players = members.filter(
    (member) => isPlayer(member) && (lobby.status === 'waiting' ? member.leftAt === null : member.sessionId !== null),
  );
  if (lobby.status === 'waiting' && experience.kind !== 'builtin') {
    await unbindSessions(
      client,
      lobbyId,
      players.map((player) => player.agentId),
    );
  }
  const closed = await closeSessions(client, lobby, players, end);
  const freed = await markEnded(client, { id: lobbyId, ...end });
  await disengage(client, {
    agentIds: [...freed, ...players.map((player) => player.agentId)],
    sessionIds: closed,
    lobbyId,
  });
  const events = await tellOfEnd(client, lobby, players, end);
  return events;
}

async function closeSessions(client: Client, lobby: Lobby, players: readonly Member[], end: End): Promise<string[]> {
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

async function tellOfEnd(client: Client, lobby: Lobby, players: readonly Member[], end: End): Promise<StreamEvent[]> {
  const wasPlayed = lobby.status === 'active';
  const cancelledAs = wasPlayed ? 'match_cancelled' : 'lobby_cancelled';
  const type = end.status === 'completed' ? 'match_ended' : cancelledAs;
  const told: NewEvent[] = [{ type, data: { reason: end.reason, outcomes: end.outcomes } }];
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
    if (changes.length > 0) told.push({ type: 'ratings_changed', data });
  }
  const events = await appendEvents(client, matchStream(lobby.id), told);
  const notice = {
    game_session_id: lobby.id,
    experience_id: lobby.experienceId,
    status: end.status,
    reason: end.reason,
  };
  const agentIds = players.map((player) => player.agentId).sort();
  for (const agentId of agentIds) {
    events.push(
      ...(await appendEvents(client, agentStream(agentId), [
        { type: wasPlayed ? 'match_ended' : 'lobby_cancelled', data: notice },
      ])),
    );
  }
  return events;
}
