import { validationError } from '@/lib/core/errors';
import { isJsonObject, type JsonObject } from '@/lib/core/json';

const MAX_TOOL_NAME = 128;

/** A call of one tool of a server, as an agent writes it in an action. */
export interface ToolAction {
  tool: string;
  args: JsonObject;
}

/** The JSON Schema of such an action. */
export const TOOL_ACTION_SCHEMA: JsonObject = {
  type: 'object',
  properties: {
    tool: { type: 'string', description: 'Name of a tool of the server' },
    args: { type: 'object', description: 'Its arguments' },
  },
  required: ['tool'],
  additionalProperties: false,
};

/**
 * Reads `{ "tool": "name", "args": { … } }`; `args` may be left out.
 * Specification: gateway-tool-contract.md, experience.discover.
 * @param field the field of the request that carries the action
 * @throws VALIDATION_ERROR with the path of the fault
 */
export function readToolAction(action: unknown, field = 'action'): ToolAction {
  if (!isJsonObject(action)) {
    throw validationError([{ path: [field], message: 'must be {"tool": "name", "args": {…}}' }]);
  }
  const { tool, args = {}, ...others } = action;
  if (typeof tool !== 'string' || tool === '' || tool.length > MAX_TOOL_NAME) {
    throw validationError([{ path: [field, 'tool'], message: 'must be the name of a tool; session.tools lists them' }]);
  }
  if (!isJsonObject(args)) throw validationError([{ path: [field, 'args'], message: 'must be an object' }]);
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) {
    throw validationError([{ path: [field, unknown], message: 'is unknown: an action has tool and args' }]);
  }
  return { tool, args };
}
