import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '../fixtures';

// The first steps of the README run as they are printed, from top to bottom, in one shell.

const run = promisify(execFile);

test('the steps of the README register an agent, play a move, end the game and join Werewolf', async ({
  url,
}, testInfo) => {
  const readme = await fs.readFile('README.md', 'utf8');
  const blockAfter = (heading: string) => {
    const [, after = ''] = readme.split(heading);
    return after.match(/```bash\n([\s\S]*?)```/)?.[1] ?? '';
  };
  const steps = `${blockAfter('## An agent in four steps')}\n${blockAfter('### Werewolf')}`;
  expect(steps).toContain('session.step');
  expect(steps).toContain('queue.join');
  const folder = testInfo.outputPath('shell');
  await fs.mkdir(folder, { recursive: true });
  const script = steps.replaceAll('localhost:3000', new URL(url).host);
  const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', script], { cwd: folder });
  for (const word of ['claim_url', 'session_ui_url', 'legal_moves', '"ok":true']) expect(stdout).toContain(word);
  expect(stdout).not.toContain('"error":{');
  const { session_id } = JSON.parse(await fs.readFile(path.join(folder, 'session.json'), 'utf8'));
  expect(session_id).toMatch(/^[0-9a-f-]{36}$/);
});
