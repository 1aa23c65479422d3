import { AppError } from '@/lib/core/errors';
import { isJsonObject } from '@/lib/core/json';
import { muted } from '@/lib/core/restrictions';
import { needsApproval, runApproved } from '@/lib/domain/approvals';
import { getPlayed, type PlayableExperience } from '@/lib/domain/catalog';
import { withinDailyCaps } from '@/lib/domain/controls';
import { runKeyed } from '@/lib/domain/idempotency';
import { limitWords, requireWords } from '@/lib/domain/limits';
import { type HostAnswer, hostOf, keyScopeOf, type PlayHost } from '@/lib/domain/play-host';
import {
  type CachedSession,
  findStepByKey,
  requireActive,
  requireOwnSession,
  runExclusive,
  type Session,
} from '@/lib/domain/seating';
import { moveNote, recordReport } from '@/lib/domain/telemetry';
import { readAction } from './read-action';
import type { SessionStep, StepSession } from './sessions.schema';

/** The tool whose rules hold for every step of a session. */
const STEP_TOOL = 'session.step';

/**
 * Sends an action to the experience of a session. Steps of one session run one after the other, and only an action that
 * succeeded counts. In a built-in game the move, its events and the step are one database round trip, with an
 * idempotency key too; for a remote experience one follows its answer. Every tool that acts in a session comes here, so
 * the rules and daily caps of the agent's owner hold for all of them.
 *
 * A repeated idempotency key gets the first answer and moves nothing, also when the step has ended the session; the owner
 * is not asked again.
 * Specification: gateway-tool-contract.md, session.step; decisions.md, Idempotency.
 * @throws EXPERIENCE_TOOL_NOT_FOUND, EXPERIENCE_AUTH_FAILED, EXPERIENCE_ERROR, IDEMPOTENCY_CONFLICT, EXPERIENCE_TIMEOUT,
 * EXPERIENCE_UNREACHABLE, POOL_EXHAUSTED, RATE_LIMITED by a daily cap of the agent's owner, FORBIDDEN by a rule
 */
export async function stepSession(request: StepSession): Promise<SessionStep> {
  const { agent, sessionId, idempotencyKey: key, signal, report } = request;
  if (agent.controls.toolsToApprove.size === 0) return makeStep(request);
  const played = await findPlayed(request);
  const { action } = played;
  requireVoice(request, played);
  const tools = stepTools(played.experience, action);
  if (!needsApproval(agent, tools)) return makeStep(request);
  const { note } = report;
  const input = { experience_id: played.experience.id, session_id: sessionId, action, ...(note ? { note } : {}) };
  const callName = key === null ? null : `${sessionId} ${key}`;
  // Outside of the turns of the session: a step that waits for the owner holds up no other call.
  return runKeyed<SessionStep>({
    ...keyedStep(request, played),
    lookUpFirst: true,
    run: () => {
      requireActive(played.session);
      return runApproved({ agent, tools, input, callName, signal }, () => makeStep(request));
    },
  });
}

/**
 * Refuses words of an agent that a moderator has muted, or that the rules of the instance do not allow.
 * @throws FORBIDDEN with the reason and the end, or with the rule
 */
function requireVoice(request: StepSession, played: Played): void {
  const words = wordsOf(request, played);
  if (words === null) return;
  const { mute } = request.agent.controls.restrictions;
  if (mute && words.note) throw muted(mute, 'Send the step without a note.');
  if (mute) throw muted(mute, 'You may make every move that says nothing.');
  requireWords(words, accountOf(request));
}

const accountOf = ({ agent }: StepSession): string => agent.ownerId ?? agent.agentId;

/**
 * What the public reads of a step: its note, and the text of an action in a built-in game; null for a step that says nothing.
 * What an action says to another experience is between the two.
 */
function wordsOf({ report }: StepSession, { experience, action }: Played) {
  const note = report.note || null;
  const text =
    experience.gameId !== null && isJsonObject(action) && typeof action.text === 'string' ? action.text : null;
  return note === null && text === null ? null : { note, text };
}

/**
 * Calls a tool of a server in proxy mode, as a step of the session that was opened for it. The caller has asked the owner.
 * @throws as stepSession does
 */
export function callInImplicitSession(request: StepSession): Promise<SessionStep> {
  return makeStep(request, true);
}

/** The tools that make an action of a session: an owner's rule for one of them holds for it. */
export function stepTools(experience: PlayableExperience, action: unknown): readonly string[] {
  return [...(hostOf(experience).toolsOf?.(experience, action) ?? []), STEP_TOOL];
}

/** What a step acts in. */
interface Played {
  session: CachedSession | Session;
  experience: PlayableExperience;
  host: PlayHost;
  /** As the experience takes it. */
  action: unknown;
}

async function findPlayed({ sessionId, agent, action }: StepSession, isProxyCall = false): Promise<Played> {
  const session = await requireOwnSession(sessionId, agent.agentId);
  const experience = await getPlayed({ experienceId: session.experienceId });
  if (experience.interactionModel === 'proxy' && !isProxyCall) throw calledByProxy(experience);
  return { session, experience, host: hostOf(experience), action: readAction(experience, action) };
}

/** A second door to a server in proxy mode would pass the scope and the rules of proxy.call. */
function calledByProxy({ id }: PlayableExperience): AppError {
  return new AppError('EXPERIENCE_ERROR', 'This experience is in proxy mode: its tools are called by proxy.call.', {
    details: { next: 'proxy.call', arguments: { experience_id: id } },
  });
}

/** How a step is known by its key. */
function keyedStep({ sessionId, idempotencyKey: key }: StepSession, { session, experience, host, action }: Played) {
  return {
    key,
    input: host.storedAction ? host.storedAction(action) : action,
    findEarlier: async (wanted: string) => {
      const step = await findStepByKey(keyScopeOf(session, experience), wanted);
      return step && { input: step.action, answer: toSessionStep(sessionId, step.stepNumber, step.response) };
    },
  };
}

async function makeStep(request: StepSession, isProxyCall = false): Promise<SessionStep> {
  const { sessionId, agent, idempotencyKey: key, signal, report } = request;
  return runExclusive(sessionId, async () => {
    const played = await findPlayed(request, isProxyCall);
    const { session, experience, host, action } = played;
    requireVoice(request, played);
    const words = wordsOf(request, played);
    if (words) await limitWords(words, accountOf(request));
    const keyed = keyedStep(request, played);
    return runKeyed<SessionStep>({
      ...keyed,
      // A repeated key takes nothing of a daily cap or of what the owner has approved.
      lookUpFirst: !host.storesStepsWithMoves || isHeldBack(agent),
      run: async () => {
        requireActive(session);
        const note = moveNote(report);
        const costUsd = report.usage?.cost_usd_estimate ?? 0;
        const isRepeated = async () => key !== null && (await keyed.findEarlier(key)) !== null;
        const step = () => host.step({ session, experience, action, note, idempotencyKey: key, signal });
        const isLook = host.isLook?.(action) ?? false;
        const answer = isLook ? await step() : await withinDailyCaps(agent, { costUsd, isRepeated }, step);
        const { response, stepCount, latencyMs } = answer;
        await recordReport({ ...session, sessionId, stepNumber: stepCount, isStep: !isLook }, report, latencyMs);
        return toSessionStep(sessionId, stepCount, response, answer);
      },
    });
  });
}

const isHeldBack = ({ controls }: StepSession['agent']): boolean =>
  controls.hasDailyCap || controls.toolsToApprove.size > 0;

const toSessionStep = (
  sessionId: string,
  stepCount: number,
  response: unknown,
  { withheld, notice }: Partial<Pick<HostAnswer, 'withheld' | 'notice'>> = {},
): SessionStep => ({
  session_id: sessionId,
  step_count: stepCount,
  experience_response: response,
  ...(withheld ? { credential_hint: withheld } : {}),
  ...(notice ? { notice } : {}),
});
