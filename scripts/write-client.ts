/**
 * `npm run client`: writes the types of the typed client from the OpenAPI document. With `--check` it writes nothing and
 * ends with 1 when they are out of date.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { openapiDocument } from '@/lib/transport/openapi/document';
import { generateTypes } from './openapi-generator.mjs';

const FILE = 'examples/client/api.ts';
const HEAD = '// Written by `npm run client` from the OpenAPI document. Do not edit.\n\n';

const text = HEAD + (await generateTypes(openapiDocument()));
if (!process.argv.includes('--check')) {
  writeFileSync(FILE, text);
  console.log(`${FILE}: ${text.split('\n').length} lines`);
} else if (readFileSync(FILE, 'utf8') !== text) {
  console.error(`${FILE} differs from the OpenAPI document. Run: npm run client`);
  process.exitCode = 1;
}
