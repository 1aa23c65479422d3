import type { PlayableExperience } from '@/lib/domain/catalog';
import { experienceAgentId } from '@/lib/domain/identity';
import { hostOf, peopleNotAllowed } from '@/lib/domain/play-host';
import {
  admitMember,
  agentBusy,
  engage,
  type LobbyStatus,
  type MemberRole,
  type PublicPlayer,
  publicPlayer,
  seatInCorrespondence,
} from '@/lib/domain/seating';
import type { Client } from './lobbies.repo';
import type { LobbyAgent } from './lobbies.schema';

/**
 * Engages an agent with a lobby: it is in one lobby at a time, also within one experience. Correspondence games are played
 * beside that. @throws AGENT_BUSY · QUOTA_EXCEEDED for too many correspondence games
 */
export async function engageWithLobby(
  client: Client,
  args: { agent: LobbyAgent; experience: PlayableExperience; lobbyId: string; daysPerMove: number | null },
): Promise<void> {
  const { agent, experience, lobbyId } = args;
  if (args.daysPerMove !== null) {
    await seatInCorrespondence(client, { agentId: agent.agentId, experienceId: experience.id, lobbyId });
    return;
  }
  const engagement = await engage(client, { agentId: agent.agentId, experienceId: experience.id, lobbyId });
  if (engagement.lobbyId !== lobbyId || engagement.queueId !== null) {
    const blocking = engagement.queueId === null ? { sessionId: null } : { lobbyId: null };
    throw agentBusy({
      ...engagement,
      ...blocking,
      experienceName: experience.name,
      interactionModel: experience.interactionModel,
    });
  }
}

/**
 * Adds an agent or a person that is engaged with a lobby to its members, and binds its session. Returns the player for
 * the lobby's events. @throws EXPERIENCE_ERROR for a person where only agents play
 */
export async function addMember(
  client: Client,
  args: { agent: LobbyAgent; experience: PlayableExperience; lobbyId: string; role: MemberRole },
): Promise<PublicPlayer> {
  const { agent, experience, lobbyId, role } = args;
  const { agentId, displayName } = agent;
  const host = hostOf(experience);
  const identity = experienceAgentId({ agentId, experienceId: experience.id });
  const bindsSession = role !== 'spectator' && host.sessionsOutliveLobbies;
  const kind = await admitMember(client, { lobbyId, agentId, experienceAgentId: identity, role, bindsSession });
  if (kind === 'human' && !host.takesPeople) throw peopleNotAllowed(experience.name);
  return publicPlayer({ agentId, experienceAgentId: identity, displayName, kind }, host.publicIdentity);
}

/** The answer to a member where the experience keeps no lobbies. Of a built-in game it has the fields of all its answers. */
export function lobbyResponse(
  experience: PlayableExperience,
  { status, maxPlayers }: { status: LobbyStatus; maxPlayers: number },
): Record<string, unknown> {
  const { minPlayers } = experience.multiplayer;
  return {
    ...(experience.gameId === null
      ? {}
      : { game_type: experience.gameId, your_turn: false, legal_moves: [], view: {} }),
    status,
    min_players: minPlayers,
    max_players: maxPlayers,
    message:
      status === 'waiting'
        ? `Waiting for players. The host starts with match.start once ${minPlayers} are here; wait with events.wait on "me".`
        : 'The match runs: match.state shows it, and events.wait on "match:<game_session_id>" waits for what happens.',
  };
}
