/**
 * How soon does the product serve again after kill -9 of the server and its database, with many matches open? Measured
 * from the start of the new process to the first 200 of /readyz, and from there to the answer of the first action.
 * Budget: 2.5 s and 0.3 s with 500 open matches. `npm run bench -- recovery --matches 2000`.
 */
import { parseArgs } from 'node:util';
import { build } from '@/scripts/build.mjs';
import { startProduct } from '@/scripts/test-server.mjs';
import { figure, median, report } from './harness/report';
import { sized } from './harness/size';

const { values } = parseArgs({ options: { matches: { type: 'string', default: sized('500', '8') } } });
const MATCHES = Number(values.matches);
const ROUNDS = sized(5, 1);
const STEPS_BEFORE = 2;
const CONCURRENT = 16;

interface Player {
  key: string;
  sessionId: string;
  legalMoves: unknown[];
}

await build();
const product = await startProduct();

async function post<T>(path: string, body: object, key?: string): Promise<T> {
  const answer = await fetch(product.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key ? { authorization: `Bearer ${key}` } : {}) },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json() as Promise<T>;
}

interface Answer {
  session_id: string;
  experience_response: { legal_moves?: unknown[] };
}

async function findChess(key: string): Promise<string> {
  const answer = await fetch(`${product.url}/api/experiences`, { headers: { authorization: `Bearer ${key}` } });
  const { experiences } = (await answer.json()) as { experiences: { id: string; name: string }[] };
  const chess = experiences.find(({ name }) => name.toLowerCase() === 'chess');
  if (!chess) throw new Error('The catalog has no chess.');
  return chess.id;
}

async function open(index: number, experienceId: string): Promise<Player> {
  const { api_key: key } = await post<{ api_key: string }>('/api/agents', { display_name: `Player ${index}` });
  const answer = await post<Answer>(
    '/api/sessions',
    { experience_id: experienceId, initial_action: { type: 'options', opponent: 'easy' } },
    key,
  );
  return { key, sessionId: answer.session_id, legalMoves: answer.experience_response.legal_moves ?? [] };
}

async function step(player: Player): Promise<void> {
  if (player.legalMoves.length === 0) return;
  const action = player.legalMoves[Math.floor(Math.random() * player.legalMoves.length)];
  const answer = await post<Answer>(`/api/sessions/${player.sessionId}/step`, { action }, player.key);
  player.legalMoves = answer.experience_response.legal_moves ?? [];
}

async function inGroups<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let from = 0; from < items.length; from += CONCURRENT)
    results.push(...(await Promise.all(items.slice(from, from + CONCURRENT).map(work))));
  return results;
}

const { api_key } = await post<{ api_key: string }>('/api/agents', { display_name: 'Reader' });
const experienceId = await findChess(api_key);
const players = await inGroups(
  Array.from({ length: MATCHES }, (_, index) => index),
  (index) => open(index, experienceId),
);
for (let round = 0; round < STEPS_BEFORE; round++) await inGroups(players, step);
console.log(`${players.length} matches open`);

const readyMs: number[] = [];
const actionMs: number[] = [];
for (let round = 0; round < ROUNDS; round++) {
  await product.crash({ withDatabase: true });
  const startedMs = performance.now();
  await product.startAgain();
  const readyAtMs = performance.now();
  await step(players.find(({ legalMoves }) => legalMoves.length > 0) as Player);
  readyMs.push(readyAtMs - startedMs);
  actionMs.push(performance.now() - readyAtMs);
  console.log(`ready ${figure(readyMs.at(-1) as number)} ms, first action ${figure(actionMs.at(-1) as number)} ms`);
  await inGroups(players.slice(ROUNDS, 100), step);
}
report({
  benchmark: `ready after kill -9 with ${MATCHES} open matches`,
  ratio: median(readyMs) / 2_500,
  budget: { atMost: 1 },
  ours: `${readyMs.map((ms) => figure(ms)).join(', ')} ms`,
  reference: '2,500 ms',
});
report({
  benchmark: 'first action after that',
  ratio: median(actionMs) / 300,
  budget: { atMost: 1 },
  ours: `${actionMs.map((ms) => figure(ms)).join(', ')} ms`,
  reference: '300 ms',
});
await product.stop();
process.exit();
