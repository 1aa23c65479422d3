// Starts a release. It builds nothing, and has no PostgreSQL of its own.
import { enterCheckout, requireDatabaseUrl } from './scripts/environment.mjs';
import { boundGarbage, runBuilt } from './scripts/serve-built.mjs';

boundGarbage();
enterCheckout();
process.env.NODE_ENV = 'production';
requireDatabaseUrl();
await runBuilt('server');
