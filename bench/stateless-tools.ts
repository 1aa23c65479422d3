/**
 * How long does a call of a stateless tool take, end to end over MCP, against an empty tool at the same endpoint?
 * Reference: a tool that returns the position it receives; for a kept game, one that also stores it by the same
 * statement. No position is repeated, and each call of ours is followed by one of the reference. ONLY=chess measures one.
 */

import http from 'node:http';
import { Rng } from '@/lib/core/rng';
import type { StatelessAdapter } from '@/lib/core/stateless-adapter';
import { ALL_GAMES } from '@/lib/games';
import { startBuilt } from './harness/built';
import { benchDatabase } from './harness/database';
import { productVariables } from './harness/environment';
import { openMcpSession, toolCall } from './harness/mcp-session';
import { figure, median, report } from './harness/report';
import { sized } from './harness/size';

const CALLS = sized(1_000, 5);
const WARM_UP = sized(2_000, 1);
/** One move in so many is the opening of a random game, and left out. */
const OPENING_SHARE = 4;
const MAX_MOVES = 60;
const BUDGET = { atMost: 1.3 };

interface Call {
  name: string;
  input: object;
  /** What the reference is given. */
  position: string;
}
type Step = { position: string; move: unknown };

const rng = new Rng({ seed: '5e'.repeat(32), drawn: 0 });
const adapters = ALL_GAMES.flatMap(({ statelessAdapter: adapter }): StatelessAdapter<unknown>[] =>
  adapter ? [adapter] : [],
);

/** What may be played: `choose` lists nothing else, but in blackjack it speaks of the dealer alone. */
function legalIn({ legal, choose }: StatelessAdapter<unknown>, position: unknown): unknown[] {
  if (!legal) return [undefined];
  const [chosen, all] = [choose, legal].map((one) => Object.values(one?.answer(position) ?? {}).find(Array.isArray));
  return (chosen?.length ? chosen : all) as unknown[];
}

function began(adapter: StatelessAdapter<unknown>): unknown {
  const result = adapter.begin.start({}, rng);
  if (!result.ok) throw new Error(result.reason);
  return result.position;
}

/** Positions from the middle of random games and a legal move in each, as many as one measurement needs. */
function middles(adapter: StatelessAdapter<unknown>): Step[] {
  const steps: Step[] = [];
  while (steps.length < WARM_UP + CALLS) {
    const game = randomGame(adapter);
    steps.push(...game.slice(Math.floor(game.length / OPENING_SHARE)));
  }
  return rng.shuffle(steps);
}

function randomGame(adapter: StatelessAdapter<unknown>): Step[] {
  const game: Step[] = [];
  let position = began(adapter);
  for (let legal = legalIn(adapter, position); legal.length > 0 && game.length < MAX_MOVES; ) {
    const move = rng.pick(legal);
    const played = adapter.apply.play(position, move, rng);
    if (!played.ok) break;
    game.push({ position: adapter.encode(position), move });
    position = played.position;
    legal = legalIn(adapter, position);
  }
  return game;
}

const inputOf = (adapter: StatelessAdapter<unknown>, { position, move }: Step, gameId = 'g_123') => ({
  ...(adapter.keepsGames ? { gameId } : {}),
  [adapter.stateField]: position,
  ...(adapter.apply.move ? { [adapter.apply.move.field]: move } : {}),
});

const database = await benchDatabase();
const server = await startBuilt<{ url: string; apiKey: string }>('bench/serve-games.ts', {
  variables: productVariables(database.url),
  flags: process.env.PROFILE ? ['--cpu-prof', '--cpu-prof-dir=.scratch/profile'] : [],
});
const url = new URL(`${server.ready.url}/mcp?toolsets=games,bench`);
const headers = await openMcpSession(url.href, { authorization: `Bearer ${server.ready.apiKey}` });
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });

/** One call on the one connection: its answer, and how long it took in microseconds. */
function timed({ name, input }: Omit<Call, 'position'>): Promise<{ took: number; result: Record<string, unknown> }> {
  const body = toolCall(name, input);
  return new Promise((resolve, reject) => {
    const startedMs = performance.now();
    const request = http.request(url, { method: 'POST', headers, agent }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (part: string) => {
        text += part;
      });
      answer.on('end', () => {
        const took = (performance.now() - startedMs) * 1000;
        const { result } = JSON.parse(text) as { result?: { structuredContent?: Record<string, unknown> } };
        if (!result?.structuredContent) reject(new Error(`${name} ${body}: ${text}`));
        else resolve({ took, result: result.structuredContent });
      });
    });
    request.on('error', reject);
    request.end(body);
  });
}

async function compare(what: string, next: () => Promise<Call> | Call, reference: string): Promise<void> {
  const [ours, empty]: number[][] = [[], []];
  for (let n = -WARM_UP; n < CALLS; n++) {
    const call = await next();
    const { took, result } = await timed(call);
    if (result.legal === false) throw new Error(`${what}: ${String(result.error)}`);
    const { took: nothing } = await timed({ name: reference, input: { text: call.position } });
    if (n < 0) continue;
    ours?.push(took);
    empty?.push(nothing);
  }
  const [mine, theirs] = [median(ours ?? []), median(empty ?? [])];
  report({
    benchmark: what,
    ratio: mine / theirs,
    budget: BUDGET,
    ours: `${figure(mine)} µs`,
    reference: `${reference} ${figure(theirs)} µs`,
  });
}

/** The moves of kept games, one after the other: what each needs is asked of the rules here, outside the clock. */
function keptMoves(adapter: StatelessAdapter<unknown>): () => Promise<Call> {
  let game: { gameId: string; position: unknown } | null = null;
  return async () => {
    for (;;) {
      if (!game) {
        const { result } = await timed({ name: adapter.begin.tool, input: {} });
        game = { gameId: result.gameId as string, position: adapter.decode(result[adapter.stateField] as string) };
      }
      const legal = legalIn(adapter, game.position);
      if (legal.length === 0) {
        game = null;
        continue;
      }
      const step = { position: adapter.encode(game.position), move: rng.pick(legal) };
      const played = adapter.apply.play(game.position, step.move, rng);
      if (!played.ok) throw new Error(played.reason);
      const { gameId } = game;
      game = { gameId, position: played.position };
      return { name: adapter.apply.tool, input: inputOf(adapter, step, gameId), position: step.position };
    }
  };
}

/** Each in turn. */
function inTurn<T>(list: readonly T[]): () => T {
  let at = 0;
  return () => list[at++ % list.length] as T;
}

for (const adapter of adapters.filter(({ gameType }) => gameType === (process.env.ONLY ?? gameType))) {
  const { legal, apply, stateField } = adapter;
  const steps = middles(adapter);
  const asked = inTurn(steps);
  const played = inTurn(steps);
  if (legal) {
    const question = () => {
      const { position } = asked();
      return { name: legal.tool, input: { [stateField]: position }, position };
    };
    await compare(legal.tool, question, 'bench_echo');
  }
  const move = () => {
    const step = played();
    return { name: apply.tool, input: inputOf(adapter, step), position: step.position };
  };
  await compare(`${apply.tool}, not kept`, move, 'bench_echo');
  if (adapter.keepsGames) await compare(`${apply.tool}, kept`, keptMoves(adapter), 'bench_keep');
}
agent.destroy();
await server.stop();
await database.stop();
