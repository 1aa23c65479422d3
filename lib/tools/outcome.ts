import type { AppError } from '@/lib/core/errors';
import type { ToolOutcome } from './run';

/** What a caller gets of a call. Each transport puts `json` into its own envelope and adds nothing to it. */
export interface RenderedOutcome {
  isError: boolean;
  /** JSON text of the answer, of the platform's error object, or of what the tool's `failure` made of the error. */
  json: string;
  /** Whether `json` follows the tool's output schema: an answer, or a failure in the tool's own form. */
  isStructured: boolean;
  /** Set when the request does not fit the schema: -32602 over MCP, whatever the tool's own form of failures. */
  requestFault: AppError | null;
  /** HTTP status. */
  status: number;
}

/** JSON of answers that several calls get. */
const sharedJson = new WeakMap<object, string>();

/** The JSON of a tool's answer. A tool that gives one object to several calls freezes it; its JSON is written once. */
function jsonOf(value: unknown): string {
  if (typeof value !== 'object' || value === null || !Object.isFrozen(value)) return JSON.stringify(value);
  const cached = sharedJson.get(value);
  if (cached !== undefined) return cached;
  const json = JSON.stringify(value);
  sharedJson.set(value, json);
  return json;
}

/** Renders an outcome once, for MCP in every revision and for REST. */
export function renderOutcome(outcome: ToolOutcome): RenderedOutcome {
  if (outcome.ok) {
    const { tool, value } = outcome;
    return {
      isError: false,
      json: jsonOf(value),
      isStructured: true,
      requestFault: null,
      status: tool.restStatus ?? 200,
    };
  }
  const { error, stage, tool } = outcome;
  const own = tool?.failure?.(error);
  return {
    isError: true,
    json: JSON.stringify(own ?? error.toWire()),
    isStructured: own !== undefined,
    requestFault: stage === 'parse' ? error : null,
    status: error.http,
  };
}
