import type { AgentCaller } from '@/lib/core/caller';
import { AppError } from '@/lib/core/errors';
import { newId } from '@/lib/core/ids';
import type { JsonObject } from '@/lib/core/json';
import type { ToolDefinition } from '@/lib/core/tool';
import { callerOfPerson, ensurePerson, type Person } from '@/lib/domain/people';
import { type CurrentGame, readCurrentGame } from '@/lib/domain/play';
import { runTool, type ToolCall } from '../run';

/** A person's request. */
export interface PersonRequest {
  caller: AgentCaller;
  /** The tool call of this request, with an idempotency key. */
  call: (key: string | null) => ToolCall;
}

/**
 * Calls a tool as the person, with the scopes, limits and idempotency of every caller.
 * @throws the tool's error, in words for people
 */
export async function callTool(
  { caller, call }: PersonRequest,
  tool: ToolDefinition,
  input: JsonObject,
  key: string | null = null,
): Promise<JsonObject> {
  const outcome = await runTool(tool, input, caller, call(key));
  if (outcome.ok) return outcome.value as JsonObject;
  throw await explainToPeople(outcome.error, caller.agentId);
}

/** Rewrites errors whose text names tools, which are meant for agents. */
async function explainToPeople(error: AppError, agentId: string): Promise<AppError> {
  if (error.code === 'AGENT_BUSY') return busyForPeople(await readCurrentGame(agentId), error);
  const { your_turn: yourTurn, status } = error.details ?? {};
  if (yourTurn === false) return new AppError(error.code, 'It is not your turn.', { details: error.details });
  if (typeof status === 'string' && status !== 'waiting' && status !== 'active') {
    return new AppError('INVALID_STATE', 'The match was over before this arrived.', { details: error.details });
  }
  return error;
}

function busyForPeople(current: CurrentGame | null, error: AppError): AppError {
  if (!current) return error;
  const { state, title } = current;
  const where = state === 'playing' ? `You are playing ${title}` : `You are waiting in a lobby of ${title}`;
  return new AppError('AGENT_BUSY', `${where} already. One game at a time: finish or leave that one first.`, {
    details: { place: current },
  });
}

/** The caller, with the player of theirs that agents see. */
export async function ask(call: { who: Person; address: string; signal: AbortSignal }): Promise<PersonRequest> {
  return {
    caller: await callerOfPerson(call.who),
    call: (idempotencyKey) => ({
      transport: 'rest',
      address: call.address,
      signal: call.signal,
      requestId: newId(),
      idempotencyKey,
    }),
  };
}

/** The same for a request that starts or joins a game, by which a visitor becomes a guest. */
export async function askToPlay(call: {
  who: Person | null;
  address: string;
  signal: AbortSignal;
  setCookie(cookie: string): void;
}): Promise<PersonRequest> {
  const { who: person, address, setCookie, signal } = call;
  return ask({ who: await ensurePerson({ person: person, address, setCookie }), address, signal });
}
