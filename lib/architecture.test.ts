import fs from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';

/**
 * Which room may open the door to which other, and which libraries belong into it. `node:*` belongs everywhere below
 * the browser. What is not listed is refused: a new arrow is a decision, made here and told in README.md.
 */
const ROOMS: Record<string, { rooms: string[]; libraries: RegExp }> = {
  core: { rooms: [], libraries: /^(zod|uuid|pino|prom-client|@noble\/hashes|node:.*)$/ },
  games: { rooms: ['core'], libraries: /^(zod|chess\.js|node:.*)$/ },
  data: { rooms: ['core', 'generated'], libraries: /^(pg|@prisma\/.*|node:.*)$/ },
  events: { rooms: ['core', 'data'], libraries: /^(pg|@redis\/client|node:.*)$/ },
  gateway: { rooms: ['core'], libraries: /^(@modelcontextprotocol\/(sdk|client)|undici|cockatiel|ajv|zod|node:.*)$/ },
  domain: {
    rooms: ['core', 'games', 'events', 'gateway', 'data'],
    libraries:
      /^(zod|uuid|ajv|ajv-formats|jose|p-limit|p-retry|rate-limiter-flexible|@node-rs\/argon2|glicko2|openskill|date-fns|node:.*)$/,
  },
  tools: { rooms: ['core', 'games', 'domain'], libraries: /^(zod|node:.*)$/ },
  transport: {
    rooms: ['core', 'tools', 'domain', 'events'],
    libraries: /^(@modelcontextprotocol\/(sdk|server)|zod|zod-openapi|ajv|node:.*)$/,
  },
  components: {
    rooms: ['core', 'games'],
    libraries: /^(?!node:|pg$|undici$|next\/server$|next\/headers$|socket\.io$|pino$|prom-client$|@prisma)/,
  },
  app: {
    rooms: ['core', 'games', 'transport', 'domain', 'tools', 'components'],
    libraries: /^(?!pg$|undici$|socket\.io|@prisma)/,
  },
  server: {
    rooms: ['core', 'data', 'games', 'events', 'gateway', 'domain', 'tools', 'transport'],
    libraries: /^(next|socket\.io|ws|pg-boss|zod|node:.*)$/,
  },
};

/**
 * next-auth belongs to the browser's side; its token format alone is read in domain/auth. The threads of the bots load
 * their TypeScript by tsx when there is no build.
 */
const EXTRA_LIBRARIES: Record<string, RegExp> = { 'domain/auth': /^next-auth$/, games: /^tsx$/ };

/** Which domain modules a domain module may ask; `identity` (pairwise ids) may be asked by all. */
const DOMAIN: Record<string, string[]> = {
  auth: [],
  catalog: [],
  engagements: [],
  'events-wait': ['matches', 'sessions', 'lobbies', 'engagements'],
  idempotency: [],
  identity: [],
  'kept-games': [],
  lobbies: ['catalog', 'engagements', 'matches', 'memory', 'ratings', 'sessions'],
  matches: ['ratings', 'catalog', 'engagements', 'memory'],
  'mcp-sessions': [],
  memory: ['catalog'],
  operations: [],
  play: ['catalog', 'matches'],
  profiles: [],
  ratings: [],
  replays: ['sessions', 'matches'],
  sessions: ['catalog', 'engagements', 'matches', 'memory', 'telemetry', 'credentials', 'lobbies', 'idempotency'],
  telemetry: [],
  verification: ['catalog'],
};

/** Domain modules that a transport may ask past the tools: who calls, what to wait for, how the process fares, what an admin starts. */
const TRANSPORT_ASKS = ['auth', 'events-wait', 'mcp-sessions', 'operations', 'verification'];

/** The console acts for owners: it asks for what they publish, what their agents remember and where they themselves play. */
const CONSOLE_ASKS = ['catalog', 'memory', 'play'];

/** A lobby's match gives its players sessions, and a session looks up its lobby: the one pair that knows each other. */
const PAIR = new Set(['lobbies', 'sessions']);

/** The rules run in a browser in one worker, and whoever asks it knows only its door: no page loads them with itself. */
const ENGINE = 'components/engine/';
const ENGINE_DOOR = /^\/components\/engine\/(engine|protocol)$/;

const MOST_LINES = 500;
const MOST_ROUTE_LINES = 15;

interface Source {
  file: string;
  lines: number;
  imports: { target: string; typeOnly: boolean }[];
}

const STATEMENT =
  /(?:^|\n)\s*(?:import|export)\s+(type\s)?[^'";]*?from\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)|(?:^|\n)\s*import\s+['"]([^'"]+)['"]/g;

function importsOf(file: string, text: string): Source['imports'] {
  return [...text.matchAll(STATEMENT)].map(([, type, from, dynamic, bare]) => {
    const named = from ?? dynamic ?? bare ?? '';
    const target = named.startsWith('.')
      ? path.join(path.dirname(file), named)
      : named.replace(/^@\//, '/').replace(/^\//, '');
    const isOurs = named.startsWith('.') || named.startsWith('@/');
    return { target: isOurs ? `/${target}` : named, typeOnly: type !== undefined };
  });
}

async function readSources(): Promise<Source[]> {
  const sources: Source[] = [];
  for (const place of ['lib', 'app', 'components', 'server']) {
    for (const name of await fs.readdir(place, { recursive: true })) {
      const file = path.join(place, name);
      if (!/\.tsx?$/.test(file)) continue;
      const text = await fs.readFile(file, 'utf8');
      sources.push({ file, lines: text.split('\n').length - 1, imports: importsOf(file, text) });
    }
  }
  return sources;
}

/** Tests, and what only tests use, may reach everywhere. */
const isTest = (file: string) => /\.test\.tsx?$|(^|\/)testing\//.test(file);

/** `lib/domain/auth/x.ts` → `domain/auth`, `lib/core/x.ts` → `core`, `app/x.tsx` → `app`. */
function roomOf(file: string): string {
  const [first = '', second = '', third = ''] = file.replace(/^\//, '').split('/');
  if (first !== 'lib') return first;
  return second === 'domain' ? `domain/${third}` : second;
}

const libraryOf = (target: string) =>
  target.startsWith('@') ? target.split('/').slice(0, 2).join('/') : (target.split('/')[0] ?? '');

function findFault(source: Source, { target, typeOnly }: Source['imports'][number]): string | null {
  const room = roomOf(source.file);
  const [kind = '', module = ''] = room.split('/');
  const rule = ROOMS[kind];
  if (!rule) return `${source.file}: ${room} is no room of the table`;
  if (!target.startsWith('/')) {
    const isKnown =
      rule.libraries.test(target) ||
      rule.libraries.test(libraryOf(target)) ||
      EXTRA_LIBRARIES[room]?.test(libraryOf(target));
    return isKnown ? null : `${source.file} → ${target}: not a library of ${kind}`;
  }
  if (kind === 'components' && !typeOnly && !source.file.startsWith(ENGINE)) {
    if (target.startsWith('/lib/games/')) return `${source.file} → ${target}: components ask the rules by ${ENGINE}`;
    if (target.startsWith(`/${ENGINE}`) && !ENGINE_DOOR.test(target))
      return `${source.file} → ${target}: the engine is asked by its door`;
  }
  const other = roomOf(target);
  if (other === room) return null;
  const [otherKind = '', otherModule = ''] = other.split('/');
  if (kind === 'domain' && otherKind === 'domain') {
    const isListed = otherModule === 'identity' || DOMAIN[module]?.includes(otherModule);
    return isListed ? null : `${source.file} → ${other}: not in the table of domain modules`;
  }
  const asks = source.file.startsWith('lib/transport/owner/') ? [...TRANSPORT_ASKS, ...CONSOLE_ASKS] : TRANSPORT_ASKS;
  if (kind === 'transport' && otherKind === 'domain' && !asks.includes(otherModule)) {
    return `${source.file} → ${target}: a transport reaches the domain by tools`;
  }
  if (!rule.rooms.includes(otherKind)) return `${source.file} → ${target}: ${kind} may not ask ${otherKind}`;
  if (kind === 'domain' && otherKind === 'data' && !typeOnly && !source.file.endsWith('.repo.ts')) {
    return `${source.file} → ${target}: only a *.repo.ts may ask the database`;
  }
  return null;
}

let sources: Source[] = [];
beforeAll(async () => {
  sources = await readSources();
});

describe('the house', () => {
  test('every arrow between rooms is one that the table allows', () => {
    const faults = sources
      .filter(({ file }) => !isTest(file))
      .flatMap((source) => source.imports.map((one) => findFault(source, one)).filter((fault) => fault !== null));
    expect(faults).toEqual([]);
  });

  test('a forbidden arrow would be seen', () => {
    const inGames = { file: 'lib/games/x.ts', lines: 1, imports: [] };
    expect(findFault(inGames, { target: '/lib/data/database', typeOnly: false })).toContain('games may not ask data');
    expect(findFault(inGames, { target: 'react', typeOnly: true })).toContain('not a library of games');
    const inService = { file: 'lib/domain/memory/memory.service.ts', lines: 1, imports: [] };
    expect(findFault(inService, { target: '/lib/data/database', typeOnly: false })).toContain('only a *.repo.ts');
    const inBoards = { file: 'components/boards/x.tsx', lines: 1, imports: [] };
    expect(findFault(inBoards, { target: '/lib/games/simulate', typeOnly: false })).toContain('by components/engine/');
    expect(findFault(inBoards, { target: '/lib/games/simulate', typeOnly: true })).toBeNull();
    expect(findFault(inBoards, { target: '/components/engine/answers', typeOnly: false })).toContain('by its door');
    expect(findFault(inBoards, { target: '/components/engine/engine', typeOnly: false })).toBeNull();
    expect(importsOf('lib/games/x.ts', "import { a } from '../data/y';\nimport type { b } from '@/app/z';")).toEqual([
      { target: '/lib/data/y', typeOnly: false },
      { target: '/app/z', typeOnly: true },
    ]);
  });

  test('the table of domain modules has no cycle but the one pair', () => {
    const reaches = (from: string, wanted: string, seen: Set<string>): boolean =>
      (DOMAIN[from] ?? []).some(
        (next) => next === wanted || (!seen.has(next) && reaches(next, wanted, seen.add(next))),
      );
    expect(Object.keys(DOMAIN).filter((module) => reaches(module, module, new Set()) && !PAIR.has(module))).toEqual([]);
  });

  test('modules do not import each other in a circle', () => {
    expect(findCircles(sources.filter(({ file }) => !isTest(file)))).toEqual([]);
  });

  test(`no file has more than ${MOST_LINES} lines, no route handler more than ${MOST_ROUTE_LINES}`, () => {
    const long = sources.filter(
      ({ file, lines }) => lines > (/^app\/.*\/route\.ts$/.test(file) ? MOST_ROUTE_LINES : MOST_LINES),
    );
    expect(long.map(({ file, lines }) => `${file}: ${lines}`)).toEqual([]);
  });
});

/** Circles of imports that run code; a type needs none. */
function findCircles(all: Source[]): string[] {
  const byName = new Map(all.map((source) => [source.file.replace(/(\/index)?\.tsx?$/, ''), source]));
  const done = new Set<Source>();
  const circles: string[] = [];
  const walk = (source: Source, trail: Source[]) => {
    if (trail.includes(source)) {
      circles.push([...trail.slice(trail.indexOf(source)), source].map(({ file }) => file).join(' → '));
      return;
    }
    if (done.has(source)) return;
    for (const { target, typeOnly } of source.imports) {
      const next = typeOnly ? undefined : byName.get(target.replace(/^\//, '').replace(/(\/index)?(\.tsx?)?$/, ''));
      if (next) walk(next, [...trail, source]);
    }
    done.add(source);
  };
  for (const source of all) walk(source, []);
  return circles;
}
