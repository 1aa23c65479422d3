import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { DOMAIN, EXTRA_LIBRARIES, LAYERS, TRANSPORT_DOMAIN } from './architecture/layers';
import {
  findCycles,
  findModuleCycles,
  type Import,
  isTestFile,
  readImports,
  readSources,
  reExportsOf,
  type Source,
} from './architecture/sources';
import { readModelTables, readTables, TABLE_READERS, TABLE_WRITERS, writtenTables } from './architecture/tables';

/** The rules run in the browser in one worker; pages import only the engine's public files, never the rules. */
const ENGINE = 'components/engine/';
const ENGINE_FACE = /^\/components\/engine\/(engine|protocol)$/;
/** What can be read from public events contains no rules, so pages may call it as the events arrive. */
const TRANSCRIPT_FACE = /^\/lib\/games\/[a-z-]+\/transcript$/;

const MAX_LINES = 500;
const MAX_ROUTE_LINES = 15;

/** `lib/domain/keys/x.ts` → `domain/keys`, `lib/core/x.ts` → `core`, `app/x.tsx` → `app`. */
function moduleOf(file: string): string {
  const [first = '', second = '', third = ''] = file.replace(/^\//, '').split('/');
  if (first !== 'lib') return first;
  return second === 'domain' ? `domain/${third}` : second;
}

const packageOf = (target: string) =>
  target.startsWith('@') ? target.split('/').slice(0, 2).join('/') : (target.split('/')[0] ?? '');

/** Data that pages may load; what else is generated are the types of the database and the client of tests. */
const GENERATED_DATA = /^\/generated\/[^/]+\.json$/;

/** The public face of a domain module, from which components take the types of answers. */
const DOMAIN_FACE = /^\/lib\/domain\/[a-z-]+(\/index)?$/;

/** Domain modules with an index.ts: other modules import that file alone. */
let faces = new Set<string>();

function findFault(source: Source, { target, typeOnly }: Import): string | null {
  const from = moduleOf(source.file);
  const [layer = '', name = ''] = from.split('/');
  const rule = LAYERS[layer];
  if (!rule) return `${source.file}: ${from} is not in the table of layers`;
  if (!target.startsWith('/')) {
    const library = packageOf(target);
    const allowed = rule.libraries.test(target) || rule.libraries.test(library) || EXTRA_LIBRARIES[from]?.test(library);
    return allowed ? null : `${source.file} → ${target}: ${layer} may not use this library`;
  }
  if (layer === 'components' && !typeOnly && !source.file.startsWith(ENGINE)) {
    if (target.startsWith('/lib/games/') && !TRANSCRIPT_FACE.test(target))
      return `${source.file} → ${target}: components reach the rules by ${ENGINE}`;
    if (target.startsWith(`/${ENGINE}`) && !ENGINE_FACE.test(target))
      return `${source.file} → ${target}: import the engine's public files only`;
  }
  if (layer === 'components' && GENERATED_DATA.test(target)) return null;
  if (target.startsWith('/generated/prisma') && !typeOnly && source.file !== 'lib/data/prisma-client.ts') {
    return `${source.file} → ${target}: a module reaches Prisma's client by lib/data/prisma.ts`;
  }
  // The types of answers: nothing of the server ships with them.
  if (layer === 'components' && typeOnly && DOMAIN_FACE.test(target)) return null;
  const to = moduleOf(target);
  if (to === from) return null;
  const [toLayer = '', toName = ''] = to.split('/');
  if (toLayer === 'domain' && faces.has(to) && target.replace(/\/index$/, '') !== `/lib/${to}`) {
    return `${source.file} → ${target}: import /lib/${to} (its index.ts), not an inner file`;
  }
  if (layer === 'domain' && toLayer === 'domain') {
    const listed = toName === 'identity' || DOMAIN[name]?.includes(toName);
    return listed ? null : `${source.file} → ${to}: not in the table of domain modules`;
  }
  if (layer === 'transport' && toLayer === 'domain' && !TRANSPORT_DOMAIN.includes(toName)) {
    return `${source.file} → ${target}: a transport reaches the domain by tools`;
  }
  if (!rule.layers.includes(toLayer)) return `${source.file} → ${target}: ${layer} may not import ${toLayer}`;
  if (layer === 'domain' && toLayer === 'data' && !typeOnly && !source.file.endsWith('.repo.ts')) {
    return `${source.file} → ${target}: only a *.repo.ts may use the database`;
  }
  return null;
}

let sources: Source[] = [];
let shipped: Source[] = [];
beforeAll(async () => {
  sources = await readSources();
  shipped = sources.filter(({ file }) => !isTestFile(file));
  faces = new Set(sources.flatMap(({ file }) => file.match(/^lib\/(domain\/[^/]+)\/index\.ts$/)?.[1] ?? []));
});

const source = (file: string, text = ''): Source => ({ file, text, lines: 1, imports: [] });

describe('imports', () => {
  test('follow the tables of layers, libraries and domain modules', () => {
    const faults = shipped.flatMap((one) => one.imports.map((target) => findFault(one, target)));
    expect(faults.filter((fault) => fault !== null)).toEqual([]);
  });

  test('are each used where a table allows one between domain modules, or from a transport to the domain', () => {
    const used = new Set(
      shipped.flatMap(({ file, imports }) => imports.map(({ target }) => `${moduleOf(file)} ${moduleOf(target)}`)),
    );
    const allowed = [
      ...Object.entries(DOMAIN).flatMap(([name, targets]) => targets.map((to) => `domain/${name} domain/${to}`)),
      ...TRANSPORT_DOMAIN.map((to) => `transport domain/${to}`),
    ];
    expect(allowed.filter((arrow) => !used.has(arrow))).toEqual([]);
  });

  test('of test files come only from test files, so that no fixture ships', () => {
    const programs = shipped.filter(({ file }) => /^(app|components|lib|server)\//.test(file));
    const faults = programs.flatMap(({ file, imports }) =>
      imports
        .filter(({ target, typeOnly }) => !typeOnly && isTestFile(target))
        .map(({ target }) => `${file}: ${target}`),
    );
    expect(faults).toEqual([]);
  });

  test('that break a rule are found', () => {
    const inGames = source('lib/games/x.ts');
    expect(findFault(inGames, { target: '/lib/data/database', typeOnly: false })).toContain(
      'games may not import data',
    );
    expect(findFault(inGames, { target: 'react', typeOnly: true })).toContain('games may not use this library');
    const inData = source('lib/data/x.ts');
    const inService = source('lib/domain/memory/memory.service.ts');
    expect(findFault(inData, { target: '/generated/prisma/client', typeOnly: true })).toBeNull();
    expect(findFault(inData, { target: '/generated/prisma/client', typeOnly: false })).toContain(
      'by lib/data/prisma.ts',
    );
    expect(findFault(inService, { target: '@prisma/adapter-pg', typeOnly: false })).toContain(
      'may not use this library',
    );
    expect(findFault(inService, { target: '/lib/data/database', typeOnly: false })).toContain('only a *.repo.ts');
    const inServer = source('server/x.ts');
    expect(findFault(inServer, { target: '/lib/domain/accounts/owners.repo', typeOnly: true })).toContain(
      'its index.ts',
    );
    expect(findFault(inServer, { target: '/lib/domain/accounts', typeOnly: false })).toBeNull();
    const inBoards = source('components/boards/x.tsx');
    expect(findFault(inBoards, { target: '/lib/games/simulate', typeOnly: false })).toContain('by components/engine/');
    expect(findFault(inBoards, { target: '/lib/games/simulate', typeOnly: true })).toBeNull();
    expect(findFault(inBoards, { target: '/lib/games/werewolf/transcript', typeOnly: false })).toBeNull();
    expect(findFault(inBoards, { target: '/lib/games/werewolf/rules', typeOnly: false })).toContain('by components/');
    expect(findFault(inBoards, { target: '/components/engine/answers', typeOnly: false })).toContain('public files');
    expect(findFault(inBoards, { target: '/components/engine/engine', typeOnly: false })).toBeNull();
    expect(findFault(inBoards, { target: '/lib/domain/play', typeOnly: true })).toBeNull();
    expect(findFault(inBoards, { target: '/lib/domain/play', typeOnly: false })).toContain('may not import domain');
    expect(findFault(inBoards, { target: '/lib/domain/play/play.schema', typeOnly: true })).toContain('index.ts');
  });

  test('are read from every form of statement', () => {
    const text = `import { a } from '../data/y';
      import type { b } from '@/app/z';
      import { type c } from './c';
      export * from 'zod';
      import './d.css';
      const e = await import('@/lib/e');`;
    expect(readImports('lib/games/x.ts', text)).toEqual([
      { target: '/lib/data/y', typeOnly: false },
      { target: '/app/z', typeOnly: true },
      { target: '/lib/games/c', typeOnly: true },
      { target: '/lib/games/d.css', typeOnly: false },
      { target: 'zod', typeOnly: false },
      { target: '/lib/e', typeOnly: false },
    ]);
  });

  test('between files make no cycle, those of types alone counted too', () => {
    expect(findCycles(shipped)).toEqual([]);
    const a = { ...source('lib/core/a.ts'), imports: [{ target: '/lib/core/b', typeOnly: false }] };
    const b = { ...source('lib/core/b.ts'), imports: [{ target: '/lib/core/a', typeOnly: true }] };
    expect(findCycles([a, b])).toEqual(['lib/core/a.ts → lib/core/b.ts → lib/core/a.ts']);
  });
});

/**
 * The files through which events reach sockets, and the subscription to the tail of the log that each gets them from.
 * Other frames to a socket are answers to what it sent, or who else is there.
 */
const SENDERS_OF_EVENTS: Record<string, RegExp> = {
  'server/watch/room.ts': /this\.#source = opened\.follow\(\(events\) => this\.#deliver\(events\)\)/,
  'lib/domain/relay/local-rooms.ts':
    /subscribeToStream\(relayStream\(id\), \(events\) => \{\s*inTurn\(local, \(\) => deliver\(/,
};
const SOCKET_FILES = [
  'server/relay/namespace.ts',
  'server/relay/web-sockets.ts',
  'server/serve.ts',
  'server/sockets.ts',
  'server/watch/deflate.ts',
  'server/watch/spectator.ts',
  'server/watch/watch.ts',
];

describe('events', () => {
  test('reach sockets from the tail of the one log alone', () => {
    const senders = shipped.filter(({ text }) => /\.emit\('event'|\bmember\.send\(/.test(text));
    expect(senders.map(({ file }) => file).sort()).toEqual(Object.keys(SENDERS_OF_EVENTS).sort());
    for (const { file, text } of senders) {
      expect(text, `${file} follows the tail`).toMatch(SENDERS_OF_EVENTS[file] as RegExp);
      expect(text.match(/\bdeliver\(/g), `${file}: one function delivers, and only the tail calls it`).toHaveLength(2);
    }
  });

  test('are sent by named files only: no other one knows sockets', () => {
    const files = shipped.filter(({ file, imports }) =>
      imports.some(({ target }) => !file.startsWith('components/') && /^(socket\.io|ws)$/.test(target)),
    );
    expect(files.map(({ file }) => file).sort()).toEqual(SOCKET_FILES);
  });
});

test('Prisma is used as the table of docs/decisions/0011-sql-and-prisma.md says', async () => {
  const record = await fs.readFile('docs/decisions/0011-sql-and-prisma.md', 'utf8');
  const rows = [...record.matchAll(/^\| (`.+) \| (.+) \|$/gm)].map(([, files = '', by = '']) => ({
    files: [...files.matchAll(/`([^`]+)`/g)].map(([, pattern = '']) => pattern),
    usesPrisma: by.includes('Prisma'),
  }));
  const { stdout } = await promisify(execFile)('git', [
    ...['grep', '-lE', "(from |import[(])'(@/generated/prisma|@prisma/)", '--', '*.ts', '*.tsx', '*.mjs'],
  ]);
  const users = stdout.trim().split('\n');
  const matches = (file: string, pattern: string) =>
    new RegExp(`(^|/)${pattern.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}$`).test(file);
  const listed = rows.filter(({ usesPrisma }) => usesPrisma).flatMap(({ files }) => files);
  expect(users.filter((file) => !listed.some((pattern) => matches(file, pattern)))).toEqual([]);
  expect(listed.filter((pattern) => !users.some((file) => matches(file, pattern)))).toEqual([]);
});

test('a domain module reaches the database by SQL or by the client of Prisma, not by both', () => {
  const found = new Map<string, Set<string>>();
  for (const { file, text } of shipped.filter(({ file }) => /^lib\/domain\/.*\.repo\.ts$/.test(file))) {
    const ways = found.get(moduleOf(file)) ?? found.set(moduleOf(file), new Set()).get(moduleOf(file));
    if (text.includes("from '@/lib/data/prisma'")) ways?.add('Prisma');
    if (/import \{[^}]*\b(sql|pool|plannedPool|transaction)\b[^}]*\} from '@\/lib\/data\/database'/.test(text))
      ways?.add('SQL');
  }
  expect([...found].filter(([, ways]) => ways.size > 1).map(([name]) => name)).toEqual([]);
});

/** Modules of SQL that write JSON text which is no parameter of type jsonb. */
const OTHER_JSON = ['exports/exports', 'leagues/exchanges', 'replays/transcripts', 'seating/steps'];

test('values become jsonb by toJsonb, which replaces what PostgreSQL refuses, such as half of an emoji', () => {
  const users = shipped.filter(({ file, text }) => file.endsWith('.repo.ts') && text.includes('JSON.stringify('));
  expect(users.map(({ file }) => file).sort()).toEqual(OTHER_JSON.map((name) => `lib/domain/${name}.repo.ts`));
});

describe('tables', () => {
  test('have one writing module each', async () => {
    const models = readModelTables(await fs.readFile('prisma/schema.prisma', 'utf8'));
    const faults = shipped.flatMap(({ file, text }) =>
      file.startsWith('lib/') || file.startsWith('server/')
        ? writtenTables(text, models)
            .filter((table) => table in TABLE_WRITERS && TABLE_WRITERS[table] !== moduleOf(file))
            .map((table) => `${file} writes ${table}, which belongs to ${TABLE_WRITERS[table]}`)
        : [],
    );
    expect(faults).toEqual([]);
  });

  test('of the schema each have an entry in the table of writers', async () => {
    const models = readModelTables(await fs.readFile('prisma/schema.prisma', 'utf8'));
    const missing = [...models.values()].filter((table) => !(table in TABLE_WRITERS));
    expect(missing).toEqual([]);
  });

  test('that a file writes are found in SQL and in calls of Prisma', () => {
    const models = new Map([['apiKey', 'api_keys']]);
    const text = 'sql(`WITH x AS (INSERT INTO matches (id) SELECT 1) UPDATE\n lobbies SET a = 1 ... FOR UPDATE OF p`)';
    expect(writtenTables(text, models)).toEqual(['matches', 'lobbies']);
    expect(writtenTables('prisma().apiKey.updateMany({})', models)).toEqual(['api_keys']);
  });
});

describe('domain modules', () => {
  /** The tables of other modules that each domain module reads. */
  async function findReads(): Promise<Map<string, Set<string>>> {
    const models = readModelTables(await fs.readFile('prisma/schema.prisma', 'utf8'));
    const reads = new Map<string, Set<string>>();
    for (const { file, text } of shipped.filter(({ file }) => /^lib\/domain\/.*\.(repo|sql)\.ts$/.test(file))) {
      const module = moduleOf(file);
      const tables = readTables(text, models).filter((name) => name in TABLE_WRITERS && TABLE_WRITERS[name] !== module);
      const name = module.replace('domain/', '');
      reads.set(name, new Set([...(reads.get(name) ?? []), ...tables]));
    }
    return reads;
  }

  test('read only the tables of others that are declared, and nothing is declared that nobody reads', async () => {
    const reads = [...(await findReads())].flatMap(([name, tables]) => [...tables].map((table) => `${name} ${table}`));
    const declared = Object.entries(TABLE_READERS).flatMap(([table, names]) => names.map((name) => `${name} ${table}`));
    expect(reads.sort()).toEqual(declared.sort());
  });

  test('make no cycle, imports and reads of tables counted together', async () => {
    const reads = await findReads();
    const imports = new Map<string, Set<string>>(Object.keys(DOMAIN).map((name) => [name, new Set()]));
    for (const { file, imports: targets } of shipped) {
      const name = moduleOf(file).match(/^domain\/(.+)/)?.[1];
      if (!name) continue;
      for (const { target } of targets) {
        const to = moduleOf(target).match(/^domain\/(.+)/)?.[1];
        if (to && to !== name) imports.get(name)?.add(to);
      }
    }
    const graph = new Map(
      [...imports].map(([name, targets]) => {
        const writers = [...(reads.get(name) ?? [])].map((table) => TABLE_WRITERS[table] ?? '');
        const readFrom = writers.flatMap((writer) => writer.match(/^domain\/(.+)/)?.[1] ?? []);
        return [name, new Set([...targets, ...readFrom])];
      }),
    );
    const lines = [...imports].map(([name, targets]) => {
      const read = [...(reads.get(name) ?? [])].sort().join(', ');
      return `${name} → ${[...targets].sort().join(', ') || 'no module'}${read && ` (reads ${read})`}`;
    });
    process.stdout.write(`${lines.join('\n')}\n`);
    expect(findModuleCycles(graph)).toEqual([]);
    expect(
      findModuleCycles(
        new Map([
          ['a', new Set(['b'])],
          ['b', new Set(['a'])],
        ]),
      ),
    ).toEqual(['a → b → a', 'b → a → b']);
  });

  test('have their reads found in SQL and in calls of Prisma', () => {
    const text =
      'sql(`SELECT 1 FROM matches m, match_seats s JOIN LATERAL agents a ON true`); prisma().apiKey.findMany({})';
    expect(readTables(text, new Map([['apiKey', 'api_keys']]))).toEqual([
      'matches',
      'match_seats',
      'agents',
      'api_keys',
    ]);
  });

  test('each have a public face', () => {
    const modules = new Set(shipped.flatMap(({ file }) => file.match(/^lib\/(domain\/[^/]+)\//)?.[1] ?? []));
    expect([...modules].filter((name) => !faces.has(name))).toEqual([]);
  });

  test('export services and types, never a statement of a repository, directly or through another file', () => {
    const faults = shipped.flatMap(({ file, text }) =>
      /^lib\/domain\/.*(?<!\.repo)\.ts$/.test(file)
        ? reExportsOf(file, text)
            .filter(({ target, typeOnly }) => target.endsWith('.repo') && !typeOnly)
            .map(({ target }) => `${file}: ${target}`)
        : [],
    );
    expect(faults).toEqual([]);
    const text = `export { a, type B } from './x.repo'; export type { C } from './x.repo'; export { d } from './y';`;
    expect(reExportsOf('lib/domain/x/index.ts', text).map(({ target, typeOnly }) => [target, typeOnly])).toEqual([
      ['/lib/domain/x/x.repo', false],
      ['/lib/domain/x/x.repo', true],
      ['/lib/domain/x/x.repo', true],
      ['/lib/domain/x/y', false],
    ]);
  });

  test('leave the choice of a host by the kind of an experience to play-host', () => {
    const faults = shipped.filter(({ text }) => /kind\s*[!=]==\s*'builtin'/.test(text)).map(({ file }) => file);
    expect(faults).toEqual([]);
  });
});

describe('files', () => {
  test(`have at most ${MAX_LINES} lines, route handlers at most ${MAX_ROUTE_LINES}`, () => {
    const long = sources.filter(
      ({ file, lines }) => lines > (/^app\/.*\/route\.ts$/.test(file) ? MAX_ROUTE_LINES : MAX_LINES),
    );
    expect(long.map(({ file, lines }) => `${file}: ${lines}`)).toEqual([]);
  });
});
