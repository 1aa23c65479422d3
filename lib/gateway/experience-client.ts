import type { ResultForm } from './tool-result';

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

/** Tools that a tier 2 experience must have (gateway-tool-contract.md, Required Tools). */
export const REQUIRED_TOOLS = ['experience.info', 'session.create', 'session.step', 'session.end'] as const;

/** Tools of the contract that only read, and name nothing that could be missing. */
export const READING_TOOLS: ReadonlySet<string> = new Set(['experience.info', 'experience.status']);

/** Whether a tool of this name is one of the contract. */
export function isExperienceTool(name: string): name is ExperienceTool {
  return (EXPERIENCE_TOOLS as readonly string[]).includes(name);
}

/**
 * Whether a tool of this name acts for an agent or a lobby in the contract of experiences. Only Botplay makes such calls: a
 * server of the contract takes the ids among their arguments from our signature.
 */
export function isContractAction(name: string): boolean {
  return isExperienceTool(name) && !READING_TOOLS.has(name);
}

export interface CallContext {
  /** Whose share of the places for calls to this experience it uses; absent: the platform's. */
  share?: string;
  /** A match needs the call: it may use the places that are reserved for such calls. */
  isNeeded?: boolean;
  /**
   * Stops the wait. A tool that changes something is only stopped before it is sent: once sent, its answer is awaited,
   * because the step may have taken effect and the answer is the only record of it.
   */
  signal?: AbortSignal;
  /** Sent upstream as Bearer; never the agent's own key. */
  bearerToken?: string | null;
  /** Removed from the answer and from errors, as `bearerToken` is: for example a stored password among the arguments. */
  secrets?: readonly string[];
  /** Refuses redirects to another origin: the arguments contain stored credentials. */
  staysOnOrigin?: boolean;
  /** MCP session of this call, as `openSession` returned it; without one the shared session is used. */
  upstreamSessionId?: string | null;
  /** Whether the tool changes nothing, so that it may be repeated and abandoned. By default true for the two tools that read. */
  readOnly?: boolean;
  /** Sent as the header Idempotency-Key: the same for each repetition of a call whose outcome is unknown. */
  idempotencyKey?: string | undefined;
}

/** Carries `idempotencyKey`, over REST and over MCP. */
export const IDEMPOTENCY_HEADER = 'idempotency-key';

export interface UpstreamAnswer {
  /** structuredContent with what only the texts say, else parsed JSON text, else the text, else the content list as sent. */
  value: unknown;
  /** The values of the answer, each alone: what names a field (outcomes, legal moves) may stand in any of them. */
  parts: readonly unknown[];
  /** How an MCP result deviates from one JSON object; null when it does not. */
  form: ResultForm | null;
  latencyMs: number;
  /** The result as an MCP server sent it. */
  toolResult?: ToolResult;
  /** Set when the call's own MCP session was replaced because the upstream had forgotten it. */
  upstreamSessionId?: string | null;
}

/** The result of an MCP tool. */
export interface ToolResult {
  content: unknown[];
  structuredContent?: unknown;
}

export interface UpstreamTool {
  name: string;
  description?: string;
  inputSchema?: unknown;
  annotations?: unknown;
}

/** What a server says about itself, as clean text; '' where it says nothing. */
export interface ServerDescription {
  name: string;
  title: string;
  version: string;
}

/** Calls one remote experience, whatever its kind. */
export interface ExperienceClient {
  /**
   * Calls one of `EXPERIENCE_TOOLS`, or any other tool that the server lists.
   * @throws EXPERIENCE_UNREACHABLE, EXPERIENCE_TIMEOUT, POOL_EXHAUSTED, EXPERIENCE_ERROR (with the upstream's message),
   * EXPERIENCE_AUTH_FAILED, EXPERIENCE_TOOL_NOT_FOUND
   */
  callTool(name: string, args: Record<string, unknown>, context?: CallContext): Promise<UpstreamAnswer>;
  /** Tools that the server lists; [] where the protocol has no list. */
  listTools(context?: CallContext): Promise<UpstreamTool[]>;
  /** What the server says about itself; null where the protocol has nothing of the kind. @throws like `callTool` */
  describeServer(context?: CallContext): Promise<ServerDescription | null>;
  /**
   * Opens an MCP session for the calls of one session of Botplay: pass what this returns as `upstreamSessionId`. Null where
   * the server keeps no sessions.
   * @throws EXPERIENCE_UNREACHABLE, EXPERIENCE_TIMEOUT, POOL_EXHAUSTED, EXPERIENCE_ERROR, EXPERIENCE_AUTH_FAILED
   */
  openSession(context?: CallContext): Promise<string | null>;
  /** Ends a session of `openSession`. Never throws: a server that does not answer ends it by itself. */
  closeSession(upstreamSessionId: string, context?: CallContext): Promise<void>;
  /** Waits `withinMs` (1 s by default) for calls in progress, then cuts them. */
  close(withinMs?: number): Promise<void>;
}

/** Whether a call changes nothing, so that it may be repeated and abandoned at any time. */
export function isReadOnly(tool: string, context: CallContext): boolean {
  return context.readOnly ?? READING_TOOLS.has(tool);
}
