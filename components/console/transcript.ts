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
  /** The last step of this page when there are more. */
  nextStep: number | null;
}
