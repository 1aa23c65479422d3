import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { registerOwner } from '@/lib/domain/accounts';
import { useDatabase } from '@/lib/testing/database';
import { programArguments } from '@/lib/testing/program';
import { ownerAdmin } from './owner-admin';

useDatabase();

const email = 'operator@example.org';
beforeAll(async () => {
  for (const one of ['first@example.org', email])
    await registerOwner({ email: one, password: 'a sentence to keep', address: '10.0.0.1' });
});

const COMMANDS = programArguments('server/testing/command-process.ts');

/** `npm run owner:admin -- <args>` */
async function runCommand(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  try {
    return {
      code: 0,
      ...(await promisify(execFile)(process.execPath, [...COMMANDS, 'owner:admin', ...args])),
    };
  } catch (thrown) {
    return thrown as { code: number; stdout: string; stderr: string };
  }
}

test('gives the right, shows it and takes it away', async () => {
  const given = await runCommand(email.toUpperCase());
  expect(given).toMatchObject({ code: 0, stdout: expect.stringContaining(`${email} is an administrator now`) });
  expect(given.stdout).toContain('Its e-mail is not proved');
  expect((await runCommand('--list')).stdout).toBe(`first@example.org\n${email}\n`);
  expect((await runCommand('--revoke', email)).stdout).toContain(`${email} is no longer an administrator`);
}, 120_000);

test('explains an unknown e-mail', async () => {
  const unknown = await runCommand('missing@example.org');
  expect(unknown).toMatchObject({ code: 1, stdout: '' });
  expect(unknown.stderr).toContain('No account has the e-mail missing@example.org.');
}, 120_000);

test.each([[[]], [['--revoke']], [['--list', email]], [['--give', email]], [[email, email]]])(
  'explains the wrong arguments %j',
  async (args) => {
    const text = expect.stringContaining('npm run owner:admin -- ');
    expect(await ownerAdmin(args)).toMatchObject({ exitCode: 2, text });
  },
);
