import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { tsImport } from 'tsx/esm/api';
import { enterCheckout, root } from './environment.mjs';
import { generate } from './generate.mjs';

/** `20261121093000_name`: when the migration was written and what it is for. */
function folderName(name, at = new Date()) {
  if (!/^[a-z][a-z0-9_]{2,60}$/.test(name ?? ''))
    throw new Error('Name the migration in snake_case, for example: npm run migration -- add_leagues');
  return `${at.toISOString().replaceAll(/\D/g, '').slice(0, 14)}_${name}`;
}

/** Runs `work` with a server for the shadow database: the one of DATABASE_URL, else a temporary embedded one. */
async function withServer(work) {
  if (process.env.DATABASE_URL) return work(process.env.DATABASE_URL);
  const { startEmbedded } = await tsImport('../lib/data/embedded.ts', import.meta.url);
  const directory = await fs.mkdtemp(path.join(os.tmpdir(), 'botplay-migration-'));
  await fs.chmod(directory, 0o755);
  const server = await startEmbedded({ dataDirectory: directory, durable: false });
  try {
    return await work(server.url);
  } finally {
    await server.stop();
    await fs.rm(directory, { recursive: true, force: true });
  }
}

/** Writes the SQL that leads from the migrations to schema.prisma into a new folder of prisma/migrations. */
async function main() {
  enterCheckout();
  const folder = path.join(root, 'prisma', 'migrations', folderName(process.argv[2]));
  const [{ diffMigrations }, { readMigrations }] = await Promise.all([
    tsImport('./schema-engine.ts', import.meta.url),
    tsImport('../lib/data/migrate.ts', import.meta.url),
  ]);
  const directory = path.join(root, 'prisma', 'migrations');
  const [migrations, schema] = await Promise.all([
    readMigrations(directory),
    fs.readFile(path.join(root, 'prisma', 'schema.prisma'), 'utf8'),
  ]);
  const script = await withServer((url) => diffMigrations(url, directory, migrations, schema));
  if (script === '') {
    console.log('Nothing to do: the migrations already lead to schema.prisma.');
    return;
  }
  await fs.mkdir(folder);
  await fs.writeFile(path.join(folder, 'migration.sql'), script);
  generate();
  console.log(
    `Wrote ${path.relative(root, folder)}/migration.sql. Review it, and append the SQL that schema.prisma cannot express.`,
  );
}

main().catch((error) => {
  console.error(error.message);
  process.exit(1);
});
