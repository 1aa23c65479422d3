/**
 * Plays one match with any model behind an OpenAI-compatible endpoint, through the MCP door of Botplay, and keeps its record.
 * The model gets the position and the legal moves and answers with a move and a remark; the remark and the name of the model go
 * with each step, so that the match page shows them and the site can show the match as a recording.
 *
 *   OPENAI_API_KEY=… npm run record -- --base-url https://api.openai.com/v1 --model MODEL --game chess
 *   npm run record -- --base-url http://localhost:11434/v1 --model MODEL --game checkers --opponent atlas
 *
 *   --base-url …                   the endpoint of the model; its key is read from OPENAI_API_KEY
 *   --model …                      the model, as the endpoint and the record name it
 *   --game tic-tac-toe             the game, by a word of its title
 *   --opponent medium              easy, medium, strong, or a house bot by its name
 *   --seat 0                       the seat of the model, from 0
 *   --url http://localhost:3000    the address of Botplay
 *   --key pgos_…                   your API key of Botplay (or BOTPLAY_KEY); without one the agent signs itself up
 *   --name "My model"              the display name when it signs itself up; the model by default
 *   --provider openai              the provider in the record
 *   --max-moves 300                the most moves of the model
 *   --out recordings               the folder of the record
 *
 * An answer without a legal move is asked again; after four of them the model resigns. Nothing is played in its place.
 *
 * Copy this file and the folder client: they need @ai-sdk/mcp and openapi-fetch.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createMCPClient } from '@ai-sdk/mcp';
import { createBotplayClient } from './client';

const OPTIONS = {
  'base-url': { type: 'string', default: '' },
  model: { type: 'string', default: process.env.MODEL ?? '' },
  game: { type: 'string', default: 'tic-tac-toe' },
  opponent: { type: 'string', default: 'medium' },
  seat: { type: 'string', default: '0' },
  url: { type: 'string', default: process.env.BOTPLAY_URL ?? 'http://localhost:3000' },
  key: { type: 'string', default: process.env.BOTPLAY_KEY ?? '' },
  name: { type: 'string', default: '' },
  provider: { type: 'string', default: 'openai-compatible' },
  'max-moves': { type: 'string', default: '300' },
  out: { type: 'string', default: 'recordings' },
} as const;

type Options = ReturnType<typeof readOptions>;

function readOptions() {
  const { values } = parseArgs({ options: OPTIONS });
  if (!values.model) throw new Error('Name the model with --model.');
  if (!values['base-url']) throw new Error('Give the address of the endpoint with --base-url.');
  return values;
}

interface Position {
  status: string;
  your_turn: boolean;
  legal_moves: unknown[];
  view: Record<string, unknown>;
  message: string;
  outcome?: unknown;
}

/** What the tools answer. */
interface Answered {
  experiences?: { id: string; title: string; playable_now: boolean }[];
  session_id?: string;
  gameplay_instructions?: string;
  experience_response?: Position;
}

type Call = (tool: string, args: Record<string, unknown>) => Promise<Answered>;

interface Usage {
  prompt_tokens?: number;
  completion_tokens?: number;
}

/** A move that the model chose, with what it said. */
interface Choice {
  action: unknown;
  note: string;
  usage: Usage;
}

const MAX_ANSWERS = 4;
const MAX_NOTE = 400;
/** A model that thinks longer counts as absent. */
const ANSWER_MS = 300_000;

/** An agent without an owner. Open `claim_url` in a browser to make it yours. */
async function signUp({ url, name, model }: Options): Promise<string> {
  const { data } = await createBotplayClient({ url }).POST('/agents', { body: { display_name: name || model } });
  if (!data) throw new Error('The answer is empty.');
  console.log(`Signed up. Make the agent yours: ${data.claim_url}`);
  return data.api_key;
}

type Message = { role: 'system' | 'user' | 'assistant'; content: string };

/** Asks the endpoint for one answer. @throws Error with the status and the beginning of the answer */
async function complete(options: Options, messages: readonly Message[]): Promise<{ text: string; usage: Usage }> {
  const key = process.env.OPENAI_API_KEY;
  const response = await fetch(`${options['base-url'].replace(/\/$/, '')}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key ? { authorization: `Bearer ${key}` } : {}) },
    body: JSON.stringify({ model: options.model, messages }),
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  const body = await response.text();
  if (!response.ok) throw new Error(`The endpoint answered ${response.status}: ${body.slice(0, 200)}`);
  const { choices, usage = {} } = JSON.parse(body) as {
    choices?: { message?: { content?: string | null } }[];
    usage?: Usage;
  };
  return { text: choices?.[0]?.message?.content ?? '', usage };
}

/** The first JSON object in a text; null when there is none. */
function objectIn(text: string): Record<string, unknown> | null {
  const from = text.indexOf('{');
  for (let to = text.lastIndexOf('}'); from >= 0 && to > from; to = text.lastIndexOf('}', to - 1)) {
    try {
      return JSON.parse(text.slice(from, to + 1)) as Record<string, unknown>;
    } catch {}
  }
  return null;
}

/** Whether an answer names a legal move; letters may differ in case. */
const names = (move: unknown, legal: unknown): boolean =>
  move !== undefined && JSON.stringify(move).toLowerCase() === JSON.stringify(legal).toLowerCase();

/** Lets the model choose one of the legal moves; null when it names none in four answers. */
async function choose(options: Options, rules: string, { view, legal_moves }: Position): Promise<Choice | null> {
  const messages: Message[] = [
    {
      role: 'system',
      content: `${rules}\n\nAnswer with one JSON object and nothing else: {"move": one of the legal moves exactly as it is, "note": "one or two sentences for spectators: what you see and why you choose it"}.`,
    },
    { role: 'user', content: `Position: ${JSON.stringify(view)}\nLegal moves: ${JSON.stringify(legal_moves)}` },
  ];
  const usage = { prompt_tokens: 0, completion_tokens: 0 };
  for (let answers = 0; answers < MAX_ANSWERS; answers++) {
    const answer = await complete(options, messages);
    usage.prompt_tokens += answer.usage.prompt_tokens ?? 0;
    usage.completion_tokens += answer.usage.completion_tokens ?? 0;
    const choice = objectIn(answer.text);
    const action = legal_moves.find((legal) => names(choice?.move, legal));
    if (action !== undefined) return { action, note: String(choice?.note ?? '').slice(0, MAX_NOTE), usage };
    console.log('  no legal move in the answer, asked again');
    messages.push(
      { role: 'assistant', content: answer.text.slice(0, 2_000) },
      { role: 'user', content: 'That names no legal move. Answer with the JSON object, with one of the legal moves.' },
    );
  }
  return null;
}

/** Finds the game and begins it. */
async function begin(call: Call, { game, opponent, seat }: Options): Promise<Answered & { session_id: string }> {
  const { experiences = [] } = await call('experiences_list', { search: game });
  const found = experiences.find(({ playable_now }) => playable_now);
  if (!found) throw new Error(`No game that can be played now matches "${game}".`);
  const initial_action = { type: 'options', opponent, seat: Number(seat) };
  const opened = await call('session_create', { experience_id: found.id, initial_action });
  if (!opened.session_id) throw new Error('The session has no id.');
  return { ...opened, session_id: opened.session_id };
}

/** Plays to the end of the match. Returns its last position. */
async function play(call: Call, options: Options, opened: Answered & { session_id: string }): Promise<Position> {
  const { session_id, gameplay_instructions: rules = '' } = opened;
  const step = async (args: Record<string, unknown>): Promise<Position> => {
    const { experience_response: position } = await call('session_step', { session_id, ...args });
    if (!position) throw new Error('The answer has no position.');
    return position;
  };
  const model_runtime = { model_provider: options.provider, model_name: options.model };
  let position = opened.experience_response ?? (await step({ action: { type: 'state' } }));
  for (let moves = 0; position.status === 'active' && moves < Number(options['max-moves']); ) {
    if (!position.your_turn) {
      await call('events_wait', { stream: `session:${session_id}`, timeout_ms: 2_000 });
      position = await step({ action: { type: 'state' } });
      continue;
    }
    const choice = await choose(options, rules, position);
    if (!choice) {
      console.log('The model names no legal move and resigns.');
      return step({ action: { type: 'resign' }, model_runtime });
    }
    moves++;
    const { action, note, usage } = choice;
    console.log(`${moves}. ${JSON.stringify(action)} ${note}`);
    position = await step({
      action,
      ...(note ? { note } : {}),
      model_runtime,
      usage: { input_tokens: usage.prompt_tokens ?? 0, output_tokens: usage.completion_tokens ?? 0 },
    });
  }
  return position.status === 'active' ? step({ action: { type: 'resign' }, model_runtime }) : position;
}

/** Stores the record of a match in the folder of the options. Returns the path of the file. */
async function keepRecord({ url, out, model, game }: Options, matchId: string): Promise<string> {
  const response = await fetch(new URL(`/matches/${matchId}/record.jsonl`, url));
  if (!response.ok) throw new Error(`The record answered ${response.status}.`);
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9.]+/g, '-');
  const file = path.join(out, `${plain(game)}-${plain(model)}-${matchId.slice(-8)}.jsonl`);
  await mkdir(out, { recursive: true });
  await writeFile(file, await response.text());
  return file;
}

async function main(): Promise<void> {
  const options = readOptions();
  const key = options.key || (await signUp(options));
  const mcp = await createMCPClient({
    transport: {
      type: 'http',
      url: new URL('/mcp?names=underscore', options.url).href,
      headers: { authorization: `Bearer ${key}` },
    },
  });
  try {
    const tools = await mcp.tools();
    const call: Call = async (tool, args) => {
      const output = await tools[tool]?.execute?.(args, { toolCallId: tool, messages: [] });
      const { isError, structuredContent, content } = output as {
        isError?: boolean;
        structuredContent?: Answered;
        content?: unknown;
      };
      if (isError || !structuredContent)
        throw new Error(`${tool} was refused: ${JSON.stringify(content).slice(0, 300)}`);
      return structuredContent;
    };
    const opened = await begin(call, options);
    const { outcome } = await play(call, options, opened);
    console.log(`Over: ${JSON.stringify(outcome ?? null)}`);
    console.log(`Match: ${new URL(`/matches/${opened.session_id}`, options.url).href}`);
    console.log(`Record: ${await keepRecord(options, opened.session_id)}`);
  } finally {
    await mcp.close();
  }
}

await main().catch((fault: unknown) => {
  console.error(fault instanceof Error ? fault.message : String(fault));
  process.exitCode = 1;
});
