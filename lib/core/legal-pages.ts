import { accessSync, constants, existsSync, statSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';

// The texts that the law asks of the operator of an instance, as Markdown files of LEGAL_DIR.

const TITLES = { terms: 'Terms', privacy: 'Privacy', imprint: 'Imprint' } as const;

type LegalPageName = keyof typeof TITLES;

/** A text that exists, as links name it. */
interface LegalPage {
  name: LegalPageName;
  title: string;
}

const NAMES = Object.keys(TITLES) as LegalPageName[];

const fileOf = (folder: string, name: LegalPageName): string => path.join(folder, `${name}.md`);

function isReadableFile(file: string): boolean {
  try {
    accessSync(file, constants.R_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** The texts of a folder that can be read, in the order of their links; none for '', which is no folder. */
export function listLegalPages(folder: string): LegalPage[] {
  if (folder === '') return [];
  return NAMES.filter((name) => isReadableFile(fileOf(folder, name))).map((name) => ({ name, title: TITLES[name] }));
}

/** Whether a text of the folder is there that cannot be read, such as a folder of that name. */
export function hasUnreadableLegalPage(folder: string): boolean {
  return NAMES.map((name) => fileOf(folder, name)).some((file) => existsSync(file) && !isReadableFile(file));
}

/** The Markdown of a text; null for an unknown name, or one whose file cannot be read. */
export async function readLegalPage(folder: string, name: string): Promise<(LegalPage & { text: string }) | null> {
  const page = listLegalPages(folder).find((listed) => listed.name === name);
  return page ? { ...page, text: await fs.readFile(fileOf(folder, page.name), 'utf8') } : null;
}
