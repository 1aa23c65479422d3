import { isJsonObject, type JsonObject } from '@/lib/core/json';
import type { UpstreamTool } from '@/lib/gateway';

/** What an agent uses a tool for. decisions.md, Discovered servers. */
export type ToolRole = 'register' | 'login' | 'act' | 'observe';

const REGISTER = /(?:^|_)(?:register|sign_?up|create_?account)(?:_|$)/;
const LOGIN = /(?:^|_)(?:log_?in|authenticate|sign_?in)(?:_|$)/;
const OBSERVE =
  /^(?:get|list|read|show|search|find|look|view|query|fetch|check|describe|inspect|observe|status|state|info|help|whoami)(?:_|$)/;

/** `createAccount`, `create-account` and `game.create_account` in one spelling. */
function wordsOf(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .toLowerCase();
}

/** Whether a tool opens an account or a session with one, by its name. */
export function loginRole(name: string): 'register' | 'login' | null {
  const words = wordsOf(name);
  if (REGISTER.test(words)) return 'register';
  return LOGIN.test(words) ? 'login' : null;
}

/** The role of a tool, by its name and by what its server says of it. */
export function classifyTool({ name, annotations }: UpstreamTool): ToolRole {
  const role = loginRole(name);
  if (role) return role;
  const isReadOnly = isJsonObject(annotations) && annotations.readOnlyHint === true;
  return isReadOnly || OBSERVE.test(wordsOf(name)) ? 'observe' : 'act';
}

/** The JSON Schemas of the arguments that a tool declares, by name. */
export function declaredArguments({ inputSchema }: UpstreamTool): JsonObject {
  const properties = isJsonObject(inputSchema) ? inputSchema.properties : null;
  return isJsonObject(properties) ? properties : {};
}

/** Names of the arguments that a tool needs. */
export function requiredArguments({ inputSchema }: UpstreamTool): string[] {
  const required = isJsonObject(inputSchema) ? inputSchema.required : null;
  return Array.isArray(required) ? required.filter((name): name is string => typeof name === 'string') : [];
}
