import type { AgentCaller } from '@/lib/core/caller';
import { AppError } from '@/lib/core/errors';
import type { JsonObject } from '@/lib/core/json';
import { needsApproval, runApproved } from '@/lib/domain/approvals';
import { getPlayed, type PlayableExperience } from '@/lib/domain/catalog';
import { runKeyed } from '@/lib/domain/idempotency';
import { findServerTools, hostOf, type ListedTool, toListedTool } from '@/lib/domain/play-host';
import { currentEngagement, findStepByKey } from '@/lib/domain/seating';
import { callInImplicitSession, endSession, getPlayableOrEngaged } from '@/lib/domain/sessions';
import { findOpenSession, forgetSession, openSession } from './implicit-sessions';

/** @throws EXPERIENCE_ERROR for an experience that is played in sessions */
function requireProxy(experience: PlayableExperience): PlayableExperience {
  if (experience.interactionModel === 'proxy') return experience;
  throw new AppError('EXPERIENCE_ERROR', 'This experience is not in proxy mode: it is played in sessions.', {
    details: { next: 'session.create opens a session, session.step acts in it.' },
  });
}

/**
 * The tools of a server in proxy mode.
 * Specification: gateway-tool-contract.md, proxy.tools.
 * @throws EXPERIENCE_TOOL_NOT_FOUND, EXPERIENCE_NOT_VERIFIED, EXPERIENCE_ERROR; the server's errors
 */
export async function listProxyTools(request: {
  agent: Pick<AgentCaller, 'agentId'>;
  experienceId: string;
  signal?: AbortSignal;
}): Promise<ListedTool[]> {
  const { agentId } = request.agent;
  const experience = requireProxy(await getPlayableOrEngaged(agentId, request.experienceId));
  const tools = await findServerTools({ experience, agentId, upstreamSessionId: null, signal: request.signal });
  return tools.map(toListedTool);
}

/** What a tool answered, as its server sent it. */
export interface ProxyAnswer {
  content: unknown[];
  structuredContent?: unknown;
  /** Why a stored credential was not sent. */
  credential_hint?: string;
  notice?: string;
}

/** A call of a tool. */
interface ProxyCall {
  agent: AgentCaller;
  experienceId: string;
  toolName: string;
  args: JsonObject;
  /** Counts for the agent and the experience, whichever session the call is made in. */
  idempotencyKey: string | null;
  signal?: AbortSignal;
}

/** The tool whose rules hold for every call in proxy mode. */
const CALL_TOOL = 'proxy.call';

/**
 * Calls a tool of a server in proxy mode, in a session that is opened without being asked for: one for each agent and
 * experience, until `endProxySession` or 30 minutes without a call. Each call is a stored step of it, so that it is
 * counted, can be replayed and is never sent twice with one idempotency key. One round trip follows the answer.
 * Specification: gateway-tool-contract.md, proxy.call; decisions.md, Proxy mode.
 * @throws AGENT_BUSY, EXPERIENCE_TOOL_NOT_FOUND, EXPERIENCE_NOT_VERIFIED, IDEMPOTENCY_CONFLICT; the server's errors
 */
export async function callProxyTool(request: ProxyCall): Promise<ProxyAnswer> {
  const { agent, experienceId, toolName, args, idempotencyKey: key } = request;
  const experience = requireProxy(await getPlayed({ experienceId }));
  const openId = await findOpenSession(agent.agentId, experience.id);
  const isAsked = needsApproval(agent, [CALL_TOOL]);
  const call = () => callInSession(request, openId);
  if (!isAsked && (key === null || openId !== null)) return call();
  const action = { tool: toolName, args };
  const { storedAction } = hostOf(experience);
  return runKeyed<ProxyAnswer>({
    key,
    input: storedAction ? storedAction(action) : action,
    // Before a session is opened: a repeated call opens none and does not ask the owner.
    lookUpFirst: true,
    findEarlier: async (wanted) => {
      const step = await findStepByKey({ agentId: agent.agentId, experienceId: experience.id }, wanted);
      return step && { input: step.action, answer: step.response as ProxyAnswer };
    },
    run: () => {
      const input = { experience_id: experience.id, tool_name: toolName, arguments: args };
      const callName = key === null ? null : `${experience.id} ${key}`;
      return runApproved({ agent, tools: [CALL_TOOL], input, callName, signal: request.signal }, call);
    },
  });
}

/** @param openId the session that this process knows */
async function callInSession(request: ProxyCall, openId: string | null): Promise<ProxyAnswer> {
  const { agent, experienceId, toolName, args, idempotencyKey, signal } = request;
  const sessionId =
    openId ?? (await openSession(agent, requireProxy(await getPlayableOrEngaged(agent.agentId, experienceId)), signal));
  const action = { tool: toolName, args };
  const step = await callInImplicitSession({ agent, sessionId, action, report: {}, idempotencyKey, signal });
  const { credential_hint, notice } = step;
  const answer = step.experience_response as ProxyAnswer;
  return { ...answer, ...(credential_hint ? { credential_hint } : {}), ...(notice ? { notice } : {}) };
}

/**
 * Ends the agent's session with a server in proxy mode; without one nothing changes.
 * Specification: gateway-tool-contract.md, proxy.end.
 * @throws EXPERIENCE_TOOL_NOT_FOUND, EXPERIENCE_ERROR
 */
export async function endProxySession(request: {
  agent: Pick<AgentCaller, 'agentId'>;
  experienceId: string;
  signal?: AbortSignal;
}): Promise<void> {
  const { agent, experienceId, signal } = request;
  requireProxy(await getPlayed({ experienceId }));
  forgetSession(agent.agentId, experienceId);
  const sessionId = await findEngagedSession(agent.agentId, experienceId);
  if (sessionId === null) return;
  try {
    await endSession({ agent, sessionId, reason: 'ended_by_agent', report: {}, signal });
  } catch (thrown) {
    if ((await findEngagedSession(agent.agentId, experienceId)) === sessionId) throw thrown;
  }
}

async function findEngagedSession(agentId: string, experienceId: string): Promise<string | null> {
  const engagement = await currentEngagement(agentId);
  return engagement?.experienceId === experienceId ? engagement.sessionId : null;
}
