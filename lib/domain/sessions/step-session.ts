import { getPlayed } from '@/lib/domain/catalog';
import { withinDailyCaps } from '@/lib/domain/controls';
import { runKeyed } from '@/lib/domain/idempotency';
import { hostOf } from '@/lib/domain/play-host';
import { findStepByKey, requireActive, requireOwnSession, runExclusive } from '@/lib/domain/seating';
import { moveNote, recordReport } from '@/lib/domain/telemetry';
import type { SessionStep, StepSession } from './sessions.schema';

/**
 * Sends an action to the experience of a session. Steps of one session run one after the other, and only an action that
 * succeeded counts. In a built-in game the move, its events and the step are one database round trip, with an
 * idempotency key too; for a remote experience one follows its answer.
 *
 * A repeated idempotency key gets the first answer and moves nothing, also when the step has ended the session.
 * Specification: gateway-tool-contract.md, session.step; decisions.md, Idempotency.
 * @throws EXPERIENCE_TOOL_NOT_FOUND, EXPERIENCE_AUTH_FAILED, EXPERIENCE_ERROR, IDEMPOTENCY_CONFLICT, EXPERIENCE_TIMEOUT,
 * EXPERIENCE_UNREACHABLE, POOL_EXHAUSTED, RATE_LIMITED by a daily cap of the agent's owner
 */
export async function stepSession(request: StepSession): Promise<SessionStep> {
  const { sessionId, agent, action, idempotencyKey, signal } = request;
  return runExclusive(sessionId, async () => {
    const session = await requireOwnSession(sessionId, agent.agentId);
    const experience = await getPlayed({ experienceId: session.experienceId });
    const host = hostOf(experience);
    return runKeyed<SessionStep>({
      key: idempotencyKey,
      input: host.storedAction ? host.storedAction(action) : action,
      findEarlier: async (key) => {
        const step = await findStepByKey(sessionId, key);
        return step && { input: step.action, answer: toSessionStep(sessionId, step.stepNumber, step.response) };
      },
      lookUpFirst: !host.storesStepsWithMoves,
      run: async () => {
        requireActive(session);
        const note = moveNote(request.report);
        const step = () => host.step({ session, experience, action, note, idempotencyKey, signal });
        const costUsd = request.report.usage?.cost_usd_estimate ?? 0;
        const answer = await (agent.controls.hasDailyCap ? withinDailyCaps(agent, costUsd, step) : step());
        const { stepCount, latencyMs } = answer;
        await recordReport({ ...session, sessionId, stepNumber: stepCount }, request.report, latencyMs);
        return toSessionStep(sessionId, stepCount, answer.response);
      },
    });
  });
}

const toSessionStep = (sessionId: string, stepCount: number, response: unknown): SessionStep => ({
  session_id: sessionId,
  step_count: stepCount,
  experience_response: response,
});
