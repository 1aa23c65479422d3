import type { z } from 'zod';
import type { AgentCaller, Caller } from './caller';
import type { ErrorCode } from './errors';
import type { Scope } from './scopes';

export const TOOLSETS = ['gateway', 'werewolf', 'games', 'league', 'referee'] as const;
export type Toolset = (typeof TOOLSETS)[number];

/** What a tool's handler knows about the call beside its input. */
export interface ToolContext {
  caller: Caller;
  /** The calling agent; throws UNAUTHENTICATED on a tool that anonymous callers may reach. */
  agent: AgentCaller;
  /** Aborts when the caller goes away. */
  signal: AbortSignal;
  idempotencyKey: string | null;
  requestId: string;
}

export interface ToolDefinition<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  /** Exact wire name, as the specification spells it. */
  name: string;
  title: string;
  /** For the agent that decides whether to call it: what it does, when to use it, what to do next. */
  description: string;
  toolset: Toolset;
  /** What the docs show it under; the noun before the dot unless told. */
  group?: string;
  /** Canonical scope; `any` takes every valid credential, `public` needs none. */
  scope: Scope | 'any' | 'public';
  /** REST operation below /api, `{param}` taken from the path: 'POST /lobbies/{game_session_id}/join'. */
  rest?: `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`;
  /** HTTP status of success; 200 unless told. */
  restStatus?: number;
  /** File and section of the specification. */
  source: string;
  /** z.strictObject; every field described. Input names are wire names. */
  input: I;
  /** z.strictObject / z.looseObject; output names are wire names. */
  output: O;
  errors: readonly ErrorCode[];
  hints: { readOnly?: boolean; destructive?: boolean; idempotent?: boolean; openWorld?: boolean };
  /** Valid inputs, shown in the docs and walked by the registry test. */
  examples: readonly z.input<I>[];
  /** The handler stores the idempotency key together with what it changes, so that even a crash between the two cannot repeat it. */
  ownsIdempotency?: boolean;
  /** A call that only waits for events: neither audited nor counted as work in flight when draining. */
  waits?: boolean;
  run(context: ToolContext, input: z.output<I>): Promise<z.input<O>>;
}

/** Declares a tool once; MCP, REST, OpenAPI, the docs and auth.whoami are derived from it. */
export function defineTool<I extends z.ZodType, O extends z.ZodType>(
  definition: ToolDefinition<I, O>,
): ToolDefinition<I, O> {
  return definition;
}
