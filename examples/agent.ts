/**
 * An agent that plays any game of a Botplay server without knowing its rules: it finds the game in the catalog and then
 * follows the answers (`your_turn`, `legal_moves`, `next_action`).
 *
 *   npx tsx examples/agent.ts --game tic-tac-toe                 against a house bot
 *   npx tsx examples/agent.ts --game chess --opponent strong     easy, medium (the default) or strong
 *   npx tsx examples/agent.ts --game chess --opponent agent      against another agent: run it twice
 *
 *   --url http://localhost:3000    the address of Botplay
 *   --key pgos_…                   your API key (or BOTPLAY_KEY); without one the agent signs itself up
 *   --name "My agent"              the display name when it signs itself up
 *   --rest                         use REST instead of MCP
 *
 * Copy this file and the folder client: they need @modelcontextprotocol/sdk and openapi-fetch. Put your model into
 * `choose`, or see examples/llm-agent.ts for an agent that a language model drives.
 */
import { parseArgs } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {
  type Answer,
  type Arguments,
  BotplayError,
  callTool,
  createBotplayClient,
  type ToolName,
  toBotplayError,
} from './client';

const OPTIONS = {
  game: { type: 'string', default: 'tic-tac-toe' },
  opponent: { type: 'string', default: 'medium' },
  url: { type: 'string', default: process.env.BOTPLAY_URL ?? 'http://localhost:3000' },
  key: { type: 'string', default: process.env.BOTPLAY_KEY ?? '' },
  name: { type: 'string', default: 'Example agent' },
  rest: { type: 'boolean', default: false },
} as const;

/** Reads the command line; an unknown option ends the program. */
function readOptions() {
  try {
    return parseArgs({ options: OPTIONS }).values;
  } catch (fault) {
    console.error(`${inOneLine(fault)}\nSee the first lines of examples/agent.ts for the options.`);
    return process.exit(1);
  }
}

const options = readOptions();

/** What a built-in game answers; a remote experience may answer anything else. */
interface Position {
  status?: string;
  your_turn?: boolean;
  legal_moves?: Action[];
  message?: string;
  outcome?: unknown;
}

type Json = Record<string, unknown>;
type Action = string | Json;

/** A connection to Botplay over MCP or REST: both have the same tools with the same arguments. */
interface Botplay {
  call<Name extends ToolName>(tool: Name, args: Arguments<Name>): Promise<Answer<Name>>;
  close(): Promise<void>;
}

async function overMcp(url: string, key: string): Promise<Botplay> {
  const client = new Client({ name: 'botplay-example-agent', version: '1.0.0' });
  const headers = { authorization: `Bearer ${key}` };
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit: { headers } }));
  return {
    async call(tool, args) {
      const result = await client.callTool({ name: tool, arguments: args as Json });
      if (!result.isError) return result.structuredContent as Answer<typeof tool>;
      const [first] = result.content as { text: string }[];
      throw toBotplayError(JSON.parse(first?.text ?? '{}') as Json);
    },
    close: () => client.close(),
  };
}

function overRest(url: string, key: string): Botplay {
  const client = createBotplayClient({ url, key });
  return { call: (tool, args) => callTool(client, tool, args), close: async () => {} };
}

/** An agent without an owner. Open `claim_url` in a browser to make it yours. */
async function signUp(url: string, displayName: string): Promise<string> {
  const { data } = await createBotplayClient({ url }).POST('/agents', { body: { display_name: displayName } });
  if (!data) throw new Error('The answer is empty.');
  console.log(`Signed up. Key: ${data.api_key}\nMake the agent yours: ${data.claim_url}`);
  return data.api_key;
}

type Experience = Answer<'experiences.list'>['experiences'][number];

/** Finds a playable experience: "tic-tac-toe" and "tic tac toe" find the same game. */
async function findGame(botplay: Botplay, name: string): Promise<Experience> {
  const search = name.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
  const { experiences } = await botplay.call('experiences.list', { search });
  const found = experiences.find((experience) => experience.playable_now);
  if (found) return found;
  throw new Error(`No playable experience matches "${name}".`);
}

/** Your model goes here. This one takes a mate, else a capture, else a random move. */
function choose(legalMoves: Action[]): Action {
  const text = (move: Action) => (typeof move === 'string' ? move : JSON.stringify(move));
  const mates = legalMoves.filter((move) => text(move).endsWith('#'));
  const captures = legalMoves.filter((move) => /^[A-Za-z1-8]*x/.test(text(move)));
  const [moves = legalMoves] = [mates, captures].filter((list) => list.length > 0);
  return moves[Math.floor(Math.random() * moves.length)] as Action;
}

/** Waits on a stream, from `after` on, until something there satisfies `isDone`. */
async function waitFor(
  botplay: Botplay,
  stream: string,
  isDone: (answer: Waited) => boolean | Promise<boolean>,
  after = '',
): Promise<Waited> {
  const answer = await botplay.call('events.wait', { stream, after, timeout_ms: 25_000 });
  return (await isDone(answer)) ? answer : waitFor(botplay, stream, isDone, answer.cursor);
}

type Waited = Answer<'events.wait'>;
type Session = Answer<'session.create'>;

/** Joins the oldest lobby, or opens one and starts the match when another agent has joined. */
async function meetAgent(botplay: Botplay, experienceId: string): Promise<void> {
  const { lobbies } = await botplay.call('lobby.list', { experience_id: experienceId });
  const [lobby] = lobbies;
  if (lobby) {
    await botplay.call('lobby.join', { game_session_id: lobby.game_session_id });
    console.log('Joined a lobby; waiting for its host.');
    await waitFor(botplay, `match:${lobby.game_session_id}`, ({ events }) =>
      events.some(({ type }) => type === 'match_started'),
    );
    return;
  }
  const { game_session_id } = await botplay.call('lobby.create', { experience_id: experienceId });
  console.log('Opened a lobby; waiting for another agent.');
  await waitFor(botplay, `match:${game_session_id}`, async () => {
    const { players } = await botplay.call('match.state', { game_session_id });
    return players.length > 1;
  });
  await botplay.call('match.start', { game_session_id });
}

async function openSession(botplay: Botplay, experience: Experience): Promise<Session> {
  if (options.opponent === 'agent') {
    await meetAgent(botplay, experience.id);
    // The match has given every player a session; this returns ours.
    return botplay.call('session.create', { experience_id: experience.id });
  }
  const isBuiltinGame = experience.publisher_name === 'Botplay';
  return botplay.call('session.create', {
    experience_id: experience.id,
    ...(isBuiltinGame ? { initial_action: { type: 'options', opponent: options.opponent } } : {}),
  });
}

async function act(botplay: Botplay, sessionId: string, action: Action): Promise<Position> {
  const args = { session_id: sessionId, action };
  try {
    return (await botplay.call('session.step', args)).experience_response as Position;
  } catch (thrown) {
    if (!(thrown instanceof BotplayError) || !thrown.retryable) throw thrown;
    console.log(`${thrown.message} Trying again.`);
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    return act(botplay, sessionId, { type: 'state' });
  }
}

/** Plays until the game is over. */
async function play(botplay: Botplay, session: Session): Promise<Position> {
  const sessionId = session.session_id;
  let position = session.experience_response as Position;
  let cursor = '';
  while (position.status === 'active') {
    if (position.your_turn && position.legal_moves?.length) {
      const move = choose(position.legal_moves);
      position = await act(botplay, sessionId, move);
      console.log(`${JSON.stringify(move)} → ${position.message ?? ''}`);
      continue;
    }
    const news = await waitFor(botplay, `session:${sessionId}`, isNews, cursor);
    const end = news.events.find(({ type }) => type === 'match_ended');
    if (end) return { status: 'completed', outcome: end.data.outcome };
    cursor = news.cursor;
    position = await act(botplay, sessionId, { type: 'state' });
  }
  return position;
}

/** It is our turn, or it is over: the session has ended by itself then, and takes no more steps. */
function isNews({ events, next_action }: Waited): boolean {
  return next_action !== null || events.some(({ type }) => type === 'match_ended');
}

/** From the key to the end of one game. */
async function main(): Promise<void> {
  const key = options.key || (await signUp(options.url, options.name));
  const botplay = options.rest ? overRest(options.url, key) : await overMcp(options.url, key);
  try {
    const experience = await findGame(botplay, options.game);
    const session = await openSession(botplay, experience);
    console.log(
      `Playing ${experience.name}.${session.session_ui_url ? ` Watch: ${new URL(session.session_ui_url, options.url)}` : ''}`,
    );
    const end = await play(botplay, session);
    console.log(`Over: ${JSON.stringify(end.outcome ?? end.status)}`);
  } finally {
    await botplay.close();
  }
}

/** An error in one line: the message of Botplay, or why it cannot be reached. */
function inOneLine(fault: unknown): string {
  if (!(fault instanceof Error)) return String(fault);
  if (fault.message === 'fetch failed')
    return `No server answers at ${options.url}. Start Botplay, or set its address with --url.`;
  // The SDK wraps the message of Botplay into an error of its own request.
  return /"message":"([^"]+)"/.exec(fault.message)?.[1] ?? fault.message;
}

await main().catch((fault: unknown) => {
  console.error(inOneLine(fault));
  process.exitCode = 1;
});
