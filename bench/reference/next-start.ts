import { spawn } from 'node:child_process';
import { freePort } from '@/scripts/test-server.mjs';

// `next start` of the app that the first argument names, on a free port; prints where it is when it answers.
const port = await freePort();
const child = spawn(
  process.execPath,
  ['node_modules/next/dist/bin/next', 'start', process.argv[2] ?? '.', '-p', String(port), '-H', '127.0.0.1'],
  {
    stdio: ['ignore', 'ignore', 'inherit'],
  },
);
process.once('SIGTERM', () => {
  child.kill('SIGTERM');
  process.exit(0);
});
const url = `http://127.0.0.1:${port}`;
for (;;) {
  const answer = await fetch(url).catch(() => null);
  if (answer) break;
  await new Promise((resolve) => setTimeout(resolve, 200));
}
process.stdout.write(`${JSON.stringify({ url })}\n`);
