import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { expect, it, onTestFinished } from 'vitest';
import { root } from './environment.mjs';
import { unitReport } from './reports.mjs';

const SOURCE = `interface Unused {
  field: string;
}

export function fail(): Unused {
  throw new Error('of the source');
}
`;

it('the report of a failed test names the line of the source where a bundle ran', async () => {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'botplay-report-'));
  onTestFinished(() => fs.rm(folder, { recursive: true }));
  const [source, bundle] = [path.join(folder, 'fail.ts'), path.join(folder, 'fail.mjs')];
  await fs.writeFile(source, SOURCE);
  await build({ entryPoints: [source], outfile: bundle, format: 'esm', sourcemap: 'linked', sourcesContent: false });
  const program = `import(${JSON.stringify(pathToFileURL(bundle).href)}).then(({ fail }) => fail()).catch(({ stack }) => console.log(stack))`;
  const { stdout: stack } = await promisify(execFile)(process.execPath, ['--eval', program]);
  expect(stack).toContain('fail.mjs:2:');
  const assertion = { fullName: 'it works', status: 'failed', failureMessages: [stack] };
  const { failures } = unitReport({
    numPassedTests: 0,
    numFailedTests: 1,
    testResults: [{ name: path.join(root, 'lib/x.test.ts'), message: '', assertionResults: [assertion] }],
  });
  expect(failures).toMatchObject([{ name: 'lib/x.test.ts › it works' }]);
  expect(failures[0]?.reason).toContain(`${path.relative(root, source)}:6:`);
  expect(failures[0]?.reason).not.toContain('fail.mjs');
});
