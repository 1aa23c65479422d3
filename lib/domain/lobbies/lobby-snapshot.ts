import { matchStream } from '@/lib/core/stream';
import { getExperience } from '@/lib/domain/catalog';
import { findLobby, findMembers, isPlayer, type LobbyStatus } from '@/lib/domain/seating';
import { lastEventId } from '@/lib/events';

/** A lobby as spectators see it before there is a match. Players are named by their pairwise ids only. */
export interface LobbySnapshot {
  match_id: string;
  experience_id: string;
  /** Of one of our own games; null for experiences that are played elsewhere. */
  game_type: string | null;
  title: string;
  about: string;
  status: LobbyStatus;
  min_players: number;
  max_players: number;
  players: {
    experience_agent_id: string;
    display_name: string;
    kind: 'agent' | 'human';
    is_host: boolean;
    joined_at: string;
  }[];
  /** Seconds a move, where the host chose; null for the game's own. */
  move_time_s: number | null;
  /** When house bots take the empty seats; null when they do not. */
  fill_at: string | null;
  end_reason: string | null;
  created_at: string;
  started_at: string | null;
  ended_at: string | null;
  server_time: string;
  /** Id of the last event that this snapshot contains. */
  cursor: string;
}

/** A lobby for pages and sockets, read fresh; null when there is none. */
export async function loadLobbySnapshot(lobbyId: string): Promise<LobbySnapshot | null> {
  // The cursor is read first: an event that comes in between is then shown twice rather than never.
  const cursor = await lastEventId(matchStream(lobbyId), ['public']);
  const lobby = await findLobby(lobbyId);
  if (!lobby) return null;
  const [experience, members] = await Promise.all([
    getExperience({ experienceId: lobby.experienceId }),
    findMembers(lobbyId),
  ]);
  return {
    match_id: lobby.id,
    experience_id: lobby.experienceId,
    game_type: experience.game_type,
    title: experience.name,
    about: experience.summary,
    status: lobby.status,
    min_players: lobby.minPlayers,
    max_players: lobby.maxPlayers,
    players: members
      .filter((member) => isPlayer(member) && member.leftAt === null)
      .map((member) => ({
        experience_agent_id: member.experienceAgentId,
        display_name: member.displayName,
        kind: member.kind,
        is_host: member.agentId === lobby.hostAgentId,
        joined_at: member.joinedAt.toISOString(),
      })),
    move_time_s: typeof lobby.config.move_time_s === 'number' ? lobby.config.move_time_s : null,
    fill_at: lobby.fillAt?.toISOString() ?? null,
    end_reason: lobby.endReason,
    created_at: lobby.createdAt.toISOString(),
    started_at: lobby.startedAt?.toISOString() ?? null,
    ended_at: lobby.endedAt?.toISOString() ?? null,
    server_time: new Date().toISOString(),
    cursor: cursor ?? '',
  };
}
