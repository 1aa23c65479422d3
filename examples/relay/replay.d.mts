/** A line of a study log. docs/relay.md, Logs and studies. */
interface Line {
  sessionId: string;
  eventIndex: number;
  timestamp: string;
  direction: 'in' | 'out' | 'internal';
  type: string;
  payload: Record<string, unknown>;
  id?: string;
  replyTo?: string;
  member?: string;
  stateOf?: number;
}

/** An event, and what was shown after it. */
interface Step {
  line: Line;
  view: { uiSpec: Record<string, unknown> | null; messageHistory: unknown[]; toolSchema: unknown[] };
}

export function replayLog(text: string, sessionId?: string): Generator<Step>;
export function frameOf(step: Step): { v: string; type: string; replyTo?: string; payload: Record<string, unknown> };
