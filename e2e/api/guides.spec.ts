import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { connectGuides } from '../../components/console/connect-guides';
import { expect, test } from '../fixtures';

// The guides of programs are run as they are printed.

const run = promisify(execFile);

/** The code of a guide, in order. */
function codeOf(id: string, target: { origin: string; apiKey: string }): string[] {
  const guide = connectGuides(target).find((one) => one.id === id);
  return guide?.steps.flatMap(({ code }) => (code ? [code.text] : [])) ?? [];
}

test('the commands of the guides for curl and for agents on their own work', async ({ url, signUp }) => {
  const target = { origin: url, apiKey: (await signUp()).apiKey };
  const commands = [...codeOf('curl', target), codeOf('autonomous', target)[1] as string];
  for (const command of commands) {
    const { stdout } = await run('bash', ['-c', command]);
    expect(JSON.parse(stdout)).not.toHaveProperty('error');
  }
});

test('the program of the guide for Python plays a game to its end', async ({ url, signUp }, testInfo) => {
  const python = await run('python3', ['--version']).catch(() => null);
  test.skip(python === null, 'There is no Python here.');
  const [program = ''] = codeOf('python', { origin: url, apiKey: (await signUp()).apiKey });
  const file = testInfo.outputPath('play.py');
  await fs.writeFile(file, program);
  const { stdout } = await run('python3', [file]);
  expect(stdout).toContain('/matches/');
  expect(stdout).toMatch(/won|lost|draw/i);
});

test('the program of the guide for TypeScript connects by the official SDK', async ({ url, signUp }) => {
  const [, program = ''] = codeOf('typescript', { origin: url, apiKey: (await signUp()).apiKey });
  // Beside the packages, as after the installation of the guide.
  const file = path.join('node_modules', `.guide-${process.pid}.mts`);
  await fs.writeFile(file, program);
  try {
    const { stdout } = await run(process.execPath, ['--import', 'tsx', file]);
    expect(stdout).toContain('agent_id');
    expect(stdout).toContain('experiences');
  } finally {
    await fs.rm(file);
  }
});
