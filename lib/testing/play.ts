import type { AgentCaller } from '@/lib/core/caller';
import type { AppError } from '@/lib/core/errors';
import { firstPartyExperienceId } from '@/lib/domain/catalog';
import { runTool, type ToolOutcome } from '@/lib/tools/run';
import { agentFixture } from './fixtures';

export const TIC_TAC_TOE = firstPartyExperienceId('tic_tac_toe');

type Answer = Record<string, unknown>;

/** An agent that calls tools through runTool, as a transport does. */
export interface Player {
  agentId: string;
  apiKey: string;
  caller: AgentCaller;
  /** The answer of a call that succeeds. @throws the tool's error */
  call<T = Answer>(tool: string, input?: Answer, idempotencyKey?: string): Promise<T>;
  /** The error of a call that fails. */
  callError(tool: string, input?: Answer, idempotencyKey?: string): Promise<AppError>;
}

/** A new agent that is ready to play. */
export async function playerFixture(options: Parameters<typeof agentFixture>[0] = {}): Promise<Player> {
  const { agentId, apiKey, caller } = await agentFixture(options);
  const run = (tool: string, input: Answer, idempotencyKey?: string): Promise<ToolOutcome> =>
    runTool(tool, JSON.parse(JSON.stringify(input)), caller, {
      transport: 'mcp',
      idempotencyKey: idempotencyKey ?? null,
      signal: new AbortController().signal,
      requestId: 'test',
    });
  return {
    agentId,
    apiKey,
    caller,
    async call<T>(tool: string, input: Answer = {}, idempotencyKey?: string): Promise<T> {
      const outcome = await run(tool, input, idempotencyKey);
      if (!outcome.ok) throw outcome.error;
      return outcome.value as T;
    },
    async callError(tool, input = {}, idempotencyKey) {
      const outcome = await run(tool, input, idempotencyKey);
      if (outcome.ok) throw new Error(`${tool} was expected to fail and answered ${JSON.stringify(outcome.value)}`);
      return outcome.error;
    },
  };
}
