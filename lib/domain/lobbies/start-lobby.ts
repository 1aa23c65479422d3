import { now } from '@/lib/core/clock';
import { log } from '@/lib/core/log';
import { getPlayed } from '@/lib/domain/catalog';
import { hostOf, type StartedMatch } from '@/lib/domain/play-host';
import { type Lobby, postponeFill, requireHost, requireLobby, requireStatus } from '@/lib/domain/seating';
import { findToFill } from './lobbies.repo';
import { type LobbyRequest, type MatchStart, toMatchStart } from './lobbies.schema';
import { inLobbyTurn } from './lobby-turns';

const MAX_BATCH = 50;
/** A lobby that could not be filled is tried again after this time. */
const FILL_RETRY_S = 30;

/**
 * Starts the match of a waiting lobby: every player gets a session in it, and empty seats go to house bots when the
 * config says so. A match of the platform starts in one transaction; a remote experience is called first.
 * Specification: gateway-tool-contract.md, match.start; decisions.md, Multiplayer flow.
 * @throws EXPERIENCE_AUTH_FAILED for an agent that is not the host; EXPERIENCE_ERROR when it is not waiting or players are missing
 */
export async function startLobby({ agent, lobbyId, signal }: LobbyRequest): Promise<MatchStart> {
  return inLobbyTurn(lobbyId, async () => {
    const lobby = await requireLobby(lobbyId);
    requireHost(lobby, agent.agentId);
    return toMatchStart(await start(lobby, signal));
  });
}

async function start(lobby: Lobby, signal?: AbortSignal): Promise<StartedMatch> {
  requireStatus(lobby, 'waiting');
  const experience = await getPlayed({ experienceId: lobby.experienceId });
  return hostOf(experience).startMatch({ lobby, experience, signal });
}

/**
 * Starts the lobbies whose time for house bots has come. The ticker calls it. Returns how many started.
 * Specification: decisions.md, House bots.
 */
export async function fillDueLobbies(at: Date = now()): Promise<number> {
  let started = 0;
  for (const id of await findToFill(at, MAX_BATCH)) {
    try {
      await inLobbyTurn(id, async () => start(await requireLobby(id)));
      started++;
    } catch (thrown) {
      log.warn({ err: thrown, lobby_id: id }, 'could not fill a lobby with bots');
      await postponeFill(id, FILL_RETRY_S);
    }
  }
  return started;
}
