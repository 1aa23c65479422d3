import fs from 'node:fs/promises';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './environment.mjs';

/** Of a reason, in the summary; the whole of it stands where it happened. */
const REASON_LINES = 15;

/** Reads a runner's own report; a runner that failed without a failed test (it could not start) counts as one. */
export async function counted(file, code, read) {
  const report = await fs.readFile(file, 'utf8').then(JSON.parse, () => null);
  const counts = report ? read(report) : { passed: 0, failed: 0 };
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

/** What vitest says of a run: the counts, and each test that failed, or did at the first try, with its reason. */
export function unitReport({ numPassedTests: passed, numFailedTests: failed, testResults }) {
  const told = testResults.flatMap(({ name, message, assertionResults }) => {
    const file = path.relative(root, name);
    const tests = assertionResults.filter(({ failureMessages }) => failureMessages.length > 0);
    // A file that did not load has no tests.
    if (tests.length === 0) return message ? [{ name: file, reason: message, status: 'failed' }] : [];
    return tests.map(({ fullName, failureMessages, status }) => ({
      name: `${file} › ${fullName}`,
      reason: failureMessages.join('\n'),
      status,
    }));
  });
  const isFailure = ({ status }) => status === 'failed';
  return { passed, failed, failures: told.filter(isFailure), flaky: told.filter((test) => !isFailure(test)) };
}

/** What Playwright says of a run, in the same shape. */
export function wholeReport({ stats, suites, errors }) {
  const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];
  const told = (status) =>
    suites
      .flatMap(specsOf)
      .filter(({ tests }) => tests.some((test) => test.status === status))
      .map((spec) => ({ name: `e2e/${spec.file}:${spec.line} › ${spec.title}`, reason: reasonsOf(spec) }));
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    failures: [...told('unexpected'), ...errors.map(({ message }) => ({ name: 'e2e', reason: message }))],
    flaky: told('flaky'),
  };
}

function reasonsOf({ tests }) {
  const results = tests.flatMap((test) => test.results);
  return results.flatMap((result) => result.errors.map(({ message }) => message)).join('\n');
}

/** Tells of all steps, once more at the end, where a long output is read first. */
export function printTroubles(results) {
  for (const { name: step, failures = [], flaky = [], notes = [] } of results) {
    for (const trouble of flaky) print(`! ${step}, passed at the second try`, trouble);
    for (const trouble of failures) print(`✗ ${step}`, trouble);
    for (const note of notes) console.log(`\n${note}`);
  }
}

function print(what, { name, reason }) {
  const lines = stripVTControlCharacters(reason).trim().split('\n').slice(0, REASON_LINES);
  console.log(`\n${what}: ${name}\n${lines.map((line) => `    ${line}`).join('\n')}`);
}
