import fs from 'node:fs';
import path from 'node:path';
import type { PictureStyles } from '@/components/boards/define-board';
import { readSheet, type Sheet, themeVariables } from './css';

const DIRECTORY = 'components';

function read(file: string): string {
  return fs.readFileSync(path.join(process.cwd(), DIRECTORY, file), 'utf8');
}

const sheets = new Map<string, Sheet>();
let variables: Record<string, string> | null = null;

/** The variables of the dark theme, which pictures use. */
export function pictureVariables(): Record<string, string> {
  variables ??= themeVariables(read('ui/tokens.css'), 'dark');
  return variables;
}

/** The style sheets of a drawing: the files of the page, read once. */
export function pictureSheet(folder: 'boards' | 'ui', styles: PictureStyles): Sheet {
  return Object.entries(styles).flatMap(([file, classes]) => {
    const name = `${folder}/${file}`;
    const sheet = sheets.get(name) ?? readSheet(read(name), (local) => classes[local] ?? local);
    sheets.set(name, sheet);
    return sheet;
  });
}
