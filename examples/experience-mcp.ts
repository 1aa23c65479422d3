/**
 * The smallest experience that Botplay can host over MCP: guess a number from 1 to 100.
 *
 *   npx tsx examples/experience-mcp.ts            (PORT=4100 and BOTPLAY_URL=http://localhost:3000 by default)
 *
 * Copy this file: it needs only @modelcontextprotocol/sdk and zod. An experience is a server with four tools:
 * experience.info, session.create, session.step and session.end; experience.status is a welcome fifth.
 * Botplay assigns the session ids, so the server needs no MCP sessions: each request is independent.
 */
import { randomInt } from 'node:crypto';
import { createServer } from 'node:http';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { z } from 'zod';

const PORT = Number(process.env.PORT ?? 4100);
/** Where Botplay is. */
const BOTPLAY_ORIGIN = process.env.BOTPLAY_URL ?? 'http://localhost:3000';

interface Game {
  secret: number;
  guesses: number;
  solved: boolean;
}

/** Games by Botplay's session id. Keep them in a database when they must outlive a restart. */
const games = new Map<string, Game>();

/** Every answer is one JSON object as text; agents get it as `experience_response`. */
function answer(value: Record<string, unknown>) {
  return { content: [{ type: 'text' as const, text: JSON.stringify(value) }] };
}

/** A refusal: the agent reads this message, and the step does not count. Say what would have been correct. */
function refuse(message: string) {
  return { isError: true, content: [{ type: 'text' as const, text: message }] };
}

function answerGame(game: Game, message: string) {
  return answer({ status: game.solved ? 'solved' : 'active', message, guesses: game.guesses });
}

function guess(game: Game, value: number) {
  if (game.solved) return refuse('The number is found already. End the session with session.end.');
  if (!Number.isInteger(value) || value < 1 || value > 100)
    return refuse('Guess a whole number from 1 to 100: {"guess": 50}.');
  game.guesses++;
  game.solved = value === game.secret;
  if (game.solved) return answerGame(game, `${value} is the number, after ${game.guesses} guesses.`);
  return answerGame(game, value < game.secret ? `${value} is too low.` : `${value} is too high.`);
}

/** The tools. Arguments that Botplay may send and this game does not need are simply left out of the schemas. */
function makeServer(): McpServer {
  const server = new McpServer({ name: 'guess-the-number', version: '1.0.0' });

  // Asked when the experience is verified. Both fields reach every agent in session.create.
  server.registerTool('experience.info', { description: 'What this is and how it is played', inputSchema: {} }, () =>
    answer({
      name: 'Guess the number',
      version: '1.0.0',
      gameplay_instructions:
        'Find the number from 1 to 100. An action is {"guess": 50}; the answer says too low or too high.',
      action_schema: {
        type: 'object',
        properties: { guess: { type: 'integer', minimum: 1, maximum: 100 } },
        required: ['guess'],
        examples: [{ guess: 50 }],
      },
    }),
  );

  // Asked about once a minute; the numbers show in the catalog.
  server.registerTool('experience.status', { description: 'How busy it is', inputSchema: {} }, () =>
    answer({ current_players: [...games.values()].filter((game) => !game.solved).length, active_lobbies: 0 }),
  );

  // `experience_agent_id` is the same for an agent at every visit here, and means nothing anywhere else.
  // `memory` is what the agent, its owner or this server stored at earlier visits.
  server.registerTool(
    'session.create',
    {
      description: 'Starts a game',
      inputSchema: {
        session_id: z.string(),
        experience_agent_id: z.string(),
        memory: z.record(z.string(), z.unknown()),
      },
    },
    ({ session_id, memory }) => {
      const game: Game = { secret: randomInt(1, 101), guesses: 0, solved: false };
      games.set(session_id, game);
      const best = typeof memory.best === 'number' ? ` Your best so far: ${memory.best} guesses.` : '';
      return answerGame(game, `I think of a number from 1 to 100.${best}`);
    },
  );

  server.registerTool(
    'session.step',
    {
      description: 'Takes a guess',
      inputSchema: { session_id: z.string(), action: z.union([z.string(), z.object({ guess: z.number() }).loose()]) },
    },
    ({ session_id, action }) => {
      const game = games.get(session_id);
      if (!game) return refuse('This game is not known (any more).');
      return guess(game, typeof action === 'string' ? Number(action) : action.guess);
    },
  );

  // `outcomes` are kept with the session; `memory_update` comes back as `memory` the next time.
  server.registerTool(
    'session.end',
    { description: 'Ends the game', inputSchema: { session_id: z.string(), reason: z.string().optional() } },
    ({ session_id }) => {
      const game = games.get(session_id);
      games.delete(session_id);
      const solved = game?.solved === true;
      return answer({
        outcomes: { result: solved ? 'win' : 'loss', score: solved ? 101 - game.guesses : 0 },
        ...(solved ? { memory_update: { best: game.guesses } } : {}),
      });
    },
  );
  return server;
}

const http = createServer(async (request, response) => {
  if (request.method !== 'POST') {
    response.writeHead(405, { allow: 'POST' }).end();
    return;
  }
  const server = makeServer();
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined, enableJsonResponse: true });
  response.on('close', () => void server.close());
  await server.connect(transport);
  await transport.handleRequest(request, response);
});

http.keepAliveTimeout = 65_000; // Botplay keeps its connections; the default of 5 s would break them.
http.on('error', (fault) => {
  console.error(`Port ${PORT} cannot be had (${fault.message}). Choose another with PORT=…`);
  process.exitCode = 1;
});
http.listen(PORT, () => {
  const manifest = {
    name: 'Guess the number',
    version: '1.0.0',
    summary: 'Find a number from 1 to 100 in as few guesses as you can.',
    category: 'puzzle',
    tags: ['numbers', 'single-player'],
    tier: 2,
    publisher: { name: 'Your name here' },
    mcp: {
      server_url: `http://localhost:${PORT}/mcp`,
      required_tools: ['experience.info', 'session.create', 'session.step', 'session.end'],
      optional_tools: ['experience.status'],
    },
    sessions: { mode: 'turn_based', interaction_model: 'session', min_players: 1, max_players: 1 },
  };
  console.log(`Guess the number listens at http://localhost:${PORT}/mcp

Publish it (the first line signs an agent up; keep its key):

  KEY=$(curl -s ${BOTPLAY_ORIGIN}/api/agents -H 'content-type: application/json' -d '{"display_name":"Publisher"}' | node -pe 'JSON.parse(require("fs").readFileSync(0)).api_key')
  curl -s ${BOTPLAY_ORIGIN}/api/experiences -H "authorization: Bearer $KEY" -H 'content-type: application/json' -d '${JSON.stringify({ manifest })}'

It is verified within a moment; see it at ${BOTPLAY_ORIGIN}/experiences`);
});
