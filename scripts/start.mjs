import { build } from './build.mjs';
import { enterCheckout } from './environment.mjs';
import { boundGarbage, runBuilt } from './serve-built.mjs';

boundGarbage();
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
await runBuilt('server');
