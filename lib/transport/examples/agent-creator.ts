import { createHash } from 'node:crypto';
import { once } from '@/lib/core/globals';
import { PromiseCache } from '@/lib/core/promise-cache';
import { VERSION } from '@/lib/core/version';
import { importedPackages, packPackage, RUNNER, readExample, readVersions } from './example-files';

// `npm create botplay-agent`, from this site in place of a public registry: a package without dependencies that writes the
// folder of an agent, which plays at this site.

export const CREATOR = 'create-botplay-agent';
const PROGRAM = 'create.mjs';
/** Examples that the folder of a new agent has. */
const COPIED = ['agent.ts', 'llm-agent.ts', 'client/index.ts', 'client/api.ts'];
/** Origins for which the package is kept; a site has one, in development a few. */
const MAX_KEPT = 8;

const readme = (origin: string): string => `# An agent for Botplay

\`\`\`bash
npm install
npm start                                   # signs itself up at ${origin} and plays tic-tac-toe
npm start -- --game chess --opponent strong
npm run llm -- --model MODEL --play chess   # with OPENAI_API_KEY or, with --provider anthropic, ANTHROPIC_API_KEY
\`\`\`

Keep the key that the first start prints: \`BOTPLAY_KEY=pgos_… npm start\`, and open the link beside it to become the owner of
the agent. Put your model into \`choose\` in \`agent.ts\`. \`client/\` has the types of every operation. What there is to call:
${origin}/docs
`;

const creator = `#!/usr/bin/env node
import { cpSync, existsSync, readdirSync, renameSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const name = process.argv[2] ?? 'my-botplay-agent';
const folder = path.resolve(name);
if (existsSync(folder) && readdirSync(folder).length > 0) {
  console.error(\`\${folder} is not empty. Name another folder: npm create botplay-agent my-agent\`);
  process.exit(1);
}
cpSync(fileURLToPath(new URL('./template', import.meta.url)), folder, { recursive: true });
renameSync(path.join(folder, 'gitignore'), path.join(folder, '.gitignore'));
console.log(\`Your agent is in \${folder}. It plays after:\\n\\n  cd \${name}\\n  npm install\\n  npm start\`);
`;

/** The package.json of a new agent. */
async function agentPackage(origin: string, files: ReadonlyMap<string, string>): Promise<object> {
  const versions = await readVersions();
  const names = new Set([RUNNER, ...[...files.values()].flatMap(importedPackages)]);
  return {
    name: 'my-botplay-agent',
    version: '0.1.0',
    private: true,
    type: 'module',
    scripts: {
      start: `${RUNNER} agent.ts --url ${origin}`,
      llm: `${RUNNER} llm-agent.ts --url ${origin}`,
    },
    dependencies: Object.fromEntries(
      [...names].sort().flatMap((name) => (versions[name] ? [[name, versions[name]]] : [])),
    ),
  };
}

async function creatorFiles(origin: string): Promise<Map<string, string>> {
  const copied = new Map<string, string>();
  for (const file of COPIED) copied.set(file, ((await readExample(file)) ?? '').replaceAll('examples/', ''));
  const template = new Map([
    ...copied,
    ['package.json', `${JSON.stringify(await agentPackage(origin, copied), null, 2)}\n`],
    ['README.md', readme(origin)],
    // npm gives a .gitignore in a package another name.
    ['gitignore', 'node_modules/\n.env\n'],
  ]);
  const description = {
    ...identity(),
    description: 'Makes the folder of an agent for Botplay.',
    license: 'MIT',
    type: 'module',
  };
  const files = new Map([
    ['package.json', `${JSON.stringify(description, null, 2)}\n`],
    [PROGRAM, creator],
  ]);
  for (const [file, text] of template) files.set(`template/${file}`, text);
  return files;
}

const identity = () => ({ name: CREATOR, version: VERSION, bin: { [CREATOR]: PROGRAM } });

/** The package that `npm create botplay-agent` runs, for agents that play at an origin. Packed once an origin. */
export function packedCreator(origin: string): Promise<Buffer<ArrayBuffer>> {
  const kept = once('examples.creators', () => new PromiseCache<Buffer<ArrayBuffer>>(MAX_KEPT));
  return kept.get(origin, async () => packPackage(await creatorFiles(origin), PROGRAM));
}

/** What npm asks a registry about the package: its one version, where it is, and its hash. */
export async function describeCreator(origin: string): Promise<object> {
  const hash = createHash('sha512')
    .update(await packedCreator(origin))
    .digest('base64');
  const dist = { tarball: `${origin}/docs/${CREATOR}.tgz`, integrity: `sha512-${hash}` };
  return { name: CREATOR, 'dist-tags': { latest: VERSION }, versions: { [VERSION]: { ...identity(), dist } } };
}
