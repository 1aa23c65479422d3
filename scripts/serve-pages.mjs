import { boundGarbage, runBuilt } from './serve-built.mjs';

// Started by the server, with its environment. Signals of the terminal are left to the server, which may end while this is loading.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {});
const end = () => process.exit(0);
process.once('disconnect', end);
boundGarbage();
await runBuilt('serve-pages');
process.off('disconnect', end);
