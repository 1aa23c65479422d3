import { spawn } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import { enterCheckout, root } from './environment.mjs';
import { generate } from './generate.mjs';

/** Runs every question of bench/, one after another, because each wants the machine for itself; `-- name …` runs some. */
async function main() {
  enterCheckout();
  generate();
  const files = await fs.readdir(path.join(root, 'bench'));
  const questions = files
    .filter((name) => name.endsWith('.ts') && !name.startsWith('serve-'))
    .map((name) => name.slice(0, -3));
  const asked = process.argv.slice(2);
  const unknown = asked.filter((name) => !questions.includes(name));
  if (unknown.length > 0)
    throw new Error(`There is no benchmark ${unknown.join(', ')}; there are ${questions.join(', ')}.`);
  let failed = 0;
  for (const question of asked.length > 0 ? asked : questions) {
    console.log(`\n━━ ${question} ━━`);
    const child = spawn(process.execPath, ['--import', 'tsx', path.join('bench', `${question}.ts`)], {
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
