/**
 * The server of the product without its pages, for tests that stop it. It prints `loaded` and starts at the first line of
 * its input, so that a test can replace a killed server without the time of loading one.
 */
import { once } from 'node:events';
import { serve } from '../serve';
import { logUnhandledRejections } from '../unhandled-rejections';

const prepared = { moved: null, databaseEnded: new Promise<string>(() => {}), releaseDatabase: async () => {} };
const withoutPages = () => ({ serve: async () => {}, begin: async () => {}, close: async () => {} });

logUnhandledRejections();
process.stdout.write('loaded\n');
await once(process.stdin, 'data');
const { stop } = await serve({ port: Number(process.env.PORT), role: 'all' }, Promise.resolve(prepared), withoutPages);
process.once('SIGTERM', () => void stop().then(() => process.exit(0)));
process.stdout.write('listening\n');
