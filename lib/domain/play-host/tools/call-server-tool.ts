import { AppError } from '@/lib/core/errors';
import { isJsonObject, isTooDeep, type JsonObject } from '@/lib/core/json';
import { log } from '@/lib/core/log';
import type { PlayableExperience } from '@/lib/domain/catalog';
import {
  captureCredential,
  fieldRole,
  findCredentialFields,
  noteUse,
  replaceRefusedSecret,
  secretTexts,
  withoutSecretFields,
} from '@/lib/domain/credentials';
import type { CachedSession } from '@/lib/domain/seating';
import {
  isContractAction,
  mayHaveTakenEffect,
  OutcomeUnknownError,
  originOf,
  removeSecrets,
  type UpstreamAnswer,
} from '@/lib/gateway';
import { type AgentClient, clientFor, withWithheld } from '../remote/client';
import { renewalNotice } from '../remote/renewal';
import type { SentAction } from '../remote/step';
import { readToolAction, type ToolAction } from './action';
import { loginRole } from './classify';
import { type FilledArguments, fillArguments } from './fill-arguments';
import { readLoginOutcome } from './login-outcome';
import { findServerTools } from './server-tools';

interface ServerToolCall {
  session: CachedSession;
  experience: PlayableExperience;
  /** As the agent sent it: `{ "tool", "args" }`. */
  action: unknown;
  /** The field of the request that carries the action. */
  field?: string;
  signal?: AbortSignal;
}

/**
 * Calls a tool of a server in the agent's MCP session. For a discovered server, arguments that the agent left out are
 * filled in, and the credentials of a registration or a login are stored. In proxy mode the answer is the result as the
 * server sent it, else its value. What is stored as the step contains no secret.
 * @throws VALIDATION_ERROR for an action of another form; EXPERIENCE_TOOL_NOT_FOUND for a call of the contract of experiences;
 * the experience's errors
 */
export async function callServerTool(request: ServerToolCall): Promise<SentAction> {
  const { session, experience, action, signal } = request;
  const call = readToolAction(action, request.field);
  if (isContractAction(call.tool)) throw withToolList(contractAction(call.tool), request);
  const agentClient = await clientFor(experience, session.agentId);
  const filled = await fillFor(request, call);
  const answer = await inOwnSession(agentClient, session, (upstreamSessionId) =>
    agentClient.client.callTool(call.tool, filled.args, {
      ...agentClient.context,
      signal,
      upstreamSessionId,
      secrets: filled.secrets,
      staysOnOrigin: filled.credentialId !== null,
      readOnly: false,
    }),
  ).catch(async (thrown: unknown) => {
    const isRefusal = thrown instanceof AppError && thrown.code === 'EXPERIENCE_ERROR' && !mayHaveTakenEffect(thrown);
    throw withWithheld(
      withToolList(thrown, request),
      filled.withheld ?? (isRefusal ? await useOtherSecret(request, filled) : null),
    );
  });
  const value = experience.interactionModel === 'proxy' ? requireResult(answer) : answer.value;
  if (filled.credentialId !== null) void noteUse(filled.credentialId);
  const found = loginRole(call.tool) ? findCredentialFields([filled.args, answer.value]) : {};
  const outcome = loginRole(call.tool) ? readLoginOutcome(answer.parts) : 'unclear';
  if (experience.discovered && outcome !== 'refused') {
    await capture(session, experience, found, outcome === 'confirmed');
  }
  const isFilledRefused = experience.discovered && outcome === 'refused';
  return {
    latencyMs: answer.latencyMs,
    upstreamSessionId: answer.upstreamSessionId ?? null,
    value,
    notice: renewalNotice(session, answer),
    stored: { action: storableAction(action), response: storableResponse(value, found) },
    filledArgs: filled.filled.length === 0 ? null : filled.filled,
    withheld:
      filled.withheld ?? agentClient.withheld ?? (isFilledRefused ? await useOtherSecret(request, filled) : null),
  };
}

/** A server of the contract would take the agent's arguments as ours, with the ids of other agents and lobbies. */
function contractAction(tool: string): AppError {
  return new AppError(
    'EXPERIENCE_TOOL_NOT_FOUND',
    `Only Botplay calls ${tool}: a server that has this tool is registered with experience.register, and played in sessions.`,
  );
}

/** The refusal of a tool that the server does not have, with the call that lists those that it has; others as they are. */
function withToolList(thrown: unknown, { experience, field }: ServerToolCall): unknown {
  if (!(thrown instanceof AppError) || thrown.code !== 'EXPERIENCE_TOOL_NOT_FOUND') return thrown;
  const next =
    experience.interactionModel === 'proxy'
      ? 'proxy.tools lists the tools of this server.'
      : field === 'initial_action'
        ? 'session.create without initial_action answers the tools of this server.'
        : 'session.tools lists the tools of this server.';
  return thrown.withDetails({ next });
}

/** An action as it is stored: without the contents of arguments whose names say that they are secret. */
export function storableAction(action: unknown): unknown {
  return isJsonObject(action) && isJsonObject(action.args)
    ? { ...action, args: withoutSecretFields(action.args) }
    : action;
}

/** The answer of a registration or a login as it is stored: without its secrets, and those of the call. */
function storableResponse(value: unknown, found: JsonObject): unknown {
  return Object.keys(found).length === 0 ? value : removeSecrets(withoutSecretFields(value), secretTexts(found));
}

async function fillFor({ session, experience, signal }: ServerToolCall, call: ToolAction): Promise<FilledArguments> {
  if (!experience.discovered) return { args: call.args, filled: [], secrets: [], credentialId: null, withheld: null };
  const tools = await findServerTools({ experience, ...session, signal });
  const tool = tools.find(({ name }) => name === call.tool) ?? null;
  return fillArguments({ agentId: session.agentId, experience, call, tool });
}

/** Stores what a call has shown of credentials. The call has succeeded, so a failure to store is only logged. */
async function capture(
  { agentId, experienceId }: CachedSession,
  { target }: PlayableExperience,
  found: JsonObject,
  isConfirmed: boolean,
): Promise<void> {
  const use = { agentId, experienceId, origin: originOf(target?.url ?? '') };
  await captureCredential(use, found, isConfirmed).catch((error: unknown) => {
    log.error({ err: error, experience: experienceId }, 'could not store captured credentials');
  });
}

const OTHER_SECRET =
  'The stored password was refused. Another one, with which you logged in since, is stored in its place: call the login again.';

/**
 * After the server has refused a login with a stored secret: uses the one that the agent has logged in with since. Null when
 * there is none; else a hint for the agent.
 */
async function useOtherSecret(
  { session, experience }: ServerToolCall,
  { credentialId, filled }: FilledArguments,
): Promise<string | null> {
  if (credentialId === null || !filled.some((name) => fieldRole(name) === 'secret')) return null;
  const { agentId, experienceId } = session;
  const use = { agentId, experienceId, origin: originOf(experience.target?.url ?? '') };
  return (await replaceRefusedSecret(use, credentialId)) ? OTHER_SECRET : null;
}

/** Makes a call in the session's own MCP session, which is opened when it has none. */
async function inOwnSession(
  { client, context }: AgentClient,
  { upstreamSessionId }: CachedSession,
  call: (upstreamSessionId: string | null) => Promise<UpstreamAnswer>,
): Promise<UpstreamAnswer> {
  if (upstreamSessionId !== null) return call(upstreamSessionId);
  const opened = await client.openSession(context);
  if (opened === null) return call(null);
  try {
    return { upstreamSessionId: opened, ...(await call(opened)) };
  } catch (thrown) {
    void client.closeSession(opened, context);
    throw thrown;
  }
}

function requireResult({ toolResult }: UpstreamAnswer): unknown {
  if (!toolResult || isTooDeep(toolResult)) {
    throw new OutcomeUnknownError('EXPERIENCE_ERROR', 'The answer of the server cannot be passed on.');
  }
  return toolResult;
}
