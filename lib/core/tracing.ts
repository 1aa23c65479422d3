import { Deferred } from './deferred';
import { once } from './globals';

/** Values of an attribute. Never an argument, an answer, an address with a path, or anything else that a caller wrote. */
type AttributeValue = string | number | boolean;

export interface SpanDetails {
  /** `server` answers a caller, `client` calls another server, `internal` is work inside this process. */
  kind: 'server' | 'client' | 'internal';
  attributes?: Readonly<Record<string, AttributeValue>>;
  /** A W3C `traceparent` that the span continues, from outside: one that is not valid is ignored. */
  traceparent?: string | null | undefined;
}

/** What identifies a span, in the words of OpenTelemetry. */
export interface SpanContext {
  traceId: string;
  spanId: string;
  traceFlags: number;
}

export interface Span {
  /** Runs work whose spans and lines in the log belong to this span. */
  run<T>(work: () => T): T;
  readonly context: SpanContext;
  setAttribute(name: string, value: AttributeValue): void;
  /** Names a span of another trace that did the work of this one. */
  addLink(to: SpanContext): void;
  /** Ends the span; `fault` is the code of an error. */
  end(fault?: string): void;
}

/** Traces calls. Only `server/tracing.ts` has one, and only where an OTLP endpoint is set. */
export interface Tracing {
  startSpan(name: string, details: SpanDetails): Span;
  /** The span in which this code runs; undefined outside of every span. */
  current(): SpanContext | undefined;
}

const slot = once('tracing', (): { current: Tracing | null } => ({ current: null }));

/** The tracing of this process; null while it is off, so that a caller pays one comparison. */
export const tracing = (): Tracing | null => slot.current;

/** Sets the tracing of this process; null ends it. */
export function setTracing(to: Tracing | null): void {
  slot.current = to;
}

/** The W3C `traceparent` of the span in which this code runs; undefined outside of every span. */
export function currentTraceparent(): string | undefined {
  const context = slot.current?.current();
  if (!context) return undefined;
  const flags = (context.traceFlags & 0xff).toString(16).padStart(2, '0');
  return `00-${context.traceId}-${context.spanId}-${flags}`;
}

/** Runs work in a span that ends with it, or with the value that it defers. `faultOf` says which code a result has that is an error. */
export async function inSpan<T>(
  traced: Tracing,
  name: string,
  details: SpanDetails,
  work: () => Promise<T>,
  faultOf?: (result: Exclude<T, Deferred<unknown>>) => string | undefined,
): Promise<T> {
  const span = traced.startSpan(name, details);
  const end = <R>(result: R): R => {
    span.end(faultOf?.(result as Exclude<T, Deferred<unknown>>));
    return result;
  };
  const fail = (thrown: unknown): never => {
    span.end(faultCodeOf(thrown));
    throw thrown;
  };
  let result: T;
  try {
    result = await span.run(work);
  } catch (thrown) {
    return fail(thrown);
  }
  if (!(result instanceof Deferred)) return end(result);
  result.runIn(span.run);
  return result.proceed(end, fail) as T;
}

/** The code of an error, or its class: its message may repeat what the caller sent. */
function faultCodeOf(thrown: unknown): string {
  if (typeof thrown !== 'object' || thrown === null) return 'error';
  if ('code' in thrown && typeof thrown.code === 'string') return thrown.code;
  return thrown.constructor.name;
}
