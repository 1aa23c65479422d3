import fs from 'node:fs/promises';
import path from 'node:path';
import { parseSync } from 'oxc-parser';

/** One import of a source file: `target` starts with `/` for a file of this repository, else it names a package. */
export interface Import {
  target: string;
  typeOnly: boolean;
}

/** A source file, with its path from the root of the repository. */
export interface Source {
  file: string;
  text: string;
  lines: number;
  imports: Import[];
}

const DIRECTORIES = ['lib', 'app', 'components', 'server'];

/** Every TypeScript file of the product, tests included, with its imports. */
export async function readSources(): Promise<Source[]> {
  const sources: Source[] = [];
  for (const directory of DIRECTORIES) {
    for (const name of await fs.readdir(directory, { recursive: true })) {
      const file = path.join(directory, name);
      if (!/\.tsx?$/.test(file)) continue;
      const text = await fs.readFile(file, 'utf8');
      sources.push({ file, text, lines: text.split('\n').length - 1, imports: readImports(file, text) });
    }
  }
  return sources;
}

/** The static and dynamic imports and the re-exports of a file. */
export function readImports(file: string, text: string): Import[] {
  const { module, errors } = parseSync(file, text);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  const specifiers = [
    ...module.staticImports.map(({ moduleRequest, entries }) => ({ name: moduleRequest.value, entries })),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap((entry) => (entry.moduleRequest ? [{ name: entry.moduleRequest.value, entries: [entry] }] : [])),
    ),
    ...module.dynamicImports.flatMap(({ moduleRequest }) => {
      const name = text.slice(moduleRequest.start, moduleRequest.end).match(/^['"`]([^'"`$]+)['"`]$/)?.[1];
      return name ? [{ name, entries: [] }] : [];
    }),
  ];
  return specifiers.map(({ name, entries }) => ({
    target: resolveTarget(file, name),
    typeOnly: entries.length > 0 && entries.every(({ isType }) => isType),
  }));
}

/** What a file passes on from other files, one for each name; one for all of `export *`. */
export function reExportsOf(file: string, text: string): Import[] {
  return parseSync(file, text).module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, isType }) =>
      moduleRequest ? [{ target: resolveTarget(file, moduleRequest.value), typeOnly: isType }] : [],
    ),
  );
}

function resolveTarget(file: string, name: string): string {
  if (name.startsWith('.')) return `/${path.join(path.dirname(file), name)}`;
  return name.startsWith('@/') ? name.slice(1) : name;
}

/** Tests, and files that only tests use: they may import everything. */
export function isTestFile(file: string): boolean {
  return /\.test\.tsx?$|(^|\/)(testing|architecture)\//.test(file);
}

/** Cycles of imports, of values or of types alone, each as `a → b → a`. */
export function findCycles(sources: readonly Source[]): string[] {
  const byName = new Map(sources.map((source) => [source.file.replace(/(\/index)?\.tsx?$/, ''), source]));
  const done = new Set<Source>();
  const cycles: string[] = [];
  const visit = (source: Source, trail: Source[]) => {
    if (trail.includes(source)) {
      cycles.push([...trail.slice(trail.indexOf(source)), source].map(({ file }) => file).join(' → '));
      return;
    }
    if (done.has(source)) return;
    for (const { target } of source.imports) {
      const next = byName.get(target.replace(/^\//, '').replace(/(\/index)?(\.tsx?)?$/, ''));
      if (next) visit(next, [...trail, source]);
    }
    done.add(source);
  };
  for (const source of sources) visit(source, []);
  return cycles;
}

/** One way from a module back to itself, as `a → b → a`, for each module that has one. @param graph the modules that each needs */
export function findModuleCycles(graph: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const wayBack = (from: string, wanted: string, seen: Set<string>): string[] | null => {
    for (const next of graph.get(from) ?? []) {
      if (next === wanted) return [from, wanted];
      if (seen.has(next)) continue;
      const rest = wayBack(next, wanted, seen.add(next));
      if (rest) return [from, ...rest];
    }
    return null;
  };
  return [...graph.keys()].flatMap((name) => wayBack(name, name, new Set([name]))?.join(' → ') ?? []);
}
