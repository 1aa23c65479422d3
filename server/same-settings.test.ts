import { afterAll, expect, it } from 'vitest';
import { useDatabase } from '@/lib/testing/database';
import { type Program, startProgram } from '@/lib/testing/program';
import { findDifferentSecrets } from './same-settings';

useDatabase();

const PROCESS = 'server/testing/settings-process.ts';
const SECRET = 'an-identity-key-that-is-only-of-one-process';
const programs: Program[] = [];
afterAll(() => {
  for (const program of programs) program.end();
});

async function start(env: Record<string, string>): Promise<Program> {
  const program = startProgram(PROCESS, env);
  programs.push(program);
  await program.heard('comparing');
  return program;
}

it('a process with another secret makes both log the variable, and no secret', async () => {
  const [one, same] = [await start({}), await start({})];
  const other = await start({ IDENTITY_KEY: SECRET });
  for (const program of [one, same, other])
    await expect.poll(() => program.logged(), { timeout: 10_000 }).toContain('has another IDENTITY_KEY');
  for (const program of programs) {
    expect(program.logged()).not.toContain(SECRET);
    expect(program.logged()).not.toMatch(/has another (NEXTAUTH_SECRET|ENCRYPTION_KEYS|JWT_KEYS)/);
  }
});

it('a rotation is a difference until every process has the key that another one uses', () => {
  const marks = (keys: string[]) => ({
    NEXTAUTH_SECRET: ['n'],
    ENCRYPTION_KEYS: keys,
    IDENTITY_KEY: ['i'],
    JWT_KEYS: ['j'],
  });
  expect(findDifferentSecrets(marks(['old']), marks(['old']))).toEqual([]);
  expect(findDifferentSecrets(marks(['old']), marks(['new', 'old']))).toEqual(['ENCRYPTION_KEYS']);
  expect(findDifferentSecrets(marks(['old', 'new']), marks(['new', 'old']))).toEqual([]);
});
