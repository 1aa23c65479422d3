import { validationError } from '@/lib/core/errors';
import { findJsonFault, type JsonObject } from '@/lib/core/json';
import { MAX_CONFIG_BYTES } from './lobbies.schema';

/** Checks the size and the keys of a lobby's config. @throws VALIDATION_ERROR with the path of the fault */
export function requireStorableConfig(config: JsonObject): void {
  const fault = findJsonFault(config);
  if (fault) throw validationError([{ ...fault, path: ['config', ...fault.path] }]);
  if (Buffer.byteLength(JSON.stringify(config), 'utf8') > MAX_CONFIG_BYTES) {
    throw validationError([{ path: ['config'], message: `must have at most ${MAX_CONFIG_BYTES} bytes` }]);
  }
}
