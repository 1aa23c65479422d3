import { afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { newUuid } from './random-id';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('makes random UUIDs of version 4 over plain http, where the browser has no function for them', () => {
  const { crypto } = globalThis;
  vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(bytes) });
  const ids = Array.from({ length: 200 }, newUuid);
  for (const id of ids) expect(z.uuidv4().safeParse(id).success).toBe(true);
  expect(new Set(ids).size).toBe(ids.length);
  expect(new Set(ids.map((id) => id.charAt(19)))).toEqual(new Set(['8', '9', 'a', 'b']));
});
