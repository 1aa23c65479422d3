// Starts a release. It builds nothing, and has no PostgreSQL of its own.
import { enterCheckout } from './scripts/environment.mjs';
import { boundGarbage, runBuilt } from './scripts/serve-built.mjs';

boundGarbage();
enterCheckout();
process.env.NODE_ENV = 'production';
if (!process.env.DATABASE_URL) {
  console.error(
    'DATABASE_URL is missing. A release needs a PostgreSQL (15 or newer); .env.example names every setting.',
  );
  process.exit(1);
}
await runBuilt('server');
