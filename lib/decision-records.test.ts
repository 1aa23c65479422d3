import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';

const DIRECTORY = 'docs/decisions';
const SECTIONS = ['## Context', '## Decision', '## Consequences'];
const MAX_LINES = 40;

/** The records by file name, in order. */
let records = new Map<string, string>();
beforeAll(async () => {
  const names = (await fs.readdir(DIRECTORY)).filter((name) => name !== 'README.md').sort();
  const texts = await Promise.all(names.map((name) => fs.readFile(`${DIRECTORY}/${name}`, 'utf8')));
  records = new Map(names.map((name, index) => [name, texts[index] ?? '']));
});

test('records are numbered from 0001 without gaps', () => {
  const numbers = [...records.keys()].map((name) => name.match(/^(\d{4})-[a-z0-9-]+\.md$/)?.[1]);
  expect(numbers).toEqual(numbers.map((_, index) => String(index + 1).padStart(4, '0')));
});

test('a record has a title with its number, context, decision and consequences, and at most half a page', () => {
  for (const [name, text] of records) {
    expect(text.split('\n')[0], name).toMatch(new RegExp(`^# ${name.slice(0, 4)} \\S`));
    expect(text.match(/^#.*$/gm)?.slice(1), name).toEqual(SECTIONS);
    expect(text.split('\n').length, `${name} has lines`).toBeLessThanOrEqual(MAX_LINES);
  }
});

test('the list in README.md has each record once, under its title', async () => {
  const list = await fs.readFile(`${DIRECTORY}/README.md`, 'utf8');
  const listed = [...list.matchAll(/^- \[(.+)\]\((.+\.md)\): \S/gm)].map(([, title, name]) => `${name} # ${title}`);
  expect(listed.sort()).toEqual([...records].map(([name, text]) => `${name} ${text.split('\n')[0]}`));
});

test('every reference to a record names an existing file', async () => {
  const patterns = ['decisions/[0-9]{4}', '\\([0-9]{4}-[a-z0-9-]+', '[Rr]ecords? [0-9]{4}\\b', '\\(0[0-9]{3}\\)'];
  const { stdout } = await promisify(execFile)(
    'git',
    ['grep', '-nIE', patterns.join('|'), '--', '*.md', '*.ts', '*.tsx', '*.mjs', '*.css', '*.sql', '*.prisma', '*.yml'],
    { maxBuffer: 16 * 2 ** 20 },
  );
  const faults = stdout.split('\n').filter((line) => {
    const inRecords = line.startsWith(`${DIRECTORY}/`);
    const text = line.replace(/^[^:]+:\d+:/, '');
    const names = [
      ...[...text.matchAll(/decisions\/(\d{4}[^\s)\]`'"]*)/g)].map(
        (match) => match[1]?.match(/^[\w-]+\.md/)?.[0] ?? '',
      ),
      ...(inRecords ? [...text.matchAll(/\((\d{4}-[^)#]*)/g)].map((match) => match[1] ?? '') : []),
    ];
    const hasOnlyNumber = /\b[Rr]ecords? 0\d{3}\b/.test(text) || (inRecords && /[^\]]\(0\d{3}\)/.test(text));
    return hasOnlyNumber || names.some((name) => !records.has(name));
  });
  expect(faults, 'write docs/decisions/NNNN-title.md').toEqual([]);
});
