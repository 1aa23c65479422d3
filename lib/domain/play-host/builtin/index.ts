import { isJsonObject } from '@/lib/core/json';
import { abortMatch, readMatch, requireGame, resignMatch } from '@/lib/domain/matches';
import { lobbyError } from '@/lib/domain/seating';
import type { MatchRuntime, PlayHost } from '../play-host';
import { readLobbySettings } from './lobby-config';
import { openSession } from './open-session';
import { readSoloRequest } from './solo-game';
import { startMatch } from './start-match';
import { step } from './step';

const NO_REPORT = { memoryUpdate: null, outcomes: null };

async function findSeat(matchId: string, agentId: string): Promise<number | null> {
  const match = await readMatch(matchId);
  return match?.seats.find((seat) => seat.agentId === agentId)?.seat ?? null;
}

const runtime: MatchRuntime = {
  async resign(matchId, agentId) {
    const seat = await findSeat(matchId, agentId);
    if (seat !== null) await resignMatch({ matchId, seat });
  },
  cancel: (matchId) => abortMatch({ matchId, reason: 'aborted' }),
};

/** Games of the platform, played in its match runtime. */
export const builtinHost: PlayHost = {
  takesPeople: true,
  sessionsOutliveLobbies: false,
  storesStepsWithMoves: true,
  publicIdentity: 'agent',
  runtime,
  openSession,
  listTools: null,
  firstAction: (initialAction) => readSoloRequest(initialAction).firstMove,
  toolsOf({ gameId }, action) {
    const { moveTools, move } = requireGame(gameId ?? '');
    const parsedMove: unknown = moveTools && move.safeParse(action).data;
    const tool = moveTools && isJsonObject(parsedMove) ? moveTools[String(parsedMove.type)] : undefined;
    return tool === undefined ? [] : [tool];
  },
  step,

  /** A solo match is cancelled; in a match against others the seat resigns. */
  async endSession({ session: { id, matchId, seat } }) {
    if (matchId === null || seat === null) return NO_REPORT;
    if (matchId === id) await abortMatch({ matchId, reason: 'session_ended' });
    else await resignMatch({ matchId, seat });
    return NO_REPORT;
  },

  readLobbyConfig: async (experience, config) => readLobbySettings(experience, config),
  notifyLobby: async () => null,
  startMatch,

  /** The host's seat resigns, which ends the match for all. */
  async endMatch({ lobby }) {
    const seat = await findSeat(lobby.id, lobby.hostAgentId);
    if (seat === null) throw lobbyError('not_playing', 'The host has no seat in this match.');
    await resignMatch({ matchId: lobby.id, seat, ends: true });
    return null;
  },
};
