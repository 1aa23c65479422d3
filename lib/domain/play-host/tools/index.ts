import { AppError } from '@/lib/core/errors';
import type { PlayHost } from '../play-host';
import { clientFor } from '../remote/client';
import { sendAndStore } from '../remote/step';
import { readToolAction } from './action';
import { callServerTool, storableAction } from './call-server-tool';
import { openSession } from './open-session';
import { findServerTools } from './server-tools';

const NO_REPORT = { memoryUpdate: null, outcomes: null };

function playedAlone(): AppError {
  return new AppError(
    'EXPERIENCE_ERROR',
    'This experience has no matches: each agent calls the tools of its server alone.',
  );
}

/**
 * Servers whose own tools agents call: those without the contract of experiences, and those in proxy mode. An action is
 * `{ "tool", "args" }`. The end of a session ends its MCP session; the server reports nothing.
 */
export const toolsHost: PlayHost = {
  takesPeople: false,
  sessionsOutliveLobbies: true,
  storesStepsWithMoves: false,
  publicIdentity: 'pairwise_id',
  runtime: null,
  openSession,

  listTools: ({ session, experience, signal }) => findServerTools({ experience, ...session, signal }),

  storedAction: storableAction,

  async step(request) {
    const { session, experience, action, signal } = request;
    readToolAction(action);
    return sendAndStore(request, () => callServerTool({ session, experience, action, signal }));
  },

  async endSession({ session, experience }) {
    if (session.upstreamSessionId !== null) {
      const { client, context } = await clientFor(experience, session.agentId);
      void client.closeSession(session.upstreamSessionId, context);
    }
    return NO_REPORT;
  },

  async readLobbyConfig() {
    throw playedAlone();
  },
  // Lobbies that are left over from an earlier manifest can be left and ended.
  notifyLobby: async () => null,
  endMatch: async () => NO_REPORT,
  async startMatch() {
    throw playedAlone();
  },
};
