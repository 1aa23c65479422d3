import { env } from '@/lib/core/env';

/** Who we say we are in the handshake. */
export const SERVER_INFO = { name: 'botplay', title: 'Botplay', version: '0.1.0' };

/** Newest version of the handshake era; a client that asks for one we do not know gets this. */
export const LATEST_HANDSHAKE_VERSION = '2025-11-25';
export const HANDSHAKE_VERSIONS: readonly string[] = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];

/** What the server can do; the fixtures of the official suite need what no tool of ours uses. */
export function capabilities(): Record<string, Record<string, unknown>> {
  return {
    tools: { listChanged: false },
    resources: { subscribe: true, listChanged: false },
    prompts: { listChanged: false },
    completions: {},
    ...(env().CONFORMANCE_FIXTURES ? { logging: {} } : {}),
  };
}
