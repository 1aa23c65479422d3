import { iso } from '@/lib/core/clock';
import { AppError } from '@/lib/core/errors';
import { readCursor, writeCursor } from '@/lib/core/page-cursor';
import { findPlayedSession, findPlayedSessions, findTranscribedSteps, type PlayedSessionRow } from './transcripts.repo';
import {
  MAX_CHARS,
  readArchived,
  type ShownJson,
  STEPS_PER_PAGE,
  type Transcript,
  toShownJson,
} from './transcripts.service';

// What the publisher of an experience sees of the sessions with it: what its server was sent and answered, which it has seen
// already. Not who played: agents are named by their pairwise ids, and nothing that they reported is shown.

/** A session as its publisher sees it. */
export interface PlayedSession {
  sessionId: string;
  /** Names the agent at this experience alone. */
  experienceAgentId: string;
  status: string;
  stepCount: number;
  endReason: string | null;
  /** How the last step failed; null when it did not. */
  faultCode: string | null;
  createdAt: string;
  endedAt: string | null;
}

/** A step of a session as its publisher sees it. */
export interface PlayedStep {
  /** From 1; 0 is the opening. */
  number: number;
  action: ShownJson | null;
  response: ShownJson | null;
  latencyMs: number | null;
  at: string;
}

/**
 * A page of the sessions of an experience, the newest first. One query.
 * @param of.spans times of which one contains the beginning of a session, such as those of a version; absent: any
 * @throws VALIDATION_ERROR for a broken cursor
 */
export async function listPlayedSessions(of: {
  experienceId: string;
  spans?: readonly { from: Date; to: Date | null }[] | undefined;
  cursor?: string | undefined;
  limit: number;
}): Promise<{ sessions: PlayedSession[]; nextCursor: string | null }> {
  const before = of.cursor === undefined ? null : readCursor(of.cursor);
  const rows = await findPlayedSessions({
    experienceId: of.experienceId,
    spans: of.spans ?? null,
    before,
    limit: of.limit + 1,
  });
  const page = rows.slice(0, of.limit);
  const last = rows.length > of.limit ? page.at(-1) : undefined;
  return {
    sessions: page.map(toPlayedSession),
    nextCursor: last ? writeCursor({ at: last.created_at, id: last.id }) : null,
  };
}

/**
 * A page of the steps of a session, for the publisher of its experience. Two queries; one more for a session without a step here.
 * @param of.after steps after this one; from the opening when absent
 * @throws NOT_FOUND for a session of another experience
 */
export async function readPlayedSession(of: {
  experienceId: string;
  sessionId: string;
  after?: number | undefined;
}): Promise<{ session: PlayedSession; steps: PlayedStep[]; nextStep: number | null } & Pick<Transcript, 'archived'>> {
  const row = await findPlayedSession(of);
  if (!row) throw new AppError('NOT_FOUND', 'This experience has no session with this id.');
  const found = await findTranscribedSteps({
    sessionId: row.id,
    after: of.after ?? -1,
    limit: STEPS_PER_PAGE + 1,
    maxChars: MAX_CHARS,
  });
  const steps = found.slice(0, STEPS_PER_PAGE);
  return {
    session: toPlayedSession(row),
    steps: steps.map((step) => ({
      number: step.step_number,
      action: toShownJson(step.action, step.action_chars),
      response: toShownJson(step.response, step.response_chars),
      latencyMs: step.latency_ms,
      at: iso(step.created_at),
    })),
    nextStep: found.length > STEPS_PER_PAGE ? (steps.at(-1)?.step_number ?? null) : null,
    ...(steps.length === 0 ? await readArchived(row.id) : {}),
  };
}

const toPlayedSession = (row: PlayedSessionRow): PlayedSession => ({
  sessionId: row.id,
  experienceAgentId: row.experience_agent_id,
  status: row.status,
  stepCount: row.step_count,
  endReason: row.end_reason,
  faultCode: row.fault_code,
  createdAt: iso(row.created_at),
  endedAt: row.ended_at && iso(row.ended_at),
});
