import { AppError } from '@/lib/core/errors';
import type { JsonObject } from '@/lib/core/json';
import { log } from '@/lib/core/log';
import { getPlayed, type PlayableExperience } from '@/lib/domain/catalog';
import { hostOf, type LobbyTool } from '@/lib/domain/play-host';
import { announceLobbies, findLobby, type Lobby, requireHost, requireLobby, requireStatus } from '@/lib/domain/seating';
import { publish } from '@/lib/events';
import { closeLobby, type LobbyEnd } from './close-lobby';
import { transaction } from './lobbies.repo';
import type { LobbyRequest } from './lobbies.schema';
import { inLobbyTurn } from './lobby-turns';

/**
 * Ends a running match. In a match of the platform the host's seat resigns, which ends it for all; a remote experience
 * answers the outcomes, which are stored, and rated when they have a known shape. A match that is over answers its
 * outcomes. Specification: gateway-tool-contract.md, match.end; decisions.md, Outcomes.
 * @throws EXPERIENCE_AUTH_FAILED for an agent that is not the host; EXPERIENCE_ERROR when it is not active or the experience refuses
 */
export async function endMatch(request: LobbyRequest): Promise<MatchEnd> {
  return inLobbyTurn(request.lobbyId, () => end(request));
}

interface MatchEnd {
  game_session_id: string;
  status: 'completed';
  outcomes: JsonObject | null;
}

async function end(request: LobbyRequest): Promise<MatchEnd> {
  const { lobbyId, reason, signal } = request;
  const lobby = await requireLobby(lobbyId);
  requireHost(lobby, request.agent.agentId);
  if (lobby.status === 'completed') return { game_session_id: lobbyId, status: 'completed', outcomes: lobby.outcomes };
  requireStatus(lobby, 'active');
  const experience = await getPlayed({ experienceId: lobby.experienceId });
  const report = await hostOf(experience).endMatch({ lobby, experience, reason, signal });
  if (report) {
    const ending: LobbyEnd = { status: 'completed', reason: reason ?? 'ended_by_host', outcomes: report.outcomes };
    publish((await transaction((client) => closeLobby(client, lobbyId, ending, experience))) ?? []);
  }
  const ended = await findLobby(lobbyId);
  return { game_session_id: lobbyId, status: 'completed', outcomes: ended?.outcomes ?? null };
}

/**
 * Cancels a match or a waiting lobby: nothing is rated and all members have left.
 * Specification: gateway-tool-contract.md, match.abort.
 * @throws EXPERIENCE_AUTH_FAILED for an agent that is not the host; EXPERIENCE_ERROR when there is no such lobby or it is over
 */
export async function abortLobby(request: LobbyRequest): Promise<{ game_session_id: string; status: 'cancelled' }> {
  const { lobbyId, signal } = request;
  const answer = { game_session_id: lobbyId, status: 'cancelled' } as const;
  const lobby = await requireLobby(lobbyId);
  requireHost(lobby, request.agent.agentId);
  if (lobby.status === 'cancelled') return answer;
  requireStatus(lobby, 'active', 'waiting');
  const experience = await getPlayed({ experienceId: lobby.experienceId });
  const reason = request.reason ?? 'aborted_by_host';
  await notifyCancelled(lobby, experience, { reason, signal });
  const ending: LobbyEnd = { status: 'cancelled', reason, outcomes: null };
  const events = await transaction((client) => closeLobby(client, lobbyId, ending, experience));
  if (events) publish(events);
  if (lobby.status === 'waiting') announceLobbies(experience.id);
  else await hostOf(experience).runtime?.cancel(lobbyId);
  const after = await findLobby(lobbyId);
  // The match may have ended by itself in the meantime.
  if (after?.status === 'completed') requireStatus(after, 'active', 'waiting');
  return answer;
}

/**
 * Notifies a remote experience of a cancelled lobby or match, in the host's name; its consent is not needed. A match that
 * it may have started, without our knowing, is ended before the lobby is left.
 */
export async function notifyCancelled(
  lobby: Lobby,
  experience: PlayableExperience,
  { reason, signal }: { reason: string; signal?: AbortSignal },
): Promise<void> {
  const tools: LobbyTool[] = lobby.status === 'active' || lobby.startUntil !== null ? ['match.end'] : [];
  if (lobby.status === 'waiting') tools.push('lobby.leave');
  const change = { experience, agentId: lobby.hostAgentId, lobbyId: lobby.id, signal };
  for (const tool of tools) {
    await hostOf(experience)
      .notifyLobby({ ...change, tool, fields: { role: 'host', reason } })
      .catch((thrown: unknown) => {
        if (!(thrown instanceof AppError)) throw thrown;
        log.info({ code: thrown.code, lobby_id: lobby.id }, 'an experience refused the end of a match');
      });
  }
}
