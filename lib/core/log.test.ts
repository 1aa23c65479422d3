import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

test('a line of the log has the fields of no other line', async () => {
  const script = `import { log } from ${JSON.stringify(path.resolve('lib/core/log.ts'))};
    log.warn({ link: 'https://x.example/secret' }, 'first'); log.warn({ reason: 'none' }, 'second'); log.warn('third');`;
  const { stderr } = await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '-e', script],
    {
      env: { ...process.env, LOG_LEVEL: 'warn' },
    },
  );
  const lines = stderr
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.map(({ time: _, level: _level, ...fields }) => fields)).toEqual([
    { link: 'https://x.example/secret', msg: 'first' },
    { reason: 'none', msg: 'second' },
    { msg: 'third' },
  ]);
});
