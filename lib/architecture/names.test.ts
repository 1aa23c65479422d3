import fs from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';
import { expect, it } from 'vitest';

const ROOTS = ['app', 'bench', 'components', 'e2e', 'examples', 'lib', 'scripts', 'server'];
const everything = ROOTS.flatMap((root) =>
  fs
    .readdirSync(root, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:tsx?|mjs)$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !/node_modules|\.d\.ts$|^examples\/client\/api\.ts$/.test(file)),
);
const sources = everything.filter((file) => !/\.(?:test|spec)\.tsx?$|\/testing\//.test(file));

/** Names that a reader has to decode are refused where they are declared. */
const RULES: readonly { rule: string; refused: RegExp }[] = [
  {
    rule: 'a table of texts is named …_LABELS, not …_WORDS',
    refused: /\b(?:const|let|function) [A-Z_]+_WORDS\b(?!: \d| = \d)/,
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

/** Past participles that name no thing: a reader has to look up what was made, taken or shown. */
const PARTICIPLE = /\b(?:held|known|laid|made|said|shown|taken|told)\b/;

interface Node {
  type: string;
  start: number;
  name?: string;
  [key: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string';
const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);

/** The identifiers that a pattern declares. */
function identifiersOf(pattern: Node): Node[] {
  if (pattern.type === 'Identifier') return [pattern];
  if (pattern.type === 'Property') return identifiersOf(pattern.value as Node);
  if (pattern.type === 'AssignmentPattern') return identifiersOf(pattern.left as Node);
  return childrenOf(pattern).flatMap(identifiersOf);
}

/** The identifiers of the variables, parameters and functions below a node. */
function declaredBelow(node: Node): Node[] {
  const patterns = node.type === 'VariableDeclarator' || 'params' in node ? [node.id, node.params].flat() : [];
  return [...patterns.filter(isNode).flatMap(identifiersOf), ...childrenOf(node).flatMap(declaredBelow)];
}

it('a variable, parameter or function is named after what it is, not by a bare participle', () => {
  const found = everything.flatMap((file) => {
    const text = fs.readFileSync(file, 'utf8');
    if (!PARTICIPLE.test(text)) return [];
    return declaredBelow(parseSync(file, text).program as unknown as Node)
      .filter(({ name }) => name && PARTICIPLE.exec(name)?.[0] === name)
      .map(({ name, start }) => `${file}:${text.slice(0, start).split('\n').length} ${name}`);
  });
  expect(found).toEqual([]);
});

/** Texts: code with its comments, names of tests, and documents. */
const texts = [
  ...everything,
  ...fs
    .readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => path.join('docs', file)),
  'README.md',
  'CONTRIBUTING.md',
  'bench/README.md',
];
/** What figures of games and films say, how their speech is read, and this list. */
const SPEECH =
  /^lib\/games\/(?:werewolf\/(?:bot\/phrases|narrator|transcript\/(?:speech|transcript))|stories\/)|booking\/films\.ts$|names\.test\.ts$/;

const WORDS: readonly { refused: RegExp; instead: string }[] = [
  { refused: /\bwhoever\b/i, instead: 'the caller, anyone who' },
  { refused: /\bsomebody\b/i, instead: 'a player, another owner' },
  { refused: /\btold\b(?! the truth)/i, instead: 'notified, sent, announced, distinguished' },
  { refused: /\bat once\b/i, instead: 'immediately, in one statement' },
  { refused: /\bwho asks\b/i, instead: 'the caller' },
  { refused: /\bwhere it stands\b/i, instead: 'its state' },
  { refused: /\blets? go of\b/i, instead: 'release' },
  { refused: /\ba way out\b/i, instead: 'release' },
];

it.each(WORDS)('no text says $refused, but $instead', ({ refused }) => {
  const found = texts
    .filter((file) => !SPEECH.test(file))
    .flatMap((file) =>
      fs
        .readFileSync(file, 'utf8')
        .split('\n')
        .flatMap((line, index) => (refused.test(line) ? [`${file}:${index + 1} ${line.trim().slice(0, 160)}`] : [])),
    );
  expect(found).toEqual([]);
});
