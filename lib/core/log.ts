import pino from 'pino';
import { once } from './globals';
import { tracing } from './tracing';

/** `env()` reports an invalid level; the log needs a valid one to write that report. */
function level(): string {
  const wanted = process.env.LOG_LEVEL ?? '';
  return wanted === 'silent' || wanted in pino.levels.values ? wanted : 'info';
}

/** What a line of the log says about the trace in which it was written. A new object each time: pino adds the fields of the line to it. */
function traceFields(): object {
  const context = tracing()?.current();
  return context ? { trace_id: context.traceId, span_id: context.spanId } : {};
}

/** The process log: JSON lines on stderr; anything that looks like a secret is removed before it is written. */
export const log = once('log', () =>
  pino(
    {
      level: level(),
      base: null,
      mixin: traceFields,
      redact: {
        paths: [
          'authorization',
          'api_key',
          'apiKey',
          'password',
          'token',
          'secret',
          'credentials',
          '*.authorization',
          '*.api_key',
          '*.apiKey',
          '*.password',
          '*.token',
          '*.secret',
          '*.credentials',
          'headers.cookie',
          'headers["x-api-key"]',
        ],
        censor: '[removed]',
      },
    },
    pino.destination(2),
  ),
);
