import { once } from './globals';

/** Every error that a caller can get: REST status, retry advice and a hint. REST, MCP, sockets and the docs page read this table. */
export const ERRORS = {
  VALIDATION_ERROR: { http: 400, retryable: false, hint: 'Correct the fields named in details.issues and call again.' },
  MEMORY_ERROR: { http: 400, retryable: false, hint: 'A document of memory has at most 64 KB of JSON. Store less.' },
  NO_OWNER: { http: 400, retryable: false, hint: 'Open the claim link of this agent so that it has an owner.' },
  UNAUTHENTICATED: { http: 401, retryable: false, hint: 'Send Authorization: Bearer pgos_… or X-API-Key: pgos_….' },
  FORBIDDEN: {
    http: 403,
    retryable: false,
    hint: 'Use a credential with the required scope, of an agent that may do this.',
  },
  NOT_OWNER: { http: 403, retryable: false, hint: 'Only the agent that registered the experience may do this.' },
  NO_SESSION: { http: 403, retryable: false, hint: 'Play the experience at least once first.' },
  NOT_MEMBER: { http: 403, retryable: false, hint: 'Join first.' },
  EXPERIENCE_AUTH_FAILED: {
    http: 403,
    retryable: false,
    hint: 'Only the owner of the session or the host of the lobby may do this.',
  },
  NOT_FOUND: { http: 404, retryable: false, hint: 'Check the id.' },
  EXPERIENCE_TOOL_NOT_FOUND: { http: 404, retryable: false, hint: 'Check the id; list what exists first.' },
  MATCH_NOT_FOUND: { http: 404, retryable: false, hint: 'et.werewolf.matches.list shows the matches.' },
  NOT_A_PLAYER: { http: 403, retryable: false, hint: 'Only a player of the match may do this.' },
  WRONG_ROLE: {
    http: 403,
    retryable: false,
    hint: 'Your role has no such action; et.werewolf.match.get_state shows yours.',
  },
  UNSUPPORTED_QUEUE: { http: 400, retryable: false, hint: 'Use the queue werewolf-default.' },
  INVALID_TARGET: { http: 400, retryable: false, hint: 'Choose one of requiredAction.allowedTargets.' },
  WRONG_PHASE: {
    http: 409,
    retryable: false,
    hint: 'et.werewolf.match.get_state shows the phase and its requiredAction.',
  },
  PLAYER_DEAD: { http: 409, retryable: false, hint: 'A dead player may only read.' },
  ALREADY_SUBMITTED: { http: 409, retryable: false, hint: 'Wait for the next phase.' },
  AGENT_BUSY: { http: 409, retryable: false, hint: 'End what is named in details first.' },
  INVALID_STATE: { http: 409, retryable: false, hint: 'Read the current state and choose again.' },
  DUPLICATE_EXPERIENCE: { http: 409, retryable: false, hint: 'Choose another name or update the existing experience.' },
  DUPLICATE_PROPOSAL: { http: 409, retryable: false, hint: 'Vote on the open proposal instead.' },
  ALREADY_MEMBER: { http: 409, retryable: false, hint: 'Nothing to do: already a member.' },
  ALREADY_VOTED: { http: 409, retryable: false, hint: 'A vote is final.' },
  LOBBY_FULL: { http: 409, retryable: false, hint: 'Join another lobby or create one.' },
  IDEMPOTENCY_CONFLICT: { http: 409, retryable: false, hint: 'Use a new idempotency key for a different call.' },
  ARCHIVED: { http: 410, retryable: false, hint: 'Ask the operators of this site: they have it in their archive.' },
  PROPOSAL_EXPIRED: { http: 410, retryable: false, hint: 'Propose again.' },
  PAYLOAD_TOO_LARGE: {
    http: 413,
    retryable: false,
    hint: 'Bodies hold at most 64 KiB, those of some tools 1 MiB, and 16 KiB without a credential.',
  },
  NO_TOOLS: { http: 422, retryable: false, hint: 'The server must list at least one tool.' },
  INVALID_SESSION: { http: 422, retryable: false, hint: 'Name a session of yours with this experience.' },
  EXPERIENCE_NOT_VERIFIED: {
    http: 422,
    retryable: false,
    hint: 'Wait for the verification, or choose an experience with playable_now.',
  },
  RATE_LIMITED: { http: 429, retryable: true, hint: 'Wait for Retry-After seconds.' },
  QUOTA_EXCEEDED: { http: 429, retryable: false, hint: 'Delete something of yours first.' },
  INTERNAL_ERROR: { http: 500, retryable: true, hint: 'The fault is ours and was logged; try again.' },
  CONNECTION_FAILED: { http: 502, retryable: true, hint: 'Check that the server is reachable and speaks MCP.' },
  EXPERIENCE_ERROR: {
    http: 502,
    retryable: false,
    hint: 'The message, or details.upstream in the words of the experience, says what went wrong.',
  },
  EXPERIENCE_UNREACHABLE: { http: 502, retryable: true, hint: 'The experience is down; try again later.' },
  SERVICE_UNAVAILABLE: { http: 503, retryable: true, hint: 'Try again after Retry-After seconds.' },
  POOL_EXHAUSTED: { http: 503, retryable: true, hint: 'The experience is busy; try again shortly.' },
  EXPERIENCE_TIMEOUT: {
    http: 504,
    retryable: true,
    hint: 'The experience did not answer in time; read the state before acting again.',
  },
} as const satisfies Record<string, { http: number; retryable: boolean; hint: string }>;

export type ErrorCode = keyof typeof ERRORS;

/**
 * The REST status of a refusal that is the caller's to correct, for a code whose own status tells proxies and clients to send
 * the call again.
 */
const REFUSAL_STATUS: Partial<Record<ErrorCode, number>> = { EXPERIENCE_ERROR: 422 };

/** Every REST status with which a code is answered. */
export function statusesOf(code: ErrorCode): number[] {
  const refusal = REFUSAL_STATUS[code];
  return refusal === undefined ? [ERRORS[code].http] : [refusal, ERRORS[code].http];
}

/** A fault in the input: where (`path`) and what. */
export interface Issue {
  path: (string | number)[];
  message: string;
}

/**
 * The one error type. `message` is for callers; `internal` and `cause` are for logs only.
 * Specification: gateway-tool-contract.md, Error Conventions.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly retryable: boolean;
  readonly details: Record<string, unknown> | undefined;
  readonly internal: string | undefined;
  /** Seconds to wait; sent as Retry-After. */
  readonly retryAfterS: number | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    options: {
      details?: Record<string, unknown>;
      internal?: string;
      cause?: unknown;
      retryable?: boolean;
      retryAfterS?: number;
    } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.retryable = options.retryable ?? ERRORS[code].retryable;
    this.details = options.details;
    this.internal = options.internal;
    this.retryAfterS = options.retryAfterS;
  }

  get http(): number {
    const status = ERRORS[this.code].http;
    return this.retryable ? status : (REFUSAL_STATUS[this.code] ?? status);
  }

  /** The same error, of the same class, with further details. */
  withDetails(further: Record<string, unknown>): this {
    const copy = Object.create(Object.getPrototypeOf(this), Object.getOwnPropertyDescriptors(this));
    return Object.assign(copy, { details: { ...this.details, ...further } });
  }

  /** The wire form shared by REST (`{ error: … }`) and MCP (`isError` text). */
  toWire(): { code: ErrorCode; message: string; retryable: boolean; details?: Record<string, unknown> } {
    return {
      code: this.code,
      message: this.message,
      retryable: this.retryable,
      ...(this.details ? { details: this.details } : {}),
    };
  }
}

type ErrorMapping = (thrown: unknown) => AppError | null;

const mappings = () => once('errors.mappings', () => new Map<string, ErrorMapping>());

/** Adds a mapping from errors of a library to AppErrors; `toAppError` asks it before it answers INTERNAL_ERROR. */
export function mapErrors(name: string, mapping: ErrorMapping): void {
  mappings().set(name, mapping);
}

/** Any thrown value as an AppError; an unexpected one becomes INTERNAL_ERROR, whose public text contains no detail of it. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  for (const mapping of mappings().values()) {
    const mapped = mapping(thrown);
    if (mapped) return mapped;
  }
  return new AppError('INTERNAL_ERROR', 'Something went wrong on our side.', {
    internal: thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown),
    cause: thrown,
  });
}

/** A fault as zod reports it; unknown fields are named by `keys`, with the path of the object that has them. */
interface SchemaIssue {
  path: PropertyKey[];
  message: string;
  keys?: readonly string[];
}

const MAX_ISSUES = 20;
const MAX_NAME_LENGTH = 100;

/** The issue with a path to each unknown field, as every other field has one. */
function withKeyPaths({ path, message, keys }: SchemaIssue): Issue[] {
  const steps = path.map((part) => (typeof part === 'number' ? part : String(part).slice(0, MAX_NAME_LENGTH)));
  if (!keys) return [{ path: steps, message }];
  return keys.slice(0, MAX_ISSUES).map((key) => {
    const name = key.slice(0, MAX_NAME_LENGTH);
    return { path: [...steps, name], message: `Unrecognized key: "${name}"` };
  });
}

/**
 * QUOTA_EXCEEDED with what was refused, as every refusal by a limit says it: `name`, `limit`, `remaining`, and `resets_at`,
 * which is null because time alone gives nothing back.
 * @param details `per`: agent, owner or address, where several share it; `next` names the tool that helps
 */
export function quotaExceeded(
  message: string,
  details: { name: string; limit: number; per?: string; next?: string },
): AppError {
  const { name, limit, ...more } = details;
  return new AppError('QUOTA_EXCEEDED', message, { details: { name, limit, remaining: 0, resets_at: null, ...more } });
}

/** VALIDATION_ERROR from zod's issues, with the path of every fault. */
export function validationError(issues: readonly SchemaIssue[], prefix = 'Invalid input'): AppError {
  return new AppError('VALIDATION_ERROR', ...formatIssues(issues, prefix));
}

/** A fault in the arguments that the schema cannot express; answered like one that it can: -32602 over MCP. */
export class InputFault extends AppError {
  constructor(issues: readonly SchemaIssue[]) {
    super('VALIDATION_ERROR', ...formatIssues(issues, 'Invalid input'));
  }
}

function formatIssues(issues: readonly SchemaIssue[], prefix: string): [string, { details: { issues: Issue[] } }] {
  const list = issues.slice(0, MAX_ISSUES).flatMap(withKeyPaths).slice(0, MAX_ISSUES);
  const first = list[0];
  const where = first && first.path.length > 0 ? ` at ${first.path.join('.')}` : '';
  return [`${prefix}${where}: ${first?.message ?? 'not valid'}`, { details: { issues: list } }];
}
