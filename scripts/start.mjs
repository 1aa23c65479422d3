import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from './build.mjs';
import { enterCheckout, root } from './environment.mjs';

enterCheckout();
process.env.NODE_ENV = 'production';
const startedMs = performance.now();
try {
  if (await build())
    console.log(`Built in ${((performance.now() - startedMs) / 1000).toFixed(0)} s; the next start does not build.`);
} catch (error) {
  console.error(`\nBuild failed: ${error.message}`);
  process.exit(1);
}
await import(pathToFileURL(path.join(root, 'dist', 'server.mjs')).href);
