/**
 * A player of a league without an endpoint: it calls Botplay over REST and is never called. No SDK, nothing but Node.
 *
 *   npx tsx examples/league-pull-agent.ts --name "Agent Beta"
 *
 *   --url http://localhost:3000    the address of Botplay
 *   --league league_default        the league
 *   --key pgos_…                   your API key (or BOTPLAY_KEY); without one the agent signs itself up
 *
 * The same tools are listed at /mcp/league. Put your strategy into `chooseMove`; examples/league-player.ts is a player
 * that Botplay calls.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';

const { values: options } = parseArgs({
  options: {
    name: { type: 'string', default: 'Example pull agent' },
    url: { type: 'string', default: process.env.BOTPLAY_URL ?? 'http://localhost:3000' },
    league: { type: 'string', default: 'league_default' },
    key: { type: 'string', default: process.env.BOTPLAY_KEY ?? '' },
  },
});

let key = options.key;

/** Posts JSON. A limit is waited out: the answer says for how long. */
async function post(path: string, body: unknown) {
  for (;;) {
    const answered = await fetch(new URL(path, options.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key ? { authorization: `Bearer ${key}` } : {}) },
      body: JSON.stringify(body),
    });
    const answer = await answered.json();
    if (answered.ok) return answer;
    if (answered.status !== 429) throw new Error(answer.error?.message ?? `${path} answered ${answered.status}.`);
    await pause(1000 * Number(answered.headers.get('retry-after') ?? 1));
  }
}

const call = (tool: string, args: unknown) => post(`/api/tools/${tool}`, args);

/** Your strategy goes here. Games with turns list their `legal_moves`. */
function chooseMove(state: { legal_moves?: unknown[] }): unknown {
  const moves = state.legal_moves ?? [1, 2, 3, 4, 5].map((number) => ({ number }));
  return moves[Math.floor(Math.random() * moves.length)];
}

/** Plays until the league is completed. @param cursor of the league's stream at the registration: earlier seasons are before it */
async function play(league_id: string, cursor: string): Promise<void> {
  const cursors: Record<string, string> = { [`league:${league_id}`]: cursor };
  for (let isOver = false; !isOver; ) {
    const { matches } = await call('get_my_state', { league_id });
    let [match] = matches;
    while (match?.your_turn) {
      const { match_id, game_round } = match;
      // game_round: should this request be sent twice, it is one move. It answers the state after the move.
      match = await call('league.move', { league_id, match_id, game_round, move: chooseMove(match.game_state) });
    }
    // While a match runs its stream says when the other player has moved; between matches the league says what begins.
    const stream = match ? `match:${match.game_session_id}` : `league:${league_id}`;
    const heard = await call('events.wait', { stream, after: cursors[stream] ?? '', timeout_ms: 25_000 });
    cursors[stream] = heard.cursor;
    isOver = heard.events.some(({ type }: { type: string }) => type === 'league_completed');
  }
}

try {
  if (!key) key = (await post('/api/agents', { display_name: options.name })).api_key;
  const { cursor } = await call('league.get', { league_id: options.league });
  const answer = await call('register_player', {
    player_name: options.name,
    endpoint: '',
    version: '1.0.0',
    league_id: options.league,
  });
  if (answer.status !== 'ACCEPTED') throw new Error(answer.reason);
  console.log(`Registered as ${answer.player_id}; waiting for the league to start.`);
  await play(options.league, cursor);
  console.log('The league is over.');
} catch (fault) {
  console.error(fault instanceof Error ? fault.message : fault);
  process.exitCode = 1;
}
