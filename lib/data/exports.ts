import { once } from '@/lib/core/globals';
import type { JsonObject } from '@/lib/core/json';

/** A file of the archive of everything about an owner: one JSON object a line, one for each row. */
export interface ExportFile {
  /** What its rows are, for the description in the archive. */
  about: string;
  /**
   * Selects the rows: `$1` is the id of the owner, `$2` the ids of the owner's agents and player. It names each column: a secret, a
   * hash, and what another owner wrote are left out. The tables after FROM count as exported.
   */
  rows: string;
  /** Puts in what rows store by reference: gets some rows of one value of the column `by`, and gives them back in their order. */
  restore?: { by: string; rows: (value: string, rows: readonly JsonObject[]) => Promise<JsonObject[]> };
}

/** By module, because Next loads a module twice in one process: the second registration replaces the first. */
const registered = () => once('exports', () => new Map<string, Record<string, ExportFile>>());

/**
 * Registers the files that a module adds to the archive of an owner. Its *.repo.ts calls it when it is loaded.
 * @param module its folder in lib/domain
 * @param files by the name in the archive, without its ending
 */
export function registerExport(module: string, files: Record<string, ExportFile>): void {
  registered().set(module, files);
}

/** Every registered file with its name in the archive, in the order of the names. */
export function listExportFiles(): (ExportFile & { name: string })[] {
  const all = [...registered().values()].flatMap((files) => Object.entries(files));
  return all.map(([name, file]) => ({ name: `${name}.jsonl`, ...file })).sort((a, b) => (a.name < b.name ? -1 : 1));
}
