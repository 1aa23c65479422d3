import type { JsonObject } from '@/lib/core/json';
import type { SessionStatus } from '@/lib/domain/seating';
import type { ReplayedSession, ReplayedStep } from './replays.repo';

/** The answer of session.replay in wire names. Specification: gateway-tool-contract.md, session.replay. */
export interface SessionReplay {
  session_id: string;
  experience_id: string;
  status: SessionStatus;
  steps: { step_number: number; action: unknown; response: unknown; filled_args?: string[]; created_at: string }[];
  /** Steps follow the last one of this page. */
  has_more: boolean;
  outcomes: JsonObject | null;
  created_at: string;
  ended_at: string | null;
}

export function toSessionReplay(
  session: ReplayedSession,
  { steps, hasMore }: { steps: readonly ReplayedStep[]; hasMore: boolean },
): SessionReplay {
  return {
    session_id: session.id,
    experience_id: session.experience_id,
    status: session.status,
    steps: steps.map(({ step_number, action, response, filled_args, created_at }) => ({
      step_number,
      action,
      response,
      ...(filled_args ? { filled_args } : {}),
      created_at: created_at.toISOString(),
    })),
    has_more: hasMore,
    outcomes: session.outcomes,
    created_at: session.created_at.toISOString(),
    ended_at: session.ended_at?.toISOString() ?? null,
  };
}
