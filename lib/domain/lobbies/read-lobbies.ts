import { AppError } from '@/lib/core/errors';
import { getExperience } from '@/lib/domain/catalog';
import { findLobby, findMembers, type Lobby, type LobbyStatus, type Member } from '@/lib/domain/seating';
import { findBots, listByStatus } from './lobbies.repo';
import { type ListedLobby, type LobbyState, type StatePlayer, toLobbyState } from './lobbies.schema';

const MAX_LISTED = 100;

/**
 * Lobbies of an experience that can be joined, oldest first; with a status, all in that status.
 * Specification: gateway-tool-contract.md, lobby.list.
 * @throws NOT_FOUND for an unknown experience
 */
export async function listLobbies(args: { experienceId: string; status?: LobbyStatus }): Promise<ListedLobby[]> {
  await getExperience({ experienceId: args.experienceId });
  const rows = await listByStatus({
    experienceId: args.experienceId,
    status: args.status ?? 'waiting',
    withFreeSeat: args.status === undefined,
    limit: MAX_LISTED,
  });
  return rows.map(({ id, created_at, ...line }) => ({
    game_session_id: id,
    ...line,
    created_at: created_at.toISOString(),
  }));
}

/**
 * A lobby or match with its members, in the order of joining, and its house bots. After the end: the members of that
 * moment. Calls no experience. Specification: gateway-tool-contract.md, match.state.
 * @throws NOT_FOUND
 */
export async function readLobby(lobbyId: string): Promise<LobbyState> {
  const lobby = await findLobby(lobbyId);
  if (!lobby) throw new AppError('NOT_FOUND', 'There is no lobby with this id.');
  const [members, bots] = await Promise.all([findMembers(lobbyId), findBots(lobbyId)]);
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

function isPresent(lobby: Lobby, member: Member): boolean {
  if (member.leftAt === null) return true;
  return lobby.endedAt !== null && member.leftAt >= lobby.endedAt;
}

/** Whether a lobby was ever opened under this id. */
export async function lobbyExists(lobbyId: string): Promise<boolean> {
  return (await findLobby(lobbyId)) !== null;
}
