import fs from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { isTestFile } from '@/lib/architecture/sources';
import { ERRORS } from '@/lib/core/errors';
import { SCOPES } from '@/lib/core/scopes';
import { TOOLS } from '@/lib/tools';
import { scopeOf } from '@/lib/tools/access';
import { describeErrors } from './describe-errors';

/** The code of the server, without tests and without the table of codes. */
async function readProductCode(): Promise<string> {
  const files = (
    await Promise.all(
      ['lib', 'server'].map(async (root) =>
        fs.readdir(root, { recursive: true }).then((names) => names.map((name) => path.join(root, name))),
      ),
    )
  ).flat();
  const read = files.filter((file) => /\.tsx?$/.test(file) && !isTestFile(file) && file !== 'lib/core/errors.ts');
  return (await Promise.all(read.map((file) => fs.readFile(file, 'utf8')))).join('\n');
}

/** Source text without what only declares or compares a code. */
const withoutDeclarations = (text: string) =>
  text.replace(/\w*errors?\w*(: [^=\n]*)?(:| =) \[[^\]]*\]/gi, '').replace(/[!=]== '[A-Z_]+'/g, '');

describe('the docs list', () => {
  test('every error code, each of every call or with what answers it', () => {
    const { ofEveryCall, ofCertainCalls } = describeErrors();
    const listed = [...ofEveryCall, ...ofCertainCalls].map(({ code }) => code);
    expect(listed.toSorted()).toEqual(Object.keys(ERRORS).toSorted());
  });

  test('no error code that no code of the product answers', async () => {
    const text = withoutDeclarations(await readProductCode());
    expect(Object.keys(ERRORS).filter((code) => !text.includes(`'${code}'`))).toEqual([]);
  });

  test('no scope that no tool needs', () => {
    const needed = new Set<string>(TOOLS.flatMap((tool) => scopeOf(tool)));
    expect(SCOPES.filter((scope) => !needed.has(scope))).toEqual([]);
  });
});
