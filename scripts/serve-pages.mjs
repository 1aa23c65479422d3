import fs from 'node:fs';
import { boundGarbage, runBuilt } from './serve-built.mjs';

// Started by the server, with its environment. Signals of the terminal are left to the server, which may end while this is loading.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
const end = () => {
  // The server was killed: its folder, which is the argument, is removed here.
  if (process.argv[2]) fs.rmSync(process.argv[2], { recursive: true, force: true });
  process.exit(0);
};
process.once('disconnect', end);
if (process.connected === false) end();
boundGarbage();
await runBuilt('serve-pages');
process.off('disconnect', end);
