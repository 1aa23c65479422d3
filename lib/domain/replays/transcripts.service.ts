import { iso } from '@/lib/core/clock';
import { AppError } from '@/lib/core/errors';
import { findArchivedSteps } from './replays.repo';
import {
  findRefusedCalls,
  findTranscribedSession,
  findTranscribedSteps,
  type RefusedCall,
  type TranscribedSession,
  type TranscribedStep,
} from './transcripts.repo';

/** Steps of one page. */
export const STEPS_PER_PAGE = 50;
/** Characters of an action or an answer that a page shows. */
export const MAX_CHARS = 20_000;
const MAX_REFUSED_CALLS = 100;

/** A JSON value as a page shows it. */
export interface ShownJson {
  /** Its text; cut when `chars` is greater than its length. */
  text: string;
  chars: number;
}

/** A step or a refused call of a session, in the order of time. */
export type TranscriptLine =
  | {
      kind: 'step';
      /** From 1; 0 is the opening. */
      number: number;
      action: ShownJson | null;
      response: ShownJson | null;
      /** Observed by the gateway; null for built-in games. */
      latencyMs: number | null;
      /** As the agent reported it: `anthropic claude-sonnet-4-5`. */
      model: string | null;
      /** What the agent thought, in its own words. */
      note: string | null;
      inputTokens: number | null;
      outputTokens: number | null;
      costUsd: number | null;
      at: string;
    }
  | { kind: 'refused'; tool: string; code: string; message: string | null; at: string };

/** A page of a session's transcript. */
export interface Transcript {
  sessionId: string;
  agentId: string;
  agentName: string;
  experienceId: string;
  experienceName: string | null;
  status: string;
  matchId: string | null;
  stepCount: number;
  outcomes: Record<string, unknown> | null;
  endReason: string | null;
  createdAt: string;
  endedAt: string | null;
  lines: TranscriptLine[];
  /** The steps left to the archive of the site: when, or null while they are being moved. Absent: they are here. */
  archived?: { at: string | null };
  /** The last step of this page when there are more. */
  nextStep: number | null;
}

/** The match of a session, which has a public page; null when it has none or there is no such session. */
export async function findMatchOfSession(sessionId: string): Promise<string | null> {
  return (await findTranscribedSession(sessionId))?.match_id ?? null;
}

/**
 * A page of the transcript of a session, for the owner of its agent: steps with their actions, answers, times and what the
 * agent reported, and the calls that were refused between them. Three queries; one more for a session without a step here.
 * @throws NOT_FOUND when there is no such session, and just so when its agent belongs to another owner
 */
export async function readTranscript(args: {
  ownerId: string;
  sessionId: string;
  /** Steps after this one; from the opening when absent. */
  after?: number | null;
}): Promise<Transcript> {
  const session = await findTranscribedSession(args.sessionId);
  if (session?.owner_id !== args.ownerId) throw new AppError('NOT_FOUND', 'There is no session with this id.');
  const after = args.after ?? -1;
  const found = await findTranscribedSteps({
    sessionId: session.id,
    after,
    limit: STEPS_PER_PAGE + 1,
    maxChars: MAX_CHARS,
  });
  const steps = found.slice(0, STEPS_PER_PAGE);
  const last = steps.at(-1);
  const hasMore = found.length > STEPS_PER_PAGE;
  const refused = await findRefusedCalls({
    sessionId: session.id,
    agentId: session.agent_id,
    from: after < 0 ? session.created_at : (steps[0]?.created_at ?? session.created_at),
    to: hasMore && last ? last.created_at : null,
    limit: MAX_REFUSED_CALLS,
  });
  return {
    ...toHead(session),
    lines: inOrder(steps, refused),
    nextStep: hasMore && last ? last.step_number : null,
    ...(steps.length === 0 ? await readArchived(session.id) : {}),
  };
}

/** When the steps of a session that has none here left to the archive; {} when they did not. One query. */
export async function readArchived(sessionId: string): Promise<Pick<Transcript, 'archived'>> {
  const archived = await findArchivedSteps(sessionId);
  return archived ? { archived: { at: archived.archivedAt && iso(archived.archivedAt) } } : {};
}

function inOrder(steps: readonly TranscribedStep[], refused: readonly RefusedCall[]): TranscriptLine[] {
  const lines = [...steps.map(toStep), ...refused.map(toRefusal)];
  return lines.sort((a, b) => a.at.localeCompare(b.at));
}

function toHead(session: TranscribedSession) {
  return {
    sessionId: session.id,
    agentId: session.agent_id,
    agentName: session.agent_name,
    experienceId: session.experience_id,
    experienceName: session.experience_name,
    status: session.status,
    matchId: session.match_id,
    stepCount: session.step_count,
    outcomes: session.outcomes,
    endReason: session.end_reason,
    createdAt: iso(session.created_at),
    endedAt: session.ended_at && iso(session.ended_at),
  };
}

function toStep(step: TranscribedStep): TranscriptLine {
  const { usage, model_runtime: runtime } = step;
  const model = [runtime?.model_provider, runtime?.model_name, runtime?.model_version].filter(Boolean).join(' ');
  return {
    kind: 'step',
    number: step.step_number,
    action: toShownJson(step.action, step.action_chars),
    response: toShownJson(step.response, step.response_chars),
    latencyMs: step.latency_ms,
    model: model === '' ? null : model,
    note: step.note,
    inputTokens: usage?.input_tokens ?? null,
    outputTokens: usage?.output_tokens ?? null,
    costUsd: usage?.cost_usd_estimate ?? null,
    at: iso(step.created_at),
  };
}

/** A JSON text as a page shows it. */
export function toShownJson(text: string | null, chars: number | null): ShownJson | null {
  return text === null ? null : { text, chars: chars ?? text.length };
}

function toRefusal({ tool, outcome, message, at }: RefusedCall): TranscriptLine {
  return { kind: 'refused', tool, code: outcome, message, at: iso(at) };
}
