import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const ROOTS = ['app', 'components', 'lib', 'server'];
const sources = ROOTS.flatMap((root) =>
  fs
    .readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((file) => path.join(root, file))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing\//.test(file)),
);

/** Names that a reader has to decode are refused where they are declared. */
const RULES: readonly { rule: string; refused: RegExp }[] = [
  {
    rule: 'a table of texts is named …_LABELS, not …_WORDS',
    refused: /\b(?:const|let|function) [A-Z_]+_WORDS\b(?!: \d| = \d)/,
  },
  {
    rule: 'a value is named after what it is (message, text, claim), not said or told',
    refused: /\b(?:const|let|function) (?:said|told)\b|[({,] ?(?:said|told)(?=\)? =>|: \()/,
  },
  {
    rule: 'a function is named by the verb of what it does and its object',
    refused: /\bfunction (?:tellStory|lookAt\w*|whoMay\w*|takeWaiting|unhear)\b/,
  },
];

it.each(RULES)('$rule', ({ refused }) => {
  const found = sources.flatMap((file) =>
    fs
      .readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, index) => (refused.test(line) ? [`${file}:${index + 1} ${line.trim()}`] : [])),
  );
  expect(found).toEqual([]);
});
