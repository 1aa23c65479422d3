import { AppError } from '@/lib/core/errors';
import { getExperience } from '@/lib/domain/catalog';
import { readMatch } from '@/lib/domain/matches';
import { type PageRequest, toTurnPage } from '@/lib/domain/quotas';
import { type Lobby, type LobbyStatus, type Member, readLobbyWithMembers } from '@/lib/domain/seating';
import { countRatedAborts, findBots, listByStatus } from './lobbies.repo';
import { type ListedLobby, type LobbyState, type StatePlayer, toLobbyState } from './lobbies.schema';

/**
 * A page of the lobbies of an experience that can be joined, oldest first; with a status, of all in that status. Where there
 * are more than a page, the owners of the hosts take turns, so that no owner fills it.
 * Specification: gateway-tool-contract.md, lobby.list.
 * @throws NOT_FOUND for an unknown experience · VALIDATION_ERROR for a cursor of another list
 */
export async function listLobbies(
  args: { experienceId: string; status?: LobbyStatus } & PageRequest,
): Promise<{ lobbies: ListedLobby[]; nextCursor: string | null }> {
  const { experienceId, status, cursor, limit } = args;
  await getExperience({ experienceId });
  const listed = await listByStatus({
    experienceId,
    status: status ?? 'waiting',
    withFreeSeat: status === undefined,
    page: { cursor, limit },
  });
  const { rows, nextCursor } = toTurnPage(listed, limit);
  const lobbies = rows
    .sort((one, other) => one.ord - other.ord)
    .map(
      (row): ListedLobby => ({
        game_session_id: row.id,
        host_experience_agent_id: row.host_experience_agent_id,
        status: row.status,
        max_players: row.max_players,
        current_players: row.current_players,
        created_at: row.created_at.toISOString(),
      }),
    );
  return { lobbies, nextCursor };
}

/**
 * A lobby or match with its members, in the order of joining, and its house bots. After the end: the members of that
 * moment. Calls no experience. Specification: gateway-tool-contract.md, match.state.
 * @throws NOT_FOUND
 */
export async function readLobby(lobbyId: string): Promise<LobbyState> {
  const [read, bots] = await Promise.all([readLobbyWithMembers(lobbyId), findBots(lobbyId)]);
  if (!read) throw await withoutLobby(lobbyId);
  const { lobby, members } = read;
  const host = members.find((member) => member.agentId === lobby.hostAgentId);
  const botPlayers = bots.map(
    ({ seat, startedAt }): StatePlayer => ({
      experienceAgentId: `bot:${seat}`,
      role: 'bot',
      sessionId: null,
      joinedAt: startedAt,
    }),
  );
  const players = [...members.filter((member) => isPresent(lobby, member)), ...botPlayers];
  return toLobbyState({ lobby, host: host?.experienceAgentId ?? '', players });
}

/** The refusal of an id that is no lobby's. A match that began from a queue or in a league has none. */
async function withoutLobby(id: string): Promise<AppError> {
  if (!(await readMatch(id))) return new AppError('NOT_FOUND', 'There is no lobby with this id.');
  return new AppError('NOT_FOUND', 'This match has no lobby: it began from a queue or in a league.', {
    details: { next: `session.list names your session in it; events.wait on "match:${id}" shows what happens.` },
  });
}

function isPresent(lobby: Lobby, member: Member): boolean {
  if (member.leftAt === null) return true;
  return lobby.endedAt !== null && member.leftAt >= lobby.endedAt;
}

/** The status of a lobby; null when none was ever opened under this id. */
export async function readLobbyStatus(lobbyId: string): Promise<LobbyStatus | null> {
  return (await readLobbyWithMembers(lobbyId))?.lobby.status ?? null;
}

/** How many rated matches an agent has cancelled as the host after the first move, for its profile. */
export async function readRatedAborts({ agentId }: { agentId: string }): Promise<number> {
  return countRatedAborts(agentId);
}
