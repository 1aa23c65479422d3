import pino from 'pino';
import { once } from './globals';

/** The process log: JSON lines on stderr; anything that looks like a secret is removed before it is written. */
export const log = once('log', () =>
  pino(
    {
      level: process.env.LOG_LEVEL ?? 'info',
      base: null,
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
