import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { previewReset, registerOwner, resetPassword } from '@/lib/domain/accounts';
import { removeFactorsWith } from '@/lib/domain/second-factors';
import { useDatabase } from '@/lib/testing/database';
import { programArguments } from '@/lib/testing/program';
import { ownerReset as resetOwner } from './owner-reset';

useDatabase();

const run = promisify(execFile);
const email = 'forgetful@example.org';
beforeAll(async () => {
  await registerOwner({ email, password: 'soon to be forgotten', address: '10.0.0.1' });
});

const COMMANDS = programArguments('server/testing/command-process.ts');

/** `npm run owner:reset -- <args>` */
async function ownerReset(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  try {
    return { code: 0, ...(await run(process.execPath, [...COMMANDS, 'owner:reset', ...args])) };
  } catch (thrown) {
    return thrown as { code: number; stdout: string; stderr: string };
  }
}

test('prints a link that sets a new password; only the newest link works', async () => {
  const [first, second] = [await ownerReset(email), await ownerReset(email.toUpperCase())];
  const tokens = [first, second].map(
    ({ stdout }) => /http:\/\/localhost:3000\/reset\/(\S+)\n$/.exec(stdout)?.[1] ?? '',
  );
  expect([first?.code, second?.code]).toEqual([0, 0]);
  expect(await previewReset({ token: tokens[0] as string })).toBeNull();
  expect(await previewReset({ token: tokens[1] as string })).toMatchObject({ email });
  const reset = {
    token: tokens[1] as string,
    password: 'a sentence to keep',
    address: '10.0.0.1',
    removeFactors: removeFactorsWith,
  };
  expect(await resetPassword(reset)).toMatchObject({ email });
}, 60_000);

test.each([['--help'], [email, '--second-factors'], [email, '--second-factor', 'now']])(
  'explains the wrong arguments %j',
  async (...args) => {
    const text = expect.stringContaining('npm run owner:reset -- ');
    expect(await resetOwner(args)).toMatchObject({ exitCode: 2, text });
  },
);

test('explains an unknown e-mail and a missing argument', async () => {
  const unknown = await ownerReset('nobody@example.org');
  expect(unknown).toMatchObject({ code: 1, stdout: '', stderr: 'No account has the e-mail nobody@example.org.\n' });
  const nothing = await ownerReset();
  expect(nothing).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('npm run owner:reset -- ') });
}, 60_000);
