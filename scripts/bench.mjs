import { spawn } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import { enterCheckout, root } from './environment.mjs';
import { generate } from './generate.mjs';

/** Benchmarks that run only when named, because they take minutes. */
const LONG = ['soak', 'hostile-bodies'];

/** Runs benchmarks one after another: all short ones, or `-- name … --option value`. */
async function main() {
  enterCheckout();
  generate();
  const files = await fs.readdir(path.join(root, 'bench'));
  const known = files
    .filter((name) => name.endsWith('.ts') && !name.startsWith('serve-'))
    .map((name) => name.slice(0, -3));
  const args = process.argv.slice(2);
  const firstOption = args.findIndex((arg) => arg.startsWith('--'));
  const names = firstOption === -1 ? args : args.slice(0, firstOption);
  const options = firstOption === -1 ? [] : args.slice(firstOption);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new Error(`Unknown benchmark ${unknown.join(', ')}. Known: ${known.join(', ')}.`);
  let failed = 0;
  for (const name of names.length > 0 ? names : known.filter((each) => !LONG.includes(each))) {
    console.log(`\n━━ ${name} ━━`);
    const child = spawn(process.execPath, ['--import', 'tsx', path.join('bench', `${name}.ts`), ...options], {
      cwd: root,
      stdio: 'inherit',
    });
    const code = await new Promise((resolve) => child.once('exit', resolve));
    if (code !== 0) failed++;
  }
  process.exit(failed === 0 ? 0 : 1);
}

main().catch((error) => {
  console.error(error.message);
  process.exit(1);
});
