import type { PlayHost } from '../play-host';
import { clientFor } from './client';
import { checkConfig } from './config-schema';
import { readEndReport } from './end-report';
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
  step,

  async endSession({ session, experience, reason, signal }) {
    const { client, context } = await clientFor(experience, session.agentId);
    const fields = { session_id: session.id, experience_agent_id: session.experienceAgentId };
    const answer = await client.callTool(
      'session.end',
      { ...fields, ...(reason === undefined ? {} : { reason }) },
      { ...context, signal, upstreamSessionId: session.upstreamSessionId, isNeeded: session.lobbyId !== null },
    );
    const upstreamSessionId = answer.upstreamSessionId ?? session.upstreamSessionId;
    if (upstreamSessionId !== null) void client.closeSession(upstreamSessionId, context);
    return readEndReport(answer.value);
  },

  async readLobbyConfig(experience, config) {
    await checkConfig(experience, config);
    return { fillAfterS: null };
  },
  notifyLobby,
  startMatch,

  async endMatch({ lobby, experience, reason, signal, idempotencyKey }) {
    const answer = await notifyLobby({
      tool: 'match.end',
      experience,
      lobbyId: lobby.id,
      agentId: lobby.hostAgentId,
      fields: { role: 'host', ...(reason === undefined ? {} : { reason }) },
      signal,
      idempotencyKey,
    });
    return readEndReport(answer);
  },
};
