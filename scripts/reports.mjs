import { existsSync, readFileSync } from 'node:fs';
import fs from 'node:fs/promises';
import { SourceMap } from 'node:module';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './environment.mjs';

/** How many lines of a failure the summary shows; the full text is in the output of the step. */
const MAX_REASON_LINES = 15;

/** Reads the JSON report of a runner. A runner that fails without a failed test (it could not start) counts as one failure. */
export async function readCounts(file, code, read) {
  const report = await fs.readFile(file, 'utf8').then(JSON.parse, () => null);
  const counts = report ? read(report) : { passed: 0, failed: 0 };
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

/** Where a line of a stack is in a module that may be a bundle. */
const POSITION = /(?:file:\/\/)?(\/\S+\.mjs):(\d+):(\d+)/g;

/** A stack with the positions of the sources in place of those in bundles whose source map lies beside them. */
function toSourcePositions(stack) {
  return stack.replaceAll(POSITION, (position, bundle, line, column) => {
    if (!existsSync(`${bundle}.map`)) return position;
    const map = new SourceMap(JSON.parse(readFileSync(`${bundle}.map`, 'utf8')));
    const { originalSource, originalLine, originalColumn } = map.findEntry(line - 1, column - 1);
    if (!originalSource) return position;
    const source = path.relative(root, path.resolve(path.dirname(bundle), originalSource));
    return `${source}:${originalLine + 1}:${originalColumn + 1}`;
  });
}

/** Summarizes a vitest report: the counts, and each test that failed, also if only at the first try, with its reason. */
export function unitReport({ numPassedTests: passed, numFailedTests: failed, testResults }) {
  const troubles = testResults.flatMap(({ name, message, assertionResults }) => {
    const file = path.relative(root, name);
    const tests = assertionResults.filter(({ failureMessages }) => failureMessages.length > 0);
    // A file that did not load has no tests.
    if (tests.length === 0)
      return message ? [{ name: file, reason: toSourcePositions(message), status: 'failed' }] : [];
    return tests.map(({ fullName, failureMessages, status }) => ({
      name: `${file} › ${fullName}`,
      reason: toSourcePositions(failureMessages.join('\n')),
      status,
    }));
  });
  const isFailure = ({ status }) => status === 'failed';
  return { passed, failed, failures: troubles.filter(isFailure), flaky: troubles.filter((test) => !isFailure(test)) };
}

/** Summarizes a Playwright report, in the same shape. */
export function browserReport({ stats, suites, errors }) {
  const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];
  const withStatus = (status) =>
    suites
      .flatMap(specsOf)
      .filter(({ tests }) => tests.some((test) => test.status === status))
      .map((spec) => ({ name: `e2e/${spec.file}:${spec.line} › ${spec.title}`, reason: reasonsOf(spec) }));
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    failures: [...withStatus('unexpected'), ...errors.map(({ message }) => ({ name: 'e2e', reason: message }))],
    flaky: withStatus('flaky'),
  };
}

function reasonsOf({ tests }) {
  const results = tests.flatMap((test) => test.results);
  return results.flatMap((result) => result.errors.map(({ message }) => message)).join('\n');
}

/**
 * Prints the failures, the tests that passed only at the second try, and the notes of all steps again at the end, where they
 * are easy to find.
 * @returns the number of tests that passed only at the second try
 */
export function printTroubles(results) {
  for (const { name: step, failures = [], flaky = [], notes = [] } of results) {
    for (const trouble of flaky) print(`! ${step}, passed only at the second try`, trouble);
    for (const trouble of failures) print(`✗ ${step}`, trouble);
    for (const note of notes) console.log(`\n${note}`);
  }
  return results.reduce((sum, { flaky = [] }) => sum + flaky.length, 0);
}

function print(what, { name, reason }) {
  const lines = stripVTControlCharacters(reason).trim().split('\n').slice(0, MAX_REASON_LINES);
  console.log(`\n${what}: ${name}\n${lines.map((line) => `    ${line}`).join('\n')}`);
}
