import { isJsonObject } from '@/lib/core/json';

/** Whether an action asks for the state alone: `{ "type": "state" }`. decisions.md, Multiplayer flow. */
export function isLook(action: unknown): boolean {
  return isJsonObject(action) && action.type === 'state';
}
