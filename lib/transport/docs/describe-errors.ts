import { ERRORS, type ErrorCode } from '@/lib/core/errors';
import { once } from '@/lib/core/globals';
import { ERRORS_OF_EVERY_CALL } from '@/lib/transport/openapi/document';
import { describeOwnerErrors, describeTools } from './reference';

/** An error code as the docs show it. */
export interface ErrorPage {
  code: ErrorCode;
  http: number;
  retryable: boolean;
  hint: string;
  /** The tools that answer it; empty for a code of every call, and for one of the operations of owners. */
  tools: string[];
}

const codes = Object.keys(ERRORS) as ErrorCode[];

/** The codes that every call can meet, and those of certain tools or operations; in the order of the table. */
export function describeErrors(): { ofEveryCall: ErrorPage[]; ofCertainCalls: ErrorPage[] } {
  return once('docs.errors', () => {
    const every = new Set<ErrorCode>(ERRORS_OF_EVERY_CALL);
    const ofCertainCalls = codes.filter((code) => !every.has(code)).map((code) => page(code, toolsWith(code)));
    return {
      ofEveryCall: codes.filter((code) => every.has(code)).map((code) => page(code, [])),
      ofCertainCalls: ofCertainCalls.filter(({ code, tools }) => tools.length > 0 || describeOwnerErrors().has(code)),
    };
  });
}

const page = (code: ErrorCode, tools: string[]): ErrorPage => ({ code, ...ERRORS[code], tools });

const toolsWith = (code: ErrorCode): string[] =>
  describeTools()
    .filter(({ errors }) => errors.some((error) => error.code === code))
    .map(({ name }) => name);
