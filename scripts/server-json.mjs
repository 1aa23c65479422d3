import { tsImport } from 'tsx/esm/api';
import { enterCheckout } from './environment.mjs';

// npm run server-json -- https://example.org: prints server.json of an origin, checked, for the public registry.

enterCheckout();
const [origin = ''] = process.argv.slice(2);
if (!/^https?:\/\/[^/]+$/.test(origin)) {
  process.stderr.write('Name the origin: npm run server-json -- https://example.org\n');
  process.exit(1);
}
const { ownServerJson } = await tsImport('../lib/transport/registry/server-json.ts', import.meta.url);
process.stdout.write(`${JSON.stringify(ownServerJson(origin), null, 2)}\n`);
