import '@/lib/core/fault-words';
import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { databaseUrl } from './url';

/** What modules register when they are imported, once in a worker. */
const FILLED_BY_IMPORTS = new Set(['errors.mappings', 'matches.end_handlers', 'seating.queues', 'log']);

// Before a test file: its environment, no instance of the file before it in this worker, and the name of its database
// (which exists when the file calls useDatabase).
const memory = globalThis as { botplayTestEnvironment?: NodeJS.ProcessEnv; [key: symbol]: unknown };
memory.botplayTestEnvironment ??= { ...process.env };
for (const name of Object.keys(process.env)) delete process.env[name];
const instances = memory[Symbol.for('botplay')] as Map<string, unknown> | undefined;
for (const name of instances?.keys() ?? []) if (!FILLED_BY_IMPORTS.has(name)) instances?.delete(name);

const name = `botplay_test_${randomUUID().replaceAll('-', '')}`;
const fixed = {
  DATABASE_URL: databaseUrl(inject('database').server, name),
  BOTPLAY_EMBEDDED: '1',
  REDIS_URL: '',
  NEXTAUTH_URL: 'http://localhost:3000',
  NEXTAUTH_SECRET: 'test-nextauth-secret-of-enough-length',
  ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
  IDENTITY_KEY: 'test-identity-key-of-enough-length',
  JWT_KEYS: 'j1:dGVzdC1qd3Qta2V5LW9mLWVub3VnaC1sZW5ndGgtMzI=',
};
Object.assign(process.env, memory.botplayTestEnvironment, fixed);
