import { boundGarbage, runBuilt } from './serve-built.mjs';

// Started by the server, with its environment.
boundGarbage();
await runBuilt('serve-pages');
