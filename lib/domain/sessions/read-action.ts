import { findJsonFault, isJsonObject, type JsonObject } from '@/lib/core/json';
import type { PlayableExperience } from '@/lib/domain/catalog';
import { parseJson } from '@/lib/gateway';

/**
 * An action as its experience takes it. Some clients send objects as JSON text: such a text is the object where the experience
 * takes objects. Everything else stays as it was sent.
 */
export function readAction(experience: PlayableExperience, action: unknown): unknown {
  if (typeof action !== 'string' || !/^\s*\{/.test(action) || !takesObjects(experience)) return action;
  const value = parseJson(action);
  return isJsonObject(value) && findJsonFault(value) === null ? value : action;
}

/** Built-in games and tools take objects; another experience when its action_schema says so. */
function takesObjects({ target, protocol, actionSchema }: PlayableExperience): boolean {
  return target === null || protocol === 'tools' || (actionSchema !== null && isObjectSchema(actionSchema));
}

function isObjectSchema({ type, properties }: JsonObject): boolean {
  const types = [type].flat();
  return !types.includes('string') && (types.includes('object') || isJsonObject(properties));
}
