import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { databaseUrl } from './url';

// Before any module of the product is loaded: the environment of this test file, and the name of its database
// (which exists when the file calls useDatabase).
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
Object.assign(process.env, fixed);
process.env.LOG_LEVEL ??= 'fatal';
