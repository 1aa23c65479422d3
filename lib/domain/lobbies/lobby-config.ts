import { validationError } from '@/lib/core/errors';
import { findJsonFault, type JsonObject } from '@/lib/core/json';
import type { PlayableExperience } from '@/lib/domain/catalog';
import { hostOf, type LobbySettings } from '@/lib/domain/play-host';
import { MAX_CONFIG_BYTES } from './lobbies.schema';

/**
 * Checks the config of a lobby: its size, its keys and what the experience says about it.
 * @throws VALIDATION_ERROR with the path of every fault
 */
export async function readLobbyConfig(experience: PlayableExperience, config: JsonObject): Promise<LobbySettings> {
  requireStorable(config);
  return hostOf(experience).readLobbyConfig(experience, config);
}

function requireStorable(config: JsonObject): void {
  const fault = findJsonFault(config);
  if (fault) throw validationError([{ ...fault, path: ['config', ...fault.path] }]);
  if (Buffer.byteLength(JSON.stringify(config), 'utf8') > MAX_CONFIG_BYTES) {
    throw validationError([{ path: ['config'], message: `must have at most ${MAX_CONFIG_BYTES} bytes` }]);
  }
}
