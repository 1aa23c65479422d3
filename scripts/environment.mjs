import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';

/** The checkout; every script runs in it. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/** Changes to the checkout and reads its `.env`; variables that are already set win. */
export function enterCheckout() {
  process.chdir(root);
  process.env.NEXT_TELEMETRY_DISABLED ??= '1';
  const file = path.join(root, '.env');
  if (!fs.existsSync(file)) return;
  for (const [name, value] of Object.entries(parseEnv(fs.readFileSync(file, 'utf8')))) process.env[name] ??= value;
}

/** Ends the process of a release without DATABASE_URL: a release has no PostgreSQL of its own. */
export function requireDatabaseUrl() {
  if (process.env.DATABASE_URL) return;
  console.error(
    'DATABASE_URL is missing. A release needs a PostgreSQL (15 or newer); .env.example names every setting. Where a file has them: node --env-file=/etc/botplay.env ….',
  );
  process.exit(1);
}

/** The bundle of a file of the checkout, or null where there is none: only `npm test` makes bundles. */
export function bundleOf(file) {
  const directory = process.env.TEST_BUNDLES;
  if (!directory) return null;
  const bundle = path.join(directory, path.relative(root, path.resolve(root, file))).replace(/\.tsx?$/, '.mjs');
  return bundle.startsWith(directory) && fs.existsSync(bundle) ? bundle : null;
}
