/**
 * What does experiences.list cost among 100,000 experiences, against the same call among 1,000? The first page, a page
 * in the middle of the large catalog, and a search that finds 50. Budget: twice the median.
 */
import { Client } from 'undici';
import { startBuilt } from './harness/built';
import { benchDatabase } from './harness/database';
import { productVariables } from './harness/environment';
import { figure, median, report } from './harness/report';

const ROUNDS = 300;
const WARM_UP = 30;

interface Catalog {
  client: Client;
  apiKey: string;
  stop(): Promise<void>;
}

const database = await benchDatabase();

async function serveCatalog(rows: number): Promise<Catalog> {
  const { ready, stop } = await startBuilt<{ url: string; apiKey: string }>('bench/serve-catalog.ts', {
    variables: { ...productVariables(await database.another()), ROWS: String(rows) },
  });
  return { client: new Client(ready.url), apiKey: ready.apiKey, stop };
}

/** Milliseconds of one call. @throws Error when the answer does not contain `expected` */
async function timeList({ client, apiKey }: Catalog, query: string, expected: string): Promise<number> {
  const startedMs = performance.now();
  const answer = await client.request({
    method: 'GET',
    path: `/api/experiences?${query}`,
    headers: { authorization: `Bearer ${apiKey}` },
  });
  const text = await answer.body.text();
  const tookMs = performance.now() - startedMs;
  if (!text.includes(expected)) throw new Error(`${query} answered ${text.slice(0, 200)}`);
  return tookMs;
}

const small = await serveCatalog(1_000);
const large = await serveCatalog(100_000);

interface Question {
  name: string;
  small: string;
  large: string;
  expected: { small: string; large: string };
}

const QUESTIONS: Question[] = [
  {
    name: 'the first page',
    small: '',
    large: '',
    expected: { small: '"total":1000,', large: '"total":100000,' },
  },
  {
    name: 'page 2,500',
    small: 'page=25',
    large: 'page=2500',
    expected: { small: 'Experience 520"', large: 'Experience 50020"' },
  },
  {
    name: 'a search that finds 50',
    small: 'search=zeppelin',
    large: 'search=zeppelin',
    expected: { small: '"total":50,', large: '"total":50,' },
  },
  {
    name: 'a category, page 3',
    small: 'category=category-7&page=2',
    large: 'category=category-7&page=3',
    expected: { small: 'category-7', large: 'category-7' },
  },
];

for (const question of QUESTIONS) {
  const samples = { small: [] as number[], large: [] as number[] };
  for (let round = 0; round < ROUNDS + WARM_UP; round++) {
    const smallMs = await timeList(small, question.small, question.expected.small);
    const largeMs = await timeList(large, question.large, question.expected.large);
    if (round < WARM_UP) continue;
    samples.small.push(smallMs);
    samples.large.push(largeMs);
  }
  report({
    benchmark: `experiences.list: ${question.name} among 100,000`,
    ratio: median(samples.large) / median(samples.small),
    budget: { atMost: 2 },
    ours: `${figure(median(samples.large))} ms`,
    reference: `${figure(median(samples.small))} ms among 1,000`,
  });
}

await Promise.all([small.stop(), large.stop()]);
await database.stop();
process.exit();
