import { isJsonObject, type JsonObject } from '@/lib/core/json';
import type { PlayableExperience } from '@/lib/domain/catalog';
import {
  fieldRole,
  findStoredValue,
  isReusable,
  type OpenedCredential,
  openCredentials,
  secretTexts,
  valuesOf,
  withheldHint,
} from '@/lib/domain/credentials';
import { originOf, type UpstreamTool } from '@/lib/gateway';
import { findOwnerMemory } from '../play-host.repo';
import type { ToolAction } from './action';
import { declaredArguments, loginRole } from './classify';

/** The arguments of a call, with those that were filled in. */
export interface FilledArguments {
  args: JsonObject;
  /** Names of the arguments that were filled in. */
  filled: string[];
  /** Secret texts among their values: no answer, error or stored step may repeat them. */
  secrets: string[];
  /** The credential that was used, if any. */
  credentialId: string | null;
  /** Why a stored credential did not fill them; null when none was withheld. */
  withheld: string | null;
}

/**
 * Fills arguments that a tool declares and the agent left out: those of a login from the agent's stored credentials, all
 * others from the memory of its owner, by name. What the agent sends always wins. No query when nothing is left out,
 * else one, for a login two. A credential fills them for the server only that it is bound to. Memory is bound to none:
 * after a move of the server it fills no argument whose name is that of a credential.
 * Specification: gateway-tool-contract.md, Discovered experience auto-fill.
 */
export async function fillArguments(request: {
  agentId: string;
  experience: PlayableExperience;
  call: ToolAction;
  tool: UpstreamTool | null;
}): Promise<FilledArguments> {
  const { agentId, experience, call, tool } = request;
  const declared = tool ? declaredArguments(tool) : {};
  const missing = Object.keys(declared).filter((name) => !Object.hasOwn(call.args, name));
  if (missing.length === 0) return { args: call.args, filled: [], secrets: [], credentialId: null, withheld: null };
  const pair = { agentId, experienceId: experience.id };
  const origin = originOf(experience.target?.url ?? '');
  const isLogin = loginRole(call.tool) === 'login' && missing.some((name) => fieldRole(name) !== null);
  const [ownerMemory, credentials] = await Promise.all([findOwnerMemory(pair), isLogin ? openCredentials(pair) : []]);
  const bound = credentials.filter((credential) => credential.origin === origin);
  const credential = chooseCredential(bound, call.args);
  const isWithheld = credential === null && chooseCredential(credentials, call.args) !== null;
  const values: JsonObject = {};
  let credentialId: string | null = null;
  for (const name of missing) {
    const stored = credential && fieldRole(name) ? findStoredValue(credential.secret, name) : undefined;
    const isShared = !(experience.hasMoved && fieldRole(name)) && ownerMemory && Object.hasOwn(ownerMemory, name);
    const shared = isShared ? ownerMemory[name] : undefined;
    if (stored !== undefined && fitsType(declared[name], stored)) {
      values[name] = stored;
      credentialId = credential?.id ?? null;
    } else if (shared !== undefined && shared !== null && fitsType(declared[name], shared)) values[name] = shared;
  }
  const filled = Object.keys(values);
  return {
    args: { ...call.args, ...values },
    filled,
    secrets: secretTexts(values),
    credentialId,
    withheld: isWithheld ? withheldHint(origin) : null,
  };
}

/**
 * The credential of a login: the one of the account that the agent names, never that of another; without a name the
 * default one, else the newest, those with a lasting secret first.
 */
function chooseCredential(credentials: readonly OpenedCredential[], args: JsonObject): OpenedCredential | null {
  const usable = credentials.filter(({ authMethod }) => authMethod !== 'bearer_token');
  const named = valuesOf(args, 'identity');
  if (named.length > 0) {
    return (
      usable.find(({ secret }) => named.every((identity) => valuesOf(secret, 'identity').includes(identity))) ?? null
    );
  }
  return (
    usable.find(({ isDefault }) => isDefault) ?? usable.find(({ secret }) => isReusable(secret)) ?? usable[0] ?? null
  );
}

/** Whether a value has a type that a property's schema allows; a schema without a type allows all. */
function fitsType(schema: unknown, value: unknown): boolean {
  if (!isJsonObject(schema)) return true;
  if (Array.isArray(schema.enum) && !schema.enum.includes(value)) return false;
  if (schema.type === undefined) return true;
  const types = typesOf(value);
  return [schema.type].flat().some((type) => types.includes(String(type)));
}

function typesOf(value: unknown): string[] {
  if (Array.isArray(value)) return ['array'];
  if (Number.isInteger(value)) return ['integer', 'number'];
  return [typeof value];
}
