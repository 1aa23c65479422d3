import { spawn } from 'node:child_process';

const SUITE = '@modelcontextprotocol/conformance@0.2.0-alpha.12';
const LIMIT_MS = 240_000;

/**
 * Runs the official MCP conformance suite, on the Node that it needs.
 * @param onOutput called with everything printed so far, and with the process
 */
export async function runSuite(args, onOutput = () => {}) {
  const child = spawn('npx', ['-y', '-p', 'node@22', '-p', SUITE, 'conformance', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
      onOutput(output, child);
    });
  }
  const timer = setTimeout(() => child.kill(), LIMIT_MS);
  const code = await new Promise((resolve) => child.on('close', resolve));
  clearTimeout(timer);
  return { code, output };
}

/** The scenarios of the summary without optional extensions. */
function readScenarios(output) {
  const optional = new Set([...output.matchAll(/^\s+[✓✗] (\S+) \(extension\)$/gm)].map(([, name]) => name));
  return [...output.matchAll(/^[✓✗] (\S+): (\d+) passed, (\d+) failed/gm)]
    .map(([, name, passed, failed]) => ({ name, passed: Number(passed), failed: Number(failed) }))
    .filter(({ name }) => !optional.has(name));
}

/** Whether a run passed, and one line about it. @param part the revision, or the part of the suite */
export function summarize(part, { code, output }) {
  const scenarios = readScenarios(output);
  const sum = (key) => scenarios.reduce((total, scenario) => total + scenario[key], 0);
  const failing = scenarios.filter(({ failed }) => failed > 0).map(({ name }) => name);
  const passed = code === 0 && sum('passed') > 0 && failing.length === 0;
  const verdict = failing.length > 0 ? `, failing: ${failing.join(', ')}` : '';
  const line = `MCP conformance ${part}: ${scenarios.length} scenarios, ${sum('passed')} checks passed, ${sum('failed')} failed${verdict}`;
  return { passed, line, output };
}
