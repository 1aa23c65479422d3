import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readStatements, type Statement } from './speech';

const NAMES = ['Ada', 'Bruno', 'Cleo', 'Dora', 'Emil', 'Finn', 'Gina', 'Hugo'];
/** Of what the reader finds in messages that it was not tuned on, this part must be what they say. */
const MIN_PRECISION = 0.98;
const MIN_LABELLED = 200;
const EVALUATIONS = ['evaluation', 'evaluation-2'] as const;

interface LabelledMessage {
  text: string;
  labels: Set<string>;
}

const withIds = (label: string): string =>
  NAMES.reduce((text, name, seat) => text.replace(new RegExp(`\\b${name}\\b`), `p:${seat + 1}`), label.trim());

function readCorpus(name: (typeof EVALUATIONS)[number] | 'tuning'): LabelledMessage[] {
  const file = readFileSync(new URL(`./corpus/${name}.txt`, import.meta.url), 'utf8');
  const lines = file.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line) => {
    const [labels = '', text = ''] = line.split(' => ');
    return { text, labels: new Set(labels === '-' ? [] : labels.split(';').map(withIds)) };
  });
}

function labelOf(statement: Statement): string {
  switch (statement.kind) {
    case 'CLAIM_ROLE':
      return `I AM ${statement.role}`;
    case 'CLAIM_RESULT':
      return `SAW ${statement.target} ${statement.isWolf ? 'WOLF' : 'CLEAN'}`;
    default:
      return `${statement.kind} ${statement.target}`;
  }
}

/** How far the reader's statements are those of the labels. `mistakes` is for tuning alone. */
function measure(messages: readonly LabelledMessage[]) {
  let found = 0;
  let right = 0;
  let labelled = 0;
  const mistakes: string[] = [];
  for (const { text, labels } of messages) {
    const read = readStatements(text, { speakerId: 'p:1', names: NAMES }).map(labelOf);
    const correct = read.filter((label) => labels.has(label));
    found += read.length;
    right += correct.length;
    labelled += labels.size;
    for (const label of read) if (!labels.has(label)) mistakes.push(`invented ${label}: ${text}`);
    for (const label of labels) if (!read.includes(label)) mistakes.push(`missed ${label}: ${text}`);
  }
  return { precision: right / found, recall: right / labelled, found, right, labelled, mistakes };
}

const percent = (part: number) => `${(100 * part).toFixed(1)} %`;

/** The numbers alone: whoever sees the mistakes of the evaluation tunes on it. */
it('invents at most two of a hundred statements in messages that it was not tuned on', () => {
  for (const name of EVALUATIONS) report(name, measure(readCorpus(name)));
  const messages = EVALUATIONS.flatMap((name) => readCorpus(name));
  const all = measure(messages);
  report(`all ${messages.length} messages`, all);
  expect(messages.length).toBeGreaterThanOrEqual(MIN_LABELLED);
  expect(all.precision).toBeGreaterThanOrEqual(MIN_PRECISION);
});

function report(name: string, { precision, recall, found, right, labelled }: ReturnType<typeof measure>): void {
  process.stdout.write(
    `${name}: ${found} statements found, ${right} of them right: precision ${percent(precision)}; ` +
      `${labelled} labelled: recall ${percent(recall)}\n`,
  );
}

it('invents nothing in the messages that it was tuned on', () => {
  const { mistakes } = measure(readCorpus('tuning'));
  expect(mistakes.filter((mistake) => mistake.startsWith('invented'))).toEqual([]);
});

it('is measured on messages that are not among those for tuning', () => {
  const tuned = new Set(readCorpus('tuning').map(({ text }) => text));
  const messages = EVALUATIONS.flatMap((name) => readCorpus(name));
  expect(messages.filter(({ text }) => tuned.has(text))).toEqual([]);
});
