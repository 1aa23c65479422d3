import path from 'node:path';
import { pathToFileURL } from 'node:url';
import v8 from 'node:v8';
import { root } from './environment.mjs';

/** V8 collects when the heap is this much larger than the live data. Its own choice is up to 300. */
const HEAP_GROWTH_PERCENT = 50;

/**
 * Bounds garbage in proportion to live data. A fixed heap limit would end the process when the live data outgrow it.
 * An explicit --max-old-space-size leaves the choice to V8. See bench/README.md.
 */
export function boundGarbage() {
  const options = [...process.execArgv, process.env.NODE_OPTIONS ?? ''].join(' ');
  if (/--max[-_]old[-_]space[-_]size/.test(options)) return;
  v8.setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PERCENT}`);
}

/** Runs a program of dist/. @returns what it exports */
export async function runBuilt(name) {
  return import(pathToFileURL(path.join(root, 'dist', `${name}.mjs`)).href);
}
