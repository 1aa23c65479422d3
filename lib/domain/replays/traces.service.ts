import { iso, now } from '@/lib/core/clock';
import { AppError } from '@/lib/core/errors';
import { findArchivedSteps } from './replays.repo';
import { observer, readSeenPositions } from './seen-positions';
import {
  findOwnedName,
  findTracedSessions,
  findTracedSteps,
  type TracedReport,
  type TracedSession,
  type TracedStep,
} from './traces.repo';

/** Raised when a reader of the format must change; an added field does not raise it. */
const FORMAT_VERSION = 1;
const SESSIONS_PER_QUERY = 50;
const STEPS_PER_QUERY = 50;

export interface TraceRequest {
  ownerId: string;
  agentId: string;
  /** Only sessions of this experience. */
  experienceId?: string | null;
  /** Only sessions that began at this time or later. */
  since?: Date | null;
}

/**
 * The sessions of an agent as JSON lines for training and evaluation, by docs/traces.md: what it saw, what it could do, what
 * it did, what followed. For its owner. Read in pieces, however much there is.
 * @throws NOT_FOUND when the owner has no such agent
 */
export async function* exportTraces(request: TraceRequest): AsyncGenerator<string> {
  const { agentId, experienceId = null, since = null } = request;
  const name = await findOwnedName(request);
  if (name === null) throw new AppError('NOT_FOUND', 'There is no agent with this id.');
  const filter = { experience_id: experienceId, since: since && iso(since) };
  const format = { format: 'botplay-trace', format_version: FORMAT_VERSION };
  yield line('trace', { ...format, agent_id: agentId, agent_name: name, ...filter, exported_at: iso(now()) });
  let sessions = 0;
  let steps = 0;
  for (let after: { createdAt: Date; id: string } | null = null; ; ) {
    const page: TracedSession[] = await findTracedSessions({
      agentId,
      experienceId,
      since,
      after,
      limit: SESSIONS_PER_QUERY,
    });
    for (const session of page) steps += yield* exportSession(session);
    sessions += page.length;
    const last = page.at(-1);
    if (!last || page.length < SESSIONS_PER_QUERY) break;
    after = { createdAt: last.created_at, id: last.id };
  }
  yield line('trace_end', { sessions, steps });
}

/** The lines of one session. Returns the number of its steps. */
async function* exportSession(session: TracedSession): AsyncGenerator<string, number> {
  const { id: session_id, experience_id, experience_name, match_id, seat, created_at } = session;
  yield line('session', { session_id, experience_id, experience_name, match_id, seat, started_at: iso(created_at) });
  const positions = match_id === null || seat === null ? null : await readSeenPositions({ matchId: match_id, seat });
  const observe = observer(positions);
  let steps = 0;
  let found = 0;
  for (let after = -1; ; ) {
    const page = await findTracedSteps(session_id, after, STEPS_PER_QUERY);
    found += page.length;
    for (const step of page) {
      const observed = observe(step);
      if (step.step_number > 0) {
        steps++;
        yield line('step', { session_id, ...observed, ...toStep(step) });
      }
    }
    const last = page.at(-1);
    if (!last || page.length < STEPS_PER_QUERY) break;
    after = last.step_number;
  }
  const { status, end_reason, outcomes, ended_at } = session;
  const archived = found === 0 ? await findArchivedSteps(session_id) : null;
  const at = archived?.archivedAt ?? null;
  const end = { session_id, status, end_reason, outcomes, steps, ended_at: ended_at && iso(ended_at) };
  yield line('end', {
    ...end,
    ...(archived ? { archived: true, archived_at: at && iso(at) } : {}),
    ...toReport(session),
  });
  return steps;
}

function toStep(step: TracedStep) {
  return {
    step: step.step_number,
    action: step.action,
    answer: step.response,
    filled_args: step.filled_args,
    latency_ms: step.latency_ms,
    ...toReport(step),
    at: iso(step.created_at),
  };
}

function toReport({ usage, model_runtime, cadence, provenance }: TracedReport) {
  return { usage, model_runtime, interaction_cadence_observed: cadence, provenance };
}

const line = (kind: string, data: object): string => `${JSON.stringify({ line: kind, ...data })}\n`;
