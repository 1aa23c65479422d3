import { z } from 'zod';
import { ERRORS, type ErrorCode } from '@/lib/core/errors';

const issueSchema = z.object({ path: z.array(z.union([z.string(), z.number()])), message: z.string() });

const errorSchema = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    retryable: z.boolean().optional(),
    details: z
      .looseObject({ issues: z.array(issueSchema).optional(), reason: z.string().optional().catch(undefined) })
      .optional(),
  }),
});

/** A failed REST call, with a message for the person. */
export class RequestFailure extends Error {
  override readonly name = 'RequestFailure';
  readonly code: string;
  /** What to do next. */
  readonly hint: string;
  readonly retryable: boolean;
  /** Faults by field, keyed by the dotted path. */
  readonly fields: Readonly<Record<string, string>>;
  /** HTTP status; 0 without an answer. */
  readonly status: number;
  /** Which refusal it is, where a page has something to do about it: `proof_needed`. */
  readonly reason: string | null;

  constructor(args: {
    code: string;
    message: string;
    hint: string;
    retryable: boolean;
    status: number;
    fields?: Record<string, string>;
    reason?: string | null;
  }) {
    super(args.message);
    this.code = args.code;
    this.hint = args.hint;
    this.retryable = args.retryable;
    this.status = args.status;
    this.fields = args.fields ?? {};
    this.reason = args.reason ?? null;
  }
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERRORS, code);
}

function fieldsOf(issues: readonly z.infer<typeof issueSchema>[]): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const issue of issues) fields[issue.path.join('.')] ??= sentence(issue.message);
  return fields;
}

/** The message of a fault without the name of its field, for display under the field. */
function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function unanswered(): RequestFailure {
  return new RequestFailure({
    code: 'UNANSWERED',
    message: 'Botplay did not answer, so nothing is known to have changed.',
    hint: 'Check the connection and try again; your text is still in the form.',
    retryable: true,
    status: 0,
  });
}

function unreadable(status: number): RequestFailure {
  return new RequestFailure({
    code: 'INTERNAL_ERROR',
    message: `Botplay answered with something unexpected (HTTP ${status}).`,
    hint: 'Reload the page to see what was saved, then try again.',
    retryable: true,
    status,
  });
}

/** Hints for people, in place of those of the error table, which are for callers of the API. */
const FOR_PEOPLE: Partial<Record<ErrorCode, string>> = {
  // The notice of the failure has the link.
  UNAUTHENTICATED: '',
  VALIDATION_ERROR: 'Correct what is named, then try again.',
  AGENT_BUSY: '',
  FORBIDDEN: '',
};

/** The failure in an error answer. */
export function failureOf(status: number, body: unknown): RequestFailure {
  const parsed = errorSchema.safeParse(body);
  if (!parsed.success) return unreadable(status);
  const { code, message, retryable, details } = parsed.data.error;
  return new RequestFailure({
    code,
    message,
    hint: isErrorCode(code) ? (FOR_PEOPLE[code] ?? ERRORS[code].hint) : '',
    retryable: retryable ?? false,
    status,
    fields: fieldsOf(details?.issues ?? []),
    reason: details?.reason ?? null,
  });
}

export interface ApiRequest<T> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path below the origin, `/api/…`. */
  path: string;
  body?: unknown;
  answer: z.ZodType<T>;
  signal?: AbortSignal;
}

/** UTF-8 has at most 3 bytes for a character of a text; a browser keeps 64 KB of one page's requests alive. */
const MAX_KEPT_CHARS = 8_000;

/** Whether a request goes on when its page is closed or reloaded before the answer: every change that a browser can keep alive. */
export function outlivesPage(method: ApiRequest<unknown>['method'], body: string | undefined): boolean {
  return method !== 'GET' && (body ?? '').length <= MAX_KEPT_CHARS;
}

/**
 * One REST call with the session cookie.
 * @throws RequestFailure, also without an answer and for an answer of another shape.
 */
export async function request<T>({ method, path, body, answer, signal }: ApiRequest<T>): Promise<T> {
  let response: Response;
  let text: string;
  const sent = body === undefined ? undefined : JSON.stringify(body);
  try {
    response = await fetch(path, {
      method,
      credentials: 'same-origin',
      keepalive: outlivesPage(method, sent),
      headers: { Accept: 'application/json', ...(sent === undefined ? {} : { 'Content-Type': 'application/json' }) },
      ...(sent === undefined ? {} : { body: sent }),
      ...(signal === undefined ? {} : { signal }),
    });
    text = await response.text();
  } catch {
    throw unanswered();
  }
  const json = parseJson(text);
  if (!response.ok) throw failureOf(response.status, json);
  const parsed = answer.safeParse(json);
  if (!parsed.success) throw unreadable(response.status);
  return parsed.data;
}

function parseJson(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Any thrown value as a RequestFailure. */
export function toFailure(thrown: unknown): RequestFailure {
  return thrown instanceof RequestFailure ? thrown : unanswered();
}
