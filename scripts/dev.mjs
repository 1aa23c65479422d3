import { spawn } from 'node:child_process';
import { watchEmbed } from './embed.mjs';
import { enterCheckout, root } from './environment.mjs';
import { generate } from './generate.mjs';
import { requireUnserved } from './serving.mjs';

enterCheckout();
await requireUnserved().catch((error) => {
  console.error(error.message);
  process.exit(1);
});
generate();
await watchEmbed();
// Next reloads pages; tsx restarts the server when a file of lib/ or server/ changes.
const child = spawn(
  process.execPath,
  ['node_modules/tsx/dist/cli.mjs', 'watch', '--clear-screen=false', 'server/index.ts'],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'development' },
  },
);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.once('exit', (code) => process.exit(code ?? 1));
