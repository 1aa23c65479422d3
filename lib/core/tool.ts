import type { z } from 'zod';
import type { AgentCaller, Caller, OwnerSession, Person, WaitingOwner } from './caller';
import type { MaybeDeferred } from './deferred';
import type { Env } from './env';
import type { AppError, ErrorCode } from './errors';
import type { JsonObject } from './json';
import type { Scope } from './scopes';

/**
 * What a credential needs to call a tool: a canonical scope; one of several; `any`: a valid credential; `public`: no
 * credential.
 */
export type ToolScope = Scope | readonly Scope[] | 'any' | 'public';

/** What a tool's handler knows about the call beside its input. */
export interface ToolContext {
  caller: Caller;
  /** The calling agent; throws UNAUTHENTICATED on a tool that anonymous callers may reach. */
  agent: AgentCaller;
  /** Aborts when the caller disconnects. */
  signal: AbortSignal;
  idempotencyKey: string | null;
  requestId: string;
  /** Where the caller is, for limits; empty when the transport does not know. */
  address: string;
}

/** The call of another tool that a call stands for. */
export interface RepresentedCall {
  tool: string;
  arguments: JsonObject;
  /** Where these arguments stand in the call that was made, for the paths of faults. */
  at?: readonly string[];
}

/** A page or a file of ours about what an answer is about, for the person whose agent got the answer. */
export interface AnswerLink {
  /** From our origin: /matches/… */
  path: string;
  name: string;
  title: string;
  mimeType: string;
}

/** A page that a person has to open, whose address is a secret. */
export interface SecretPage<Answer = unknown> {
  url: string;
  /** For the person: what the page does. */
  message: string;
  /** The answer without the secret, for a client that has shown the page to its person. */
  withheld: Answer;
}

/** The largest body of any call, for a tool whose arguments are long by their nature. */
export const LARGE_BODY_BYTES = 1_048_576;

/** A rate limit of one tool, counted by all processes together. */
export interface CallLimit<Input = unknown> {
  /** Limits of one name count together; the tool's name by default. */
  name?: string;
  /** Calls allowed in each window. */
  points: number;
  /** Length of the window; whole seconds. */
  durationMs: number;
  /** What is counted: the calls of an agent, of a credential, or those for which the method returns the same text. */
  by: 'agent' | 'credential' | LimitKey<Input>;
}

// A method's parameters are compared bivariantly, so that the registry can hold tools of every input type.
type LimitKey<Input> = { key(input: Input, context: ToolContext): string }['key'];

/** The quotas that count calls in a window. */
export type CallQuota = 'new_agents' | 'social_messages' | 'proposals' | 'discoveries' | 'reviews' | 'rehearsals';

/** The document of MCP Apps that draws any built-in game and a seat in Werewolf. */
export const BOARD_URI = 'ui://botplay/board';

/** How a tool differs from the platform's conventions; a toolset may declare these once for all its tools. */
interface ToolConventions {
  /**
   * The object that a failed call answers, in place of `{ code, message, retryable, details? }`. MCP sends it as text and
   * as structured content with `isError`, REST as the body. It also renders failures that never reach the handler:
   * FORBIDDEN, RATE_LIMITED, INTERNAL_ERROR. Arguments that do not fit the schema are -32602 over MCP for every tool.
   */
  failure?(error: AppError): JsonObject;
  /** The argument that carries the idempotency key; `idempotency_key` by default. */
  idempotencyField?: string;
}

export interface ToolDefinition<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType>
  extends ToolConventions {
  /** An agent, over MCP and REST. What other callers do is an OwnerOperation. */
  caller?: 'agent';
  /** Exact wire name, as the specification spells it. */
  name: string;
  title: string;
  /** For the agent that decides whether to call it: what it does, when to use it, what to do next. */
  description: string;
  /** Name of the toolset that lists it. */
  toolset: string;
  /** Heading in the docs; by default the noun before the dot. */
  group?: string;
  /** A function when the scope depends on the configuration. */
  scope: ToolScope | ((env: Env) => ToolScope);
  /** REST operation below /api, `{param}` taken from the path: 'POST /lobbies/{game_session_id}/join'. */
  rest?: `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`;
  /** HTTP status of success; 200 by default. */
  restStatus?: number;
  /** File and section of the specification. */
  source: string;
  /** z.strictObject; every field described. Input names are wire names. */
  input: I;
  /** z.strictObject / z.looseObject; output names are wire names. */
  output: O;
  /**
   * The exact JSON Schemas, and annotations, to list where a specification fixes them; by default they are made from
   * `input`, `output` and `hints`.
   */
  listed?: { input: JsonObject; output: JsonObject; annotations?: JsonObject };
  errors: readonly ErrorCode[];
  hints: { readOnly?: boolean; destructive?: boolean; idempotent?: boolean; openWorld?: boolean };
  /** Valid inputs, shown in the docs and checked by the registry test. */
  examples: readonly z.input<I>[];
  /** The largest body of a call over HTTP, at most LARGE_BODY_BYTES; 64 KiB by default. */
  maxBodyBytes?: number;
  /** A rate limit beside the one of every credential. A repeated call with the same idempotency key does not count. */
  limit?: CallLimit<z.output<I>>;
  /** The quota with a window that each call counts against, for the agent, its owner and the address. */
  quota?: CallQuota;
  /** The handler stores the idempotency key in the statement that makes the change, so that a crash cannot separate them. */
  ownsIdempotency?: boolean;
  /** Arguments whose contents are secrets: an owner who approves the call does not see them, and no plain hash is stored. */
  secretFields?: readonly string[];
  /** The owner is asked where the action is made, for each tool that makes it, and not by `runTool`. */
  asksInDomain?: boolean;
  /** The name of its calls in the metrics, which everyone may read, where the own name would tell a secret of a game. */
  countedAs?: string;
  /** Arguments whose contents are sent to the server of an experience: their keys may be any but `__proto__`. */
  forwardedFields?: readonly string[];
  /** Every MCP endpoint accepts it, whether it lists it or not: an error of another tool says to call it. */
  isServedEverywhere?: boolean;
  /**
   * A tool whose calls stand for calls of others. `runTool` makes the other call in its place, with that tool's scope,
   * limits, approval, idempotency and answer, and `run` is not called.
   */
  standsFor?(context: ToolContext, input: z.output<I>): Promise<RepresentedCall>;
  /** The document of MCP Apps that draws an answer in a chat. */
  drawnBy?: typeof BOARD_URI;
  /** What a person may open about an answer: MCP answers it as resource links beside the text. */
  links?(answer: z.input<O>): readonly AnswerLink[];
  /** The page of an answer for a person alone: a client that can open addresses opens it, and its model does not see it. */
  opens?(answer: z.input<O>): SecretPage<z.input<O>> | null;
  /**
   * How a client that takes tasks waits by the tool: the call that does not wait, whether its answer ends the wait, and the
   * input of the later looks after the first answer.
   */
  pollsAs?: {
    once(input: JsonObject): JsonObject;
    isDone(answer: unknown, input: JsonObject): boolean;
    inputAfter(answer: unknown, input: JsonObject): JsonObject;
  };
  /** Whether a call says something that others read. Who is muted may not make it; what steps say is checked with the step. */
  speaks?(input: z.output<I>): boolean;
  /** A call that only waits for events: not audited, and not counted as work in flight during a drain. */
  waits?: boolean;
  /** With `waits` the answer may be deferred: nothing else of the call is kept in memory until it comes. */
  run(context: ToolContext, input: z.output<I>): Promise<MaybeDeferred<z.input<O>>>;
}

/**
 * Who calls an operation of owners, and as what its handler sees them. `owner`: a person who is signed in. `person`: that,
 * or a guest who plays. `visitor`: every browser; null for one without a guest. `admin`: an administrator's browser, or
 * an agent of theirs. `moderator`: the browser of a moderator or an administrator. `anyone`: every program and browser.
 * `key`: an agent, over REST alone. `signing_in`: a browser whose second factor is not given yet.
 */
export interface CallerTypes {
  owner: OwnerSession;
  person: Person;
  visitor: Person | null;
  admin: OwnerSession | AgentCaller;
  moderator: OwnerSession;
  anyone: null;
  key: AgentCaller;
  signing_in: WaitingOwner;
}

/** What the handler of an operation of owners knows about the call beside its input. */
export interface OwnerContext<Who = unknown> {
  who: Who;
  /** Where the caller is, for limits. */
  address: string;
  /** The header User-Agent; empty without one. */
  userAgent: string;
  /** Our origin, for links. */
  origin: string;
  /** The cookies of the browser, for the guest that it played as; null without. */
  cookieHeader: string | null;
  /** Adds a Set-Cookie header to the answer. */
  setCookie(cookie: string): void;
  /** Aborts when the caller disconnects; for an operation that `waits` also when the process begins to drain. */
  signal: AbortSignal;
}

type DeclaredAlike = 'title' | 'restStatus' | 'input' | 'output' | 'examples' | 'maxBodyBytes' | 'waits';

/** An operation of owners, people, administrators or everyone, over REST alone: no agent's key lists or calls it. */
export interface OwnerOperation<
  K extends keyof CallerTypes = keyof CallerTypes,
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
> extends Pick<ToolDefinition<I, O>, DeclaredAlike> {
  /** Its operationId in the OpenAPI document. */
  name: string;
  caller: K;
  /**
   * `{param}` takes an argument from the path; with an id that cannot exist the answer is NOT_FOUND. The other arguments
   * stand in the query of GET, else in the body.
   */
  rest: `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`;
  /** What stands before the path of `rest`; `/api` by default. */
  restRoot?: '/v1';
  /** Whom a moderator has suspended may do it too: sign out, read the decision, appeal, leave. Reading always may. */
  isOpenToSuspended?: boolean;
  /** It gives something words that others read. Who is muted may not do it. */
  givesWords?: boolean;
  /**
   * It changes how the account is protected, or makes a secret: the browser has proved within a quarter of an hour whose it is.
   * `with_factor`: only where the account has a second factor.
   */
  proof?: 'always' | 'with_factor';
  /** Codes beyond those that every operation may answer. */
  errors?: readonly ErrorCode[];
  run(context: OwnerContext<CallerTypes[K]>, input: z.output<I>): Promise<z.input<O>>;
}

/**
 * Declares an operation of owners, people, administrators or everyone once; REST, OpenAPI and the docs are derived from
 * it. docs/adding-an-operation.md
 */
export function defineTool<K extends keyof CallerTypes, I extends z.ZodType, O extends z.ZodType>(
  definition: OwnerOperation<K, I, O>,
): OwnerOperation<K, I, O>;
/** Declares a tool of agents once; MCP, REST, OpenAPI, the docs and auth.whoami are derived from it. */
export function defineTool<I extends z.ZodType, O extends z.ZodType>(
  definition: ToolDefinition<I, O>,
): ToolDefinition<I, O>;
export function defineTool(definition: object): object {
  return definition;
}

/** How a tool is listed where a model has little room. */
export interface ShortListing {
  description: string;
  /** The arguments that are listed, with their descriptions. A call may have the others too. */
  arguments: Readonly<Record<string, string>>;
}

/** Tools that are served together at `/mcp/<name>`. */
export interface Toolset extends ToolConventions {
  name: string;
  /** Also served by plain `/mcp`. */
  isDefault?: boolean;
  /** For the model that uses these tools: what they are for and in which order to call them. */
  instructions: string;
  tools: readonly ToolDefinition[];
  /** Names of tools of other toolsets that this one serves as well. */
  sharedTools?: readonly string[];
  /** The listings of all its tools, for models with little room: these texts, and no schemas of answers. */
  shortListings?: Readonly<Record<string, ShortListing>>;
  /**
   * The tool that makes a call of any other one from `{ tool, arguments }`. An endpoint with this toolset accepts every tool,
   * and answers suggest calls of tools that it does not list as calls of this one.
   */
  callsOthersWith?: string;
}

/** Declares a toolset; its tools get the toolset's conventions where they declare none. */
export function defineToolset(definition: Toolset): Toolset {
  const { failure, idempotencyField, tools } = definition;
  const conventions: ToolConventions = {
    ...(failure ? { failure } : {}),
    ...(idempotencyField === undefined ? {} : { idempotencyField }),
  };
  if (Object.keys(conventions).length === 0) return definition;
  return { ...definition, tools: tools.map((tool) => ({ ...conventions, ...tool })) };
}
