import path from 'node:path';
import { pathToFileURL } from 'node:url';
import v8 from 'node:v8';
import { build } from './build.mjs';
import { enterCheckout, root } from './environment.mjs';

/** V8 collects when the heap is this much larger than the live data. Its own choice is up to 300. */
const HEAP_GROWTH_PERCENT = 50;

/**
 * Bounds garbage in proportion to live data. A fixed heap limit would end the process when the live data outgrow it.
 * An explicit --max-old-space-size leaves the choice to V8. See bench/README.md.
 */
function boundGarbage() {
  const options = [...process.execArgv, process.env.NODE_OPTIONS ?? ''].join(' ');
  if (/--max[-_]old[-_]space[-_]size/.test(options)) return;
  v8.setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PERCENT}`);
}

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
await import(pathToFileURL(path.join(root, 'dist', 'server.mjs')).href);
