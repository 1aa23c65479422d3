import { AppError } from '@/lib/core/errors';
import { once } from '@/lib/core/globals';
import { canonicalJson } from '@/lib/core/json';
import { runApproved } from '@/lib/domain/approvals';
import { getPlayable, getPlayed, type PlayableExperience } from '@/lib/domain/catalog';
import { withinDailyCaps } from '@/lib/domain/controls';
import { hostOf, type Opening, type OpenRequest, peopleNotAllowed } from '@/lib/domain/play-host';
import { currentEngagement } from '@/lib/domain/seating';
import { readAction } from './read-action';
import { findOpeningContext } from './sessions.repo';
import { type CreateSession, type SessionOpening, toSessionOpening } from './sessions.schema';
import { stepTools } from './step-session';

/**
 * Opens a session of an agent with an experience, or answers its active one there. Racing calls open one session: the
 * row of the agent's engagement decides.
 * Specification: gateway-tool-contract.md, session.create.
 * @throws AGENT_BUSY while the agent is engaged elsewhere; EXPERIENCE_TOOL_NOT_FOUND, EXPERIENCE_NOT_VERIFIED;
 * EXPERIENCE_UNREACHABLE, EXPERIENCE_TIMEOUT, EXPERIENCE_ERROR from the experience (the session is then in `error`)
 */
export async function createSession(request: CreateSession): Promise<SessionOpening> {
  const { agent, experienceId } = request;
  const experience = await getPlayableOrEngaged(agent.agentId, experienceId);
  if (experience.interactionModel === 'proxy') {
    throw new AppError(
      'EXPERIENCE_ERROR',
      'This experience is played by calling its tools directly: proxy.tools, proxy.call.',
    );
  }
  const initialAction = readAction(experience, request.initialAction);
  return shareOpening({ ...request, initialAction }, (signal) =>
    open({ ...request, initialAction, signal }, experience),
  );
}

async function open(
  { agent, initialAction, signal }: CreateSession,
  experience: PlayableExperience,
): Promise<SessionOpening> {
  const { agentId, ownerId } = agent;
  const context = await findOpeningContext({ agentId, ownerId, experienceId: experience.id });
  const host = hostOf(experience);
  if (context.kind === 'human' && !host.takesPeople) throw peopleNotAllowed(experience.name);
  const request = { agent, experience, initialAction, context, signal };
  const opening = await asStep(request, () => host.openSession(request));
  return toSessionOpening({ experience, context, opening });
}

/**
 * Opens a session whose first action is a step like others: the owner may want to approve it, and daily caps count it. An
 * active session is only answered, and its agent makes no action.
 */
async function asStep(request: OpenRequest, openSession: () => Promise<Opening>): Promise<Opening> {
  const { agent, experience, initialAction, signal } = request;
  const { hasDailyCap, toolsToApprove } = agent.controls;
  if (initialAction === undefined || !(hasDailyCap || toolsToApprove.size > 0)) return openSession();
  const { firstAction } = hostOf(experience);
  const action = firstAction ? firstAction(initialAction) : initialAction;
  if (action === undefined || (await hasSessionIn(agent.agentId, experience.id))) return openSession();
  const tools = stepTools(experience, action);
  const input = { experience_id: experience.id, initial_action: initialAction };
  return runApproved({ agent, tools, input, callName: null, signal }, () =>
    withinDailyCaps(agent, { costUsd: 0, isRepeated: async () => false }, openSession),
  );
}

async function hasSessionIn(agentId: string, experienceId: string): Promise<boolean> {
  const engagement = await currentEngagement(agentId);
  return engagement?.experienceId === experienceId && engagement.sessionId !== null;
}

/**
 * The experience of a new session, or of the one that the agent has: a session continues while its experience is verified
 * again. @throws as getPlayable does
 */
export async function getPlayableOrEngaged(agentId: string, experienceId: string): Promise<PlayableExperience> {
  try {
    return await getPlayable({ experienceId });
  } catch (thrown) {
    if (await hasSessionIn(agentId, experienceId)) return getPlayed({ experienceId });
    throw thrown;
  }
}

/** An opening that racing calls of one agent for one experience share. */
interface SharedOpening {
  initialAction: unknown;
  answer: Promise<SessionOpening>;
  /** Aborts when all callers have gone. */
  leaving: AbortController;
  callers: number;
}

/**
 * Racing calls get the answer of the first. It continues until the last of them has gone.
 * @throws AGENT_BUSY for a call with another initial action
 */
async function shareOpening(
  { agent, experienceId, initialAction, signal }: CreateSession,
  open: (signal: AbortSignal) => Promise<SessionOpening>,
): Promise<SessionOpening> {
  const openings = once('sessions.opening', () => new Map<string, SharedOpening>());
  const key = `${agent.agentId} ${experienceId}`;
  for (let present = openings.get(key); present; present = openings.get(key)) {
    if (!present.leaving.signal.aborted) return joinOpening(present, initialAction, signal);
    await present.answer.catch(() => {});
  }
  const leaving = new AbortController();
  const answer = open(leaving.signal).finally(() => openings.delete(key));
  const shared: SharedOpening = { initialAction, answer, leaving, callers: 0 };
  openings.set(key, shared);
  return joinOpening(shared, initialAction, signal);
}

async function joinOpening(
  shared: SharedOpening,
  initialAction: unknown,
  signal: AbortSignal | undefined,
): Promise<SessionOpening> {
  const isSame = canonicalJson(initialAction ?? null) === canonicalJson(shared.initialAction ?? null);
  if (initialAction !== undefined && !isSame) throw otherOpening();
  const leave = () => {
    if (--shared.callers === 0) shared.leaving.abort(signal?.reason);
  };
  shared.callers++;
  if (signal?.aborted) leave();
  else signal?.addEventListener('abort', leave, { once: true });
  try {
    return await shared.answer;
  } finally {
    signal?.removeEventListener('abort', leave);
  }
}

const otherOpening = () =>
  new AppError(
    'AGENT_BUSY',
    'Another call of yours opens a session here now, with another initial_action. Call session.create without it to get that session.',
    { retryable: true },
  );
