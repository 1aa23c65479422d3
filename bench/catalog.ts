/**
 * What do experiences.list and the facets cost among 100,000 experiences, against the same calls among 1,000? The first
 * page, a page in the middle of the large catalog, a search that finds 50, filters by category and tags, and the counts
 * beside them; demand.list, a leaderboard of as many agents, and the owner's charts. The charts read sums of days and no
 * steps, so the 10,000,000 steps are stored as the 500,000 sums that they make. Budget: twice the median.
 */
import { Client } from 'undici';
import { startBuilt } from './harness/built';
import { benchDatabase } from './harness/database';
import { productVariables } from './harness/environment';
import { figure, median, report } from './harness/report';
import { sized } from './harness/size';

const ROUNDS = sized(300, 2);
const WARM_UP = sized(30, 0);

interface Catalog {
  client: Client;
  apiKey: string;
  cookie: string;
  ranked: string;
  stop(): Promise<void>;
}

const database = await benchDatabase();

async function serveCatalog(rows: number): Promise<Catalog> {
  const { ready, stop } = await startBuilt<{ url: string; apiKey: string; cookie: string; ranked: string }>(
    'bench/serve-catalog.ts',
    {
      variables: { ...productVariables(await database.another()), ROWS: String(rows) },
    },
  );
  return { ...ready, client: new Client(ready.url), stop };
}

/** Milliseconds of one call. @throws Error when the answer does not contain `expected` */
async function timeCall({ client, apiKey, cookie }: Catalog, path: string, expected: string): Promise<number> {
  const startedMs = performance.now();
  const answer = await client.request({
    method: 'GET',
    path: `/api/${path}`,
    headers: path.startsWith('console/') ? { cookie } : { authorization: `Bearer ${apiKey}` },
  });
  const text = await answer.body.text();
  const tookMs = performance.now() - startedMs;
  if (!text.includes(expected)) throw new Error(`${path} answered ${text.slice(0, 200)}`);
  return tookMs;
}

const small = await serveCatalog(1_000);
/** In the short pass as small as the other, and asked the same. */
const large = await serveCatalog(sized(100_000, 1_000));

interface Question {
  name: string;
  small: string;
  large: string;
  expected: { small: string; large: string };
}

const QUESTIONS: Question[] = [
  {
    name: 'the first page',
    small: 'experiences',
    large: 'experiences',
    expected: { small: '"total":1000,', large: '"total":100000,' },
  },
  {
    name: 'page 2,500',
    small: 'experiences?page=25',
    large: 'experiences?page=2500',
    expected: { small: 'Experience 520"', large: 'Experience 50020"' },
  },
  {
    name: 'a search that finds 50',
    small: 'experiences?search=zeppelin',
    large: 'experiences?search=zeppelin',
    expected: { small: '"total":50,', large: '"total":50,' },
  },
  {
    name: 'a category, page 3',
    small: 'experiences?category=category-7&page=2',
    large: 'experiences?category=category-7&page=3',
    expected: { small: 'category-7', large: 'category-7' },
  },
  {
    name: 'a tag, verified and online, page 2',
    small: 'experiences?tag=all&verified_only=true&online_only=true&page=2',
    large: 'experiences?tag=all&verified_only=true&online_only=true&page=2',
    expected: { small: '"total":1000,', large: '"total":100000,' },
  },
  {
    name: 'a rare tag',
    small: 'experiences?tag=rare',
    large: 'experiences?tag=rare',
    expected: { small: '"total":10,', large: '"total":10,' },
  },
  {
    name: 'the facets',
    small: 'catalog/facets?verified_only=true',
    large: 'catalog/facets?verified_only=true',
    expected: { small: '"total":1000,', large: '"total":100000,' },
  },
  {
    name: 'the facets of a category',
    small: 'catalog/facets?category=category-7',
    large: 'catalog/facets?category=category-7',
    expected: { small: '"total":50,', large: '"total":5000,' },
  },
  {
    name: 'demand.list, planned games',
    small: 'demand',
    large: 'demand',
    expected: { small: 'Experience 10"', large: 'Experience 10"' },
  },
  {
    name: 'a leaderboard',
    small: `leaderboards/${small.ranked}`,
    large: `leaderboards/${large.ranked}`,
    expected: { small: '"elo_rating":1799', large: '"elo_rating":1799' },
  },
  {
    name: 'the owner’s charts of 30 days',
    small: 'console/usage?days=30',
    large: 'console/usage?days=30',
    expected: { small: '"calls":90000', large: '"calls":90000' },
  },
];

for (const question of QUESTIONS) {
  const asked = sized(
    { path: question.large, expected: question.expected.large },
    { path: question.small.replace(small.ranked, large.ranked), expected: question.expected.small },
  );
  const samples = { small: [] as number[], large: [] as number[] };
  for (let round = 0; round < ROUNDS + WARM_UP; round++) {
    const smallMs = await timeCall(small, question.small, question.expected.small);
    const largeMs = await timeCall(large, asked.path, asked.expected);
    if (round < WARM_UP) continue;
    samples.small.push(smallMs);
    samples.large.push(largeMs);
  }
  report({
    benchmark: `catalog: ${question.name} among 100,000`,
    ratio: median(samples.large) / median(samples.small),
    budget: { atMost: 2 },
    ours: `${figure(median(samples.large))} ms`,
    reference: `${figure(median(samples.small))} ms among 1,000`,
  });
}

await Promise.all([small.stop(), large.stop()]);
await database.stop();
process.exit();
