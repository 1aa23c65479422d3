import { z } from 'zod';
import { AppError } from '@/lib/core/errors';
import { getPlayed, type LiveStatus, pollNow } from '@/lib/domain/catalog';
import { type ExperienceTarget, remoteKind, type UpstreamTool, upstreamMessage } from '@/lib/gateway';
import { CONTRACT_TOOLS } from './contract-tools';
import { type RecordingClient, recordExchanges } from './recording-client';
import { listUsableTools } from './usable-tools';
import { type Exchange, exchange } from './verification.schema';
import { verifierClient } from './verifier-client';

/** What a server answered to one call of its publisher. */
export const testAnswerSchema = z.strictObject({
  answer: z.unknown().describe('What the tool answered; null after an error'),
  error: z
    .strictObject({
      code: z.string().describe('Error code'),
      message: z.string().describe('The message, in the words of the server when it sent any'),
    })
    .nullable()
    .describe('Null after an answer'),
  exchange: exchange.nullable().describe('What was sent and what came back; null when nothing was sent'),
  duration_ms: z.number().describe('How long it took'),
});
export type TestAnswer = z.infer<typeof testAnswerSchema>;

async function findTarget(experienceId: string): Promise<ExperienceTarget> {
  const { target } = await getPlayed({ experienceId });
  if (target === null) throw new AppError('INVALID_STATE', 'A built-in game has no server to call.');
  return target;
}

/**
 * The tools that a publisher can call on the server of an experience, with their JSON Schemas: those that it lists now,
 * for REST those of the contract. Check the right to do so before.
 * @throws EXPERIENCE_TOOL_NOT_FOUND, INVALID_STATE, and the errors of the gateway
 */
export async function listServerTools(args: {
  experienceId: string;
  bearerToken: string | null;
}): Promise<readonly UpstreamTool[]> {
  const target = await findTarget(args.experienceId);
  if (!remoteKind(target.kind).listsTools) return CONTRACT_TOOLS;
  const client = verifierClient(target);
  try {
    return (await listUsableTools(client, { bearerToken: args.bearerToken })).tools;
  } finally {
    await client.close();
  }
}

/**
 * Calls one tool of an experience for its publisher. An error of the server is an answer like any other. The token is
 * sent and not stored. Check the right to do so before.
 * @throws EXPERIENCE_TOOL_NOT_FOUND for an unknown experience; INVALID_STATE
 */
export async function callServerTool(args: {
  experienceId: string;
  tool: string;
  toolArguments: Record<string, unknown>;
  bearerToken: string | null;
}): Promise<TestAnswer> {
  const target = await findTarget(args.experienceId);
  const client = recordingClient(target);
  const startedMs = performance.now();
  const facts = () => ({
    exchange: client.takeExchanges().at(-1) ?? null,
    duration_ms: Math.round((performance.now() - startedMs) * 10) / 10,
  });
  try {
    const { value } = await client.callTool(args.tool, args.toolArguments, { bearerToken: args.bearerToken });
    return { answer: value ?? null, error: null, ...facts() };
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
    return {
      answer: null,
      error: { code: thrown.code, message: upstreamMessage(thrown) ?? thrown.message },
      ...facts(),
    };
  } finally {
    await client.close();
  }
}

const recordingClient = (target: ExperienceTarget): RecordingClient =>
  recordExchanges((observe) => verifierClient(target, observe));

/**
 * Asks the server of an experience for its status now, and stores it. Check the right to do so before.
 * @returns the status, with what was sent and what came back; null where nothing was sent
 * @throws EXPERIENCE_TOOL_NOT_FOUND for a link; INVALID_STATE for a built-in game
 */
export async function checkStatusNow(of: {
  experienceId: string;
}): Promise<{ status: LiveStatus; exchange: Exchange | null }> {
  let client: RecordingClient | null = null;
  const clientOf = (target: ExperienceTarget) => {
    client = recordingClient(target);
    return client;
  };
  try {
    const status = await pollNow({ ...of, clientOf });
    return { status, exchange: (client as RecordingClient | null)?.takeExchanges().at(-1) ?? null };
  } finally {
    await (client as RecordingClient | null)?.close();
  }
}
