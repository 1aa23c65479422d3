import { expect, test } from 'vitest';
import { resetOnce } from '@/lib/core/globals';
import { jwtKeys } from '@/lib/core/jwt-keys';
import { readToken, signToken } from './token-codec';

const FIRST = `first:${Buffer.alloc(32, 1).toString('base64')}`;
const SECOND = `second:${Buffer.alloc(32, 2).toString('base64')}`;
const claims = {
  tokenId: '0190e3c4-0000-7000-8000-000000000001',
  agentId: '0190e3c4-0000-7000-8000-000000000002',
  apiKeyId: '0190e3c4-0000-7000-8000-000000000003',
  scopes: ['catalog:read'],
  issuedAtS: Math.floor(Date.now() / 1000),
  expiresAtS: Math.floor(Date.now() / 1000) + 60,
};

/** The process reads its environment and its keys once; a test starts anew. */
function useKeys(words: string): void {
  process.env.JWT_KEYS = words;
  for (const name of ['env', 'jwt-keys']) resetOnce(name);
}

test('the first key signs, all verify, and a key that is gone verifies no more', async () => {
  useKeys(FIRST);
  const old = await signToken(claims);
  useKeys(`${SECOND},${FIRST}`);
  expect(jwtKeys().map((key) => key.kid)).toEqual(['second', 'first']);
  expect(await readToken(old)).toMatchObject({ agentId: claims.agentId });
  expect(await readToken(await signToken(claims))).toMatchObject({ agentId: claims.agentId });
  useKeys(SECOND);
  expect(await readToken(old)).toBeNull();
});

test('a bare secret is a key too; a short one, a name of two keys and an empty list are refused', () => {
  useKeys('a-bare-secret-of-more-than-32-bytes-length');
  expect(jwtKeys()[0].kid).toMatch(/^[\w-]{12}$/);
  useKeys('short');
  expect(() => jwtKeys()).toThrow(/at least 32 bytes/);
  useKeys(`${FIRST},${SECOND.replace('second', 'first')}`);
  expect(() => jwtKeys()).toThrow('JWT_KEYS has two keys with the name first.');
  useKeys('');
  expect(() => jwtKeys()).toThrow(/JWT_KEYS is empty/);
});
