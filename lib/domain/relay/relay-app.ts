import type { JsonObject } from '@/lib/core/json';

/** Error codes of the relay. Specification: external-agent-protocol.md, section 5. */
export type RelayErrorCode =
  | 'INVALID_MESSAGE'
  | 'SESSION_NOT_ACTIVE'
  | 'UNKNOWN_TOOL'
  | 'INVALID_PARAMS'
  | 'NO_ACTIVE_SPEC'
  | 'TOOL_EXECUTION_FAILED';

/** One parameter of a tool. */
interface ToolParameter {
  type: 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object' | 'any';
  description: string;
  enum?: readonly (string | number)[];
  optional?: boolean;
}

/** A tool as agents see it in `snapshot.state`. decisions.md, Relay and booking. */
export interface ToolSchemaEntry {
  name: string;
  description: string;
  parameters: Record<string, ToolParameter>;
}

/** An entry of `messageHistory`; which of the optional fields it has depends on its type. */
export interface HistoryMessage {
  id: string;
  type: 'system' | 'user' | 'agent';
  /** ISO 8601 UTC. */
  timestamp: string;
  stage: string;
  text?: string;
  action?: string;
  label?: string;
  spec?: JsonObject;
}

/** What pages and agents may see of a state. */
export interface VisibleState {
  /** Null while nothing is loaded: calls of tools answer NO_ACTIVE_SPEC. */
  uiSpec: JsonObject | null;
  messageHistory: readonly HistoryMessage[];
}

/** A call of a tool. The relay has checked that `name` is a string, `params` an object and `reason` not blank. */
export interface ToolCall {
  name: string;
  params: JsonObject;
  reason: string;
}

/** A chat message of the person or of an agent. */
export interface ChatMessage {
  from: 'user' | 'agent';
  text: string;
}

/** What an input leads to. */
export interface RelayStep<State> {
  /** The next state; the given one when nothing changed. */
  state: State;
  /** Work outside the engine that is done before anything else; its result is the next input (`completeEffect`). */
  effect?: JsonObject;
  /** Why the input failed; it is answered when no effect is left. */
  fault?: { code: RelayErrorCode; message: string };
}

/** For whom an effect is done. */
interface EffectContext {
  /** The same from one `load` to the next, so that an effect whose answer was lost is not done twice. */
  key: string;
}

/**
 * An application that a person and agents use together through the relay: the only thing that the relay knows about it.
 * `State` is JSON: it is stored after every input, at most 64 KiB, and may hold what nobody outside may see
 * (`backendData`), because only `snapshot` and `toolSchema` leave the server. All functions but `load` and `perform`
 * are pure: the same state, input and time give the same result, so that a recorded session can be replayed.
 * Times are ISO 8601 UTC.
 */
export interface RelayApp<State = unknown> {
  /** Its name in `relay_rooms.app`, such as `booking`. */
  id: string;
  /** The page runs the application: requests of agents are forwarded to it, and of this object only reading is used. */
  isRemote?: true;
  /** The state of a new participant, and of every participant after `session.end`. May read the database. */
  load(at: string): Promise<State>;
  snapshot(state: State): VisibleState;
  /** The tools that can be called now. */
  toolSchema(state: State): readonly ToolSchemaEntry[];
  /** The stage that `user.message` names. */
  stage(state: State): string;
  /** Calls a tool for an agent. Refusals: UNKNOWN_TOOL, INVALID_PARAMS, NO_ACTIVE_SPEC, TOOL_EXECUTION_FAILED. */
  callTool(state: State, call: ToolCall, at: string): RelayStep<State>;
  /** Does what the person did in the page. The form of `action` is the application's own; refuse others with INVALID_PARAMS. */
  userAction(state: State, action: JsonObject, at: string): RelayStep<State>;
  /** Adds a chat message to `messageHistory`. */
  addMessage(state: State, message: ChatMessage, at: string): State;
  /**
   * The question that the person must answer with yes before this call is made; null for a call that needs no answer.
   * Asked only for a call that `callTool` would accept.
   */
  questionFor(state: State, call: ToolCall): string | null;
  /** Does the work of an effect. The result is logged, so it holds nothing that is hidden. */
  perform?(effect: JsonObject, context: EffectContext): Promise<JsonObject>;
  /** Applies the result of an effect to the state that demanded it. */
  completeEffect?(state: State, result: JsonObject, at: string): RelayStep<State>;
}
