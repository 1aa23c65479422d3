import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

it('has the types of the current OpenAPI document', () => {
  const check = spawnSync(process.execPath, ['--import', 'tsx', 'scripts/write-client.ts', '--check'], {
    encoding: 'utf8',
  });
  expect({ status: check.status, stderr: check.stderr }).toEqual({ status: 0, stderr: '' });
}, 60_000);
