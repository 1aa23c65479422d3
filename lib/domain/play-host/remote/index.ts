import { isLook } from '../look';
import type { PlayHost } from '../play-host';
import { checkConfig } from './config-schema';
import { dropSessions, endMatch, endUpstream } from './end-sessions';
import { notifyLobby } from './notify-lobby';
import { openSession } from './open-session';
import { startMatch } from './start-match';
import { step } from './step';

/** Experiences on their publishers' servers, called through the gateway. */
export const remoteHost: PlayHost = {
  takesPeople: false,
  sessionsOutliveLobbies: true,
  storesStepsWithMoves: false,
  publicIdentity: 'pairwise_id',
  runtime: null,
  openSession,
  listTools: null,
  isLook,
  step,

  endSession: endUpstream,

  async readLobbyConfig(experience, config) {
    await checkConfig(experience, config);
    return { fillAfterS: null, daysPerMove: null };
  },
  notifyLobby,
  startMatch,

  async endMatch({ lobby, experience, reason, signal, idempotencyKey }) {
    const change = {
      experience,
      lobbyId: lobby.id,
      agentId: lobby.hostAgentId,
      fields: { role: 'host', ...(reason === undefined ? {} : { reason }) },
      signal,
      idempotencyKey,
    };
    return endMatch({ change, experience, hostAgentId: lobby.hostAgentId, reason });
  },
  dropSessions,
};
