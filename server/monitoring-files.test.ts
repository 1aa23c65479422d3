import fs from 'node:fs';
import { parser } from '@prometheus-io/lezer-promql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { countMinute } from '@/lib/domain/status';
import { useDatabase } from '@/lib/testing/database';
import { agentFixture } from '@/lib/testing/fixtures';
import { serve } from './serve';

// The dashboards and alarms that operators import, against the metrics that the whole server serves.

useDatabase();

const RULES = 'deploy/prometheus/botplay.rules.yml';
const GRAFANA = 'deploy/grafana';

interface Alarm {
  alert: string;
  expr: string;
  for: string;
  labels: { severity: string };
  annotations: { summary: string; runbook: string };
}

const alarms = (parse(fs.readFileSync(RULES, 'utf8')) as { groups: { rules: Alarm[] }[] }).groups.flatMap(
  ({ rules }) => rules,
);

interface Panel {
  type: string;
  title: string;
  gridPos: { x: number; y: number; w: number; h: number };
  targets?: { expr: string }[];
}
interface Dashboard {
  uid: string;
  title: string;
  panels: Panel[];
}
const dashboards = fs
  .readdirSync(GRAFANA)
  .map((file) => JSON.parse(fs.readFileSync(`${GRAFANA}/${file}`, 'utf8')) as Dashboard);

const expressions: [string, string][] = [
  ...alarms.map(({ alert, expr }): [string, string] => [alert, expr]),
  ...dashboards.flatMap(({ title, panels }) =>
    panels.flatMap((panel) =>
      (panel.targets ?? []).map(({ expr }): [string, string] => [`${title}, ${panel.title}`, expr]),
    ),
  ),
];

/** What an expression of PromQL names, with its faults. Variables of Grafana are replaced by what they stand for. */
function readExpression(text: string): { metrics: string[]; labels: string[]; faults: string[] } {
  const plain = text.replaceAll('$__rate_interval', '5m').replaceAll('$job', 'botplay');
  const found = { metrics: [] as string[], labels: [] as string[], faults: [] as string[] };
  parser.parse(plain).iterate({
    enter(node) {
      const words = plain.slice(node.from, node.to);
      if (node.type.isError) found.faults.push(`at ${node.from}: ${plain.slice(node.from, node.from + 20)}`);
      if (node.name === 'VectorSelector') {
        const [name = ''] = words.split(/[{\s]/);
        found.metrics.push(name);
      }
      if (node.name === 'UnquotedLabelMatcher') found.labels.push(/^\w+/.exec(words)?.[0] ?? '');
      if (node.name === 'LabelName') found.labels.push(words);
    },
  });
  return found;
}

let text = '';
let stop: () => Promise<void>;

beforeAll(async () => {
  const prepared = { moved: null, databaseEnded: new Promise<string>(() => {}), releaseDatabase: async () => {} };
  const noPages = () => ({ serve: async () => {}, begin: async () => {}, close: async () => {} });
  const running = await serve({ port: 0, role: 'all' }, Promise.resolve(prepared), noPages);
  ({ stop } = running);
  const url = `http://127.0.0.1:${running.port}`;
  const { apiKey } = await agentFixture();
  const headers = { authorization: `Bearer ${apiKey}` };
  expect((await fetch(`${url}/api/whoami`, { headers })).status).toBe(200);
  await countMinute();
  text = await (await fetch(`${url}/metrics`)).text();
});
afterAll(() => stop());

/** Labels that Prometheus adds to every metric, and that of the process of the pages. */
const ADDED_LABELS = ['job', 'instance', 'process'];
const labelsIn = (served: string) => new Set([...served.matchAll(/[{,](\w+)="/g)].map(([, name]) => name));

describe('dashboards and alarms', () => {
  it('are found, and read as PromQL', () => {
    expect(alarms.length).toBeGreaterThan(10);
    expect(dashboards.map(({ uid }) => uid)).toEqual(['botplay-overview', 'botplay-processes']);
    expect(
      expressions.flatMap(([name, expr]) => readExpression(expr).faults.map((fault) => `${name} ${fault}`)),
    ).toEqual([]);
    expect(readExpression('sum(rate(a[5m]').faults).not.toEqual([]);
  });

  it('name metrics that are served', () => {
    const served = new Set([...text.matchAll(/^(\w+)(?:\{.*\})? /gm)].map(([, name = '']) => name));
    // A counter without a count yet has its declaration alone.
    for (const [, name = ''] of text.matchAll(/^# TYPE (\w+) /gm)) served.add(name);
    const histograms = [...text.matchAll(/^# TYPE (\w+) histogram$/gm)].map(([, name = '']) => name);
    for (const name of histograms) for (const end of ['bucket', 'count', 'sum']) served.add(`${name}_${end}`);
    const missing = expressions.flatMap(([name, expr]) =>
      readExpression(expr)
        .metrics.filter((metric) => metric !== 'up' && !served.has(metric))
        .map((metric) => `${name}: ${metric}`),
    );
    expect(missing).toEqual([]);
    expect(expressions.flatMap(([, expr]) => readExpression(expr).metrics).length).toBeGreaterThan(40);
  });

  it('select by labels that metrics have', () => {
    // Labels of what has not happened yet: a refused directive.
    const labels = new Set([...labelsIn(text), ...ADDED_LABELS, 'directive']);
    const missing = expressions.flatMap(([name, expr]) =>
      readExpression(expr)
        .labels.filter((label) => !labels.has(label))
        .map((label) => `${name}: ${label}`),
    );
    expect(missing).toEqual([]);
    expect(expressions.flatMap(([, expr]) => readExpression(expr).labels).length).toBeGreaterThan(40);
  });

  it('of Grafana have a place of their own for each panel', () => {
    for (const { title, panels } of dashboards) {
      const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
        Array.from({ length: w * h }, (_, index) => `${x + (index % w)},${y + Math.floor(index / w)}`),
      );
      expect({ title, overlaps: cells.length - new Set(cells).size }).toEqual({ title, overlaps: 0 });
    }
  });
});

describe('every alarm', () => {
  it('waits before it rings, and has a severity', () => {
    for (const { alert, for: wait, labels } of alarms) {
      expect([alert, wait]).toEqual([alert, expect.stringMatching(/^\d+m$/)]);
      expect(['critical', 'warning', 'info']).toContain(labels.severity);
    }
  });

  it('about memory compares with the limit of the process, whatever the size of its container', () => {
    const expr = alarms.find(({ alert }) => alert === 'BotplayMemory')?.expr ?? '';
    expect(readExpression(expr).metrics).toEqual(['nodejs_heap_size_used_bytes', 'botplay_heap_limit_bytes']);
    expect(expr).toMatch(/ \/ .* > 0\.\d+$/);
    const [, limit = ''] = /^botplay_heap_limit_bytes (\S+)$/m.exec(text) ?? [];
    expect(Number(limit)).toBeGreaterThan(100e6);
  });

  it('about slow calls leaves out those that wait for a server of others', () => {
    const expr = alarms.find(({ alert }) => alert === 'BotplayCallsSlow')?.expr ?? '';
    const [, left = ''] = /tool!~"([^"]+)"/.exec(expr) ?? [];
    const leftOut = new RegExp(`^(${left.replaceAll('\\\\', '\\')})$`);
    const names = ['session.step', 'experience.get', 'proxy.call', 'proxy.tools', 'auth.whoami', 'match.get'];
    expect(names.filter((name) => !leftOut.test(name))).toEqual(['auth.whoami', 'match.get']);
  });

  it('has a part of docs/operations.md that says what to do, and no part is without an alarm', () => {
    const headings = [...fs.readFileSync('docs/operations.md', 'utf8').matchAll(/^### (Botplay\w+)$/gm)].map(
      ([, name = '']) => name,
    );
    expect(headings).toEqual(alarms.map(({ alert }) => alert));
    for (const { alert, annotations } of alarms)
      expect(annotations.runbook).toBe(`docs/operations.md#${alert.toLowerCase()}`);
  });
});
