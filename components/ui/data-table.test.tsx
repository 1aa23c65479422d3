import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { AGENT_COLUMN } from '@/components/console/session-table';
import { type Column, DataTable } from './data-table';

interface Line {
  id: string;
  agent_id: string;
  agent_name: string;
  steps: number;
}

const COLUMNS: Column<Line>[] = [
  { head: 'Session', cell: (line) => line.id },
  AGENT_COLUMN,
  { head: 'Steps', kind: 'number', hideOn: 'phone', cell: (line) => line.steps },
];

const LINES: Line[] = [
  { id: 's1', agent_id: 'a1', agent_name: 'Ada', steps: 3 },
  { id: 's2', agent_id: 'a2', agent_name: '<b>Bo</b>', steps: 0 },
];

const texts = (html: string, tag: string) =>
  [...html.matchAll(new RegExp(`<${tag}(?: [^>]*)?>(.*?)</${tag}>`, 'g'))].map(([, inner = '']) =>
    inner.replaceAll(/<[^>]*>/g, ''),
  );

test('a table has a caption, and a heading for every cell in the order of the columns', () => {
  const html = renderToStaticMarkup(
    <DataTable caption="Sessions" columns={COLUMNS} rows={LINES} keyOf={(line) => line.id} />,
  );
  expect(texts(html, 'caption')).toEqual(['Sessions']);
  expect(html.match(/<th scope="col"/g)).toHaveLength(3);
  expect(texts(html, 'th')).toEqual(['Session', 'Agent', 'Steps']);
  expect(texts(html, 'td')).toEqual(['s1', 'Ada', '3', 's2', '&lt;b&gt;Bo&lt;/b&gt;', '0']);
  expect(html).toContain('href="/console/agents/a1"');
});

test('a table hides a heading together with its cells', () => {
  const html = renderToStaticMarkup(
    <DataTable caption="Sessions" columns={COLUMNS} rows={LINES.slice(0, 1)} keyOf={(line) => line.id} />,
  );
  const classesOf = (tag: string) =>
    [...html.matchAll(new RegExp(`<${tag}(| [^>]*)>`, 'g'))].map(([, rest = '']) => /class="([^"]*)"/.exec(rest)?.[1]);
  const [plain, agent, steps] = classesOf('td');
  expect(plain).toBeUndefined();
  expect(agent).toMatch(/notOnPhone/);
  expect(steps).toMatch(/number.* .*notOnPhone/);
  expect(classesOf('th')).toEqual([plain, agent, steps]);
});
