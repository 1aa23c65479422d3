import { matchStream } from '@/lib/core/stream';
import { getExperience } from '@/lib/domain/catalog';
import { hostOf } from '@/lib/domain/play-host';
import type { Unrated } from '@/lib/domain/seating';
import {
  isPlayer,
  type Lobby,
  type LobbyStatus,
  type PublicPlayer,
  publicPlayer,
  readLobbyWithMembers,
} from '@/lib/domain/seating';
import { lastEventId } from '@/lib/events';
import { gameById } from '@/lib/games';

/** A lobby as spectators see it before there is a match. */
export interface LobbySnapshot {
  match_id: string;
  experience_id: string;
  /** The built-in game; null for a remote experience. */
  game_type: string | null;
  title: string;
  about: string;
  status: LobbyStatus;
  min_players: number;
  max_players: number;
  /** In the order of joining; those of a remote experience without names. */
  players: (PublicPlayer & { is_host: boolean; joined_at: string })[];
  /** The seat of the host in a built-in game for two, as `white`; else null. */
  host_seat: string | null;
  /** Seconds a move when the host has chosen them; null for the game's default. */
  move_time_s: number | null;
  /** One clock for the whole game, chosen by the host; null for a time a move. */
  game_clock: { base_s: number; increment_s: number } | null;
  /** In no list: only who has the link can join. */
  unlisted: boolean;
  /** When house bots take the empty seats; null without them. */
  fill_at: string | null;
  end_reason: string | null;
  /** Why the result is not rated although it would have been. */
  unrated: Unrated | null;
  created_at: string;
  started_at: string | null;
  ended_at: string | null;
  server_time: string;
  /** Id of the last event that this snapshot contains. */
  cursor: string;
}

function readGameClock({ clock_base_s: base, clock_increment_s: increment }: Lobby['config']) {
  return typeof base === 'number' ? { base_s: base, increment_s: Number(increment ?? 0) } : null;
}

function seatOfHost(gameId: string | null, { host_seat: seat }: Lobby['config']): string | null {
  const names = gameId === null ? undefined : gameById(gameId)?.seats.names;
  return names?.[typeof seat === 'number' ? seat : 0] ?? null;
}

/** A lobby for pages and sockets, read fresh; null when it does not exist. */
export async function loadLobbySnapshot(lobbyId: string): Promise<LobbySnapshot | null> {
  // The cursor is read first: an event in between is then shown twice rather than never.
  const cursor = await lastEventId(matchStream(lobbyId), ['public']);
  const read = await readLobbyWithMembers(lobbyId);
  if (!read) return null;
  const { lobby, members } = read;
  const experience = await getExperience({ experienceId: lobby.experienceId });
  const { publicIdentity } = hostOf({ gameId: experience.game_type });
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
        ...publicPlayer(member, publicIdentity),
        is_host: member.agentId === lobby.hostAgentId,
        joined_at: member.joinedAt.toISOString(),
      })),
    host_seat: lobby.maxPlayers === 2 ? seatOfHost(experience.game_type, lobby.config) : null,
    move_time_s: typeof lobby.config.move_time_s === 'number' ? lobby.config.move_time_s : null,
    game_clock: readGameClock(lobby.config),
    unlisted: lobby.config.unlisted === true,
    fill_at: lobby.fillAt?.toISOString() ?? null,
    end_reason: lobby.endReason,
    unrated: lobby.unrated,
    created_at: lobby.createdAt.toISOString(),
    started_at: lobby.startedAt?.toISOString() ?? null,
    ended_at: lobby.endedAt?.toISOString() ?? null,
    server_time: new Date().toISOString(),
    cursor: cursor ?? '',
  };
}
