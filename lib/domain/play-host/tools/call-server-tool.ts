import { isTooDeep } from '@/lib/core/json';
import type { PlayableExperience } from '@/lib/domain/catalog';
import type { CachedSession } from '@/lib/domain/seating';
import { OutcomeUnknownError, type UpstreamAnswer } from '@/lib/gateway';
import { type AgentClient, clientFor } from '../remote/client';
import type { SentAction } from '../remote/step';
import type { ToolAction } from './action';

/**
 * Calls a tool of a server in the agent's MCP session. In proxy mode the answer is the result as the server sent it, else
 * its value.
 * @throws the experience's errors
 */
export async function callServerTool(request: {
  session: CachedSession;
  experience: PlayableExperience;
  call: ToolAction;
  signal?: AbortSignal;
}): Promise<SentAction> {
  const { session, experience, call, signal } = request;
  const agentClient = await clientFor(experience, session.agentId);
  const answer = await inOwnSession(agentClient, session, (upstreamSessionId) =>
    agentClient.client.callTool(call.tool, call.args, {
      ...agentClient.context,
      signal,
      upstreamSessionId,
      readOnly: false,
    }),
  );
  return { ...answer, value: experience.interactionModel === 'proxy' ? requireResult(answer) : answer.value };
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
