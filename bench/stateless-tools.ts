/**
 * How long does a call of a stateless tool take, end to end at /mcp/games, against an empty tool at the same endpoint?
 * Reference: a tool that is given the position and hands it back; for a kept game, one that also keeps it by the same
 * statement. No position comes twice, and each call of ours is followed by one of the reference. ONLY=chess measures one.
 */

import http from 'node:http';
import type { GameWire } from '@/lib/core/game-wire';
import { Rng } from '@/lib/core/rng';
import { ALL_GAMES } from '@/lib/games';
import { startBuilt } from './harness/built';
import { benchDatabase } from './harness/database';
import { productVariables } from './harness/environment';
import { openMcpSession, toolCall } from './harness/mcp-session';
import { figure, median, report } from './harness/report';

const CALLS = 1_000;
const WARM_UP = 2_000;
/** One move in so many is the opening of a random game, and left out. */
const OPENING_SHARE = 4;
const LONGEST_GAME = 60;
const BUDGET = { atMost: 1.3 };

interface Call {
  name: string;
  input: object;
  /** What the reference is given. */
  position: string;
}
type Step = { position: string; move: unknown };

const rng = new Rng({ seed: '5e'.repeat(32), drawn: 0 });
const wires = ALL_GAMES.flatMap(({ wire }): GameWire<unknown>[] => (wire ? [wire] : []));

/** What may be played: `choose` lists nothing else, but in blackjack it speaks of the dealer alone. */
function legalIn({ legal, choose }: GameWire<unknown>, position: unknown): unknown[] {
  if (!legal) return [undefined];
  const [chosen, all] = [choose, legal].map((one) => Object.values(one?.answer(position) ?? {}).find(Array.isArray));
  return (chosen?.length ? chosen : all) as unknown[];
}

function began(wire: GameWire<unknown>): unknown {
  const laid = wire.begin.start({}, rng);
  if (!laid.ok) throw new Error(laid.reason);
  return laid.position;
}

/** Positions from the middle of random games and a legal move in each, as many as one measurement needs. */
function middles(wire: GameWire<unknown>): Step[] {
  const steps: Step[] = [];
  while (steps.length < WARM_UP + CALLS) {
    const game = randomGame(wire);
    steps.push(...game.slice(Math.floor(game.length / OPENING_SHARE)));
  }
  return rng.shuffle(steps);
}

function randomGame(wire: GameWire<unknown>): Step[] {
  const game: Step[] = [];
  let position = began(wire);
  for (let legal = legalIn(wire, position); legal.length > 0 && game.length < LONGEST_GAME; ) {
    const move = rng.pick(legal);
    const played = wire.apply.play(position, move, rng);
    if (!played.ok) break;
    game.push({ position: wire.encode(position), move });
    position = played.position;
    legal = legalIn(wire, position);
  }
  return game;
}

const inputOf = (wire: GameWire<unknown>, { position, move }: Step, gameId = 'g_123') => ({
  ...(wire.keepsGames ? { gameId } : {}),
  [wire.stateField]: position,
  ...(wire.apply.move ? { [wire.apply.move.field]: move } : {}),
});

const database = await benchDatabase();
const server = await startBuilt<{ url: string; apiKey: string }>('bench/serve-games.ts', {
  variables: productVariables(database.url),
  flags: process.env.PROFILE ? ['--cpu-prof', '--cpu-prof-dir=.scratch/profile'] : [],
});
const url = new URL(`${server.ready.url}/mcp/games`);
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
function keptMoves(wire: GameWire<unknown>): () => Promise<Call> {
  let game: { gameId: string; position: unknown } | null = null;
  return async () => {
    for (;;) {
      if (!game) {
        const { result } = await timed({ name: wire.begin.tool, input: {} });
        game = { gameId: result.gameId as string, position: wire.decode(result[wire.stateField] as string) };
      }
      const legal = legalIn(wire, game.position);
      if (legal.length === 0) {
        game = null;
        continue;
      }
      const step = { position: wire.encode(game.position), move: rng.pick(legal) };
      const played = wire.apply.play(game.position, step.move, rng);
      if (!played.ok) throw new Error(played.reason);
      const { gameId } = game;
      game = { gameId, position: played.position };
      return { name: wire.apply.tool, input: inputOf(wire, step, gameId), position: step.position };
    }
  };
}

/** Each in turn. */
function inTurn<T>(list: readonly T[]): () => T {
  let at = 0;
  return () => list[at++ % list.length] as T;
}

for (const wire of wires.filter(({ gameType }) => gameType === (process.env.ONLY ?? gameType))) {
  const { legal, apply, stateField } = wire;
  const steps = middles(wire);
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
    return { name: apply.tool, input: inputOf(wire, step), position: step.position };
  };
  await compare(`${apply.tool}, not kept`, move, 'bench_echo');
  if (wire.keepsGames) await compare(`${apply.tool}, kept`, keptMoves(wire), 'bench_keep');
}
agent.destroy();
await server.stop();
await database.stop();
