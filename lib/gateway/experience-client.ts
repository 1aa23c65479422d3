/** The ten tools of an experience (gateway-tool-contract.md, Experience-Facing Tools). */
export const EXPERIENCE_TOOLS = [
  'experience.info',
  'experience.status',
  'session.create',
  'session.step',
  'session.end',
  'lobby.create',
  'lobby.join',
  'lobby.leave',
  'match.start',
  'match.end',
] as const;

export type ExperienceTool = (typeof EXPERIENCE_TOOLS)[number];

/** Where an experience is and how it is spoken to. Keep one object per version of an experience: clients are pooled by it. */
export interface ExperienceTarget {
  id: string;
  kind: 'builtin' | 'mcp' | 'rest';
  /** lib/games id of a built-in experience. */
  gameId?: string | null;
  /** Endpoint of a remote MCP server. */
  serverUrl?: string | null;
  /** Root of a remote REST experience. */
  baseUrl?: string | null;
  auth: 'none' | 'bearer';
}

/** What a built-in game writes together with the move, so that a step is one statement. */
export interface StepRecord {
  sessionId: string;
  agentId: string;
  action: unknown;
  idempotencyKey?: string | null;
}

export interface CallContext {
  /**
   * Stops the wait. For a tool that changes something it only stops calls that were not sent yet: once sent, the
   * answer is awaited, because the step may have taken effect and its answer is the only record of it.
   */
  signal?: AbortSignal;
  /** Sent upstream as Bearer; never the agent's own key. */
  bearerToken?: string | null;
  /** MCP session of the upstream server that this call belongs to; without one the shared session is used. */
  upstreamSessionId?: string | null;
  step?: StepRecord;
}

export interface UpstreamAnswer {
  /** structuredContent, else parsed JSON text, else the text, else the content list as sent. */
  value: unknown;
  latencyMs: number;
  /** Set when the call's own MCP session was replaced because the upstream had forgotten it. */
  upstreamSessionId?: string | null;
  /** Set by a built-in game, whose runtime has already counted the step. */
  recorded?: { stepCount: number };
}

export interface UpstreamTool {
  name: string;
  description?: string;
  inputSchema?: unknown;
  annotations?: unknown;
}

/** An experience is a port: the gateway does not know which of the three implementations it talks to. */
export interface ExperienceClient {
  /**
   * @throws EXPERIENCE_UNREACHABLE, EXPERIENCE_TIMEOUT, POOL_EXHAUSTED, EXPERIENCE_ERROR (in the upstream's words),
   * EXPERIENCE_AUTH_FAILED, EXPERIENCE_TOOL_NOT_FOUND
   */
  call(tool: ExperienceTool, args: Record<string, unknown>, context: CallContext): Promise<UpstreamAnswer>;
  /** Tools that the server lists; [] where the protocol has no list. */
  listTools(context: CallContext): Promise<UpstreamTool[]>;
  close(): Promise<void>;
}

/** Plays built-in experiences. The domain implements it, so that the gateway never imports the domain. */
export interface BuiltinHost {
  call(
    target: ExperienceTarget,
    tool: ExperienceTool,
    args: Record<string, unknown>,
    context: CallContext,
  ): Promise<UpstreamAnswer>;
}

/** Tools that change nothing: they may be repeated and given up at any time. */
export function isReadOnly(tool: ExperienceTool): boolean {
  return tool === 'experience.info' || tool === 'experience.status';
}
