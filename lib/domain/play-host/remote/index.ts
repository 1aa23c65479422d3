import { validationError } from '@/lib/core/errors';
import type { JsonObject } from '@/lib/core/json';
import type { PlayableExperience } from '@/lib/domain/catalog';
import { validateBySchema } from '@/lib/gateway';
import { isLook } from '../look';
import type { PlayHost } from '../play-host';
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

/**
 * Checks the config of a new lobby against the `lobby_config_schema` of its manifest.
 * @throws VALIDATION_ERROR with the path of every fault; EXPERIENCE_ERROR when the schema cannot be used
 */
async function checkConfig({ lobbyConfigSchema }: PlayableExperience, config: JsonObject): Promise<void> {
  if (!lobbyConfigSchema) return;
  const issues = await validateBySchema('lobby_config_schema', lobbyConfigSchema, config);
  if (issues.length === 0) return;
  throw validationError(issues.map((issue) => ({ ...issue, path: ['config', ...issue.path] })));
}
