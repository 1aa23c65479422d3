/** Writes the types of the typed client, examples/client/api.ts, from the OpenAPI document. */
import { writeFileSync } from 'node:fs';
import { openapiDocument } from '@/lib/transport/openapi/document';
import { generateTypes } from './openapi-generator.mjs';

writeFileSync(
  'examples/client/api.ts',
  `// Generated from the OpenAPI document.\n\n${await generateTypes(openapiDocument())}`,
);
