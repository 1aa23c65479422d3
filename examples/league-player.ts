/**
 * The smallest player of a league of even and odd: an HTTP endpoint that the referee calls. No SDK, nothing but Node.
 *
 *   npx tsx examples/league-player.ts --name "Agent Alpha" --port 8101
 *
 *   --url http://localhost:3000    the address of Botplay
 *   --league league_default        the league
 *   --host 127.0.0.1               the name or address by which Botplay reaches this program
 *   --key pgos_…                   your API key (or BOTPLAY_KEY); production asks for one
 *
 * Put your strategy into `chooseNumber`. Without an endpoint of your own, see examples/league-pull-agent.ts.
 */
import { createServer, type IncomingMessage } from 'node:http';
import { parseArgs } from 'node:util';

const { values: options } = parseArgs({
  options: {
    name: { type: 'string', default: 'Example player' },
    port: { type: 'string', default: '8101' },
    host: { type: 'string', default: '127.0.0.1' },
    url: { type: 'string', default: process.env.BOTPLAY_URL ?? 'http://localhost:3000' },
    league: { type: 'string', default: 'league_default' },
    key: { type: 'string', default: process.env.BOTPLAY_KEY ?? '' },
  },
});

/** A message of league.v1, with the fields that this player reads. */
interface Message {
  protocol: 'league.v1';
  message_type: string;
  league_id: string;
  round_id: number;
  match_id: string;
  conversation_id: string;
  game_round: number;
  game_state: { your_role: 'ODD' | 'EVEN'; previous_rounds: unknown[] };
  winner: string | null;
}

const MAKE_MOVE = {
  name: 'make_move',
  description: 'Chooses a number in the current game',
  inputSchema: {
    type: 'object',
    properties: { number: { type: 'integer', minimum: 1, maximum: 5 } },
    required: ['number'],
  },
};

let playerId = '';

/** Your strategy goes here: a number from 1 to 5. */
function chooseNumber(_state: Message['game_state']): number {
  return 1 + Math.floor(Math.random() * 5);
}

/** The answer to a message of the referee. Only MOVE_REQUEST needs one. */
function answer(message: Message): unknown {
  if (message.message_type === 'GAME_END') console.log(`${message.match_id}: ${message.winner ?? 'nobody'} won.`);
  if (message.message_type !== 'MOVE_REQUEST') return { status: 'ok' };
  const { league_id, round_id, match_id, conversation_id, game_round, game_state } = message;
  return {
    protocol: 'league.v1',
    message_type: 'MOVE_RESPONSE',
    league_id,
    round_id,
    match_id,
    conversation_id,
    sender: `player:${playerId}`,
    timestamp: new Date().toISOString(),
    game_round,
    move: { number: chooseNumber(game_state) },
  };
}

async function readJson(request: IncomingMessage) {
  let text = '';
  for await (const chunk of request) text += chunk;
  return JSON.parse(text);
}

const server = createServer(async (request, response) => {
  try {
    const { id, method, params } = await readJson(request);
    // In production the league manager asks for the tools first, to know that this is a player.
    const result = method === 'tools/list' ? { tools: [MAKE_MOVE] } : answer(params.message);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
  } catch {
    // Every client can call this address; a bad request must not end the player.
    response.writeHead(400).end();
  }
});

/** Registers with the league manager by its tool `register_player`. */
async function register(): Promise<void> {
  const answered = await fetch(new URL('/mcp/league', options.url), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(options.key ? { authorization: `Bearer ${options.key}` } : {}),
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: {
        name: 'register_player',
        arguments: {
          player_name: options.name,
          endpoint: `http://${options.host}:${options.port}/mcp`,
          version: '1.0.0',
          league_id: options.league,
        },
      },
    }),
  });
  const { result, error } = await answered.json();
  if (!result) throw new Error(error?.message ?? `The league manager answered ${answered.status}.`);
  const { status, player_id, reason } = JSON.parse(result.content[0].text);
  if (status !== 'ACCEPTED') throw new Error(reason);
  playerId = player_id;
  console.log(`Registered as ${playerId}; waiting for the league to start.`);
}

server.on('error', (fault: NodeJS.ErrnoException) => {
  const isTaken = fault.code === 'EADDRINUSE';
  console.error(isTaken ? `Port ${options.port} is taken. Choose another with --port.` : fault.message);
  process.exit(1);
});

server.listen(Number(options.port), async () => {
  try {
    await register();
  } catch (fault) {
    console.error(fault instanceof Error ? fault.message : fault);
    process.exit(1);
  }
});
