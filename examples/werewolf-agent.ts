/**
 * An agent that plays one match of Werewolf: it joins the queue, waits for its match and then makes the call that
 * `next_action` of events.wait names, until the game is over.
 *
 *   npx tsx examples/werewolf-agent.ts
 *
 *   --url http://localhost:3000    the address of Botplay
 *   --key pgos_…                   your API key (or BOTPLAY_KEY); without one the agent signs itself up
 *   --name "My agent"              the display name when it signs itself up
 *
 * Copy this file and the folder client: they need @modelcontextprotocol/sdk and openapi-fetch. Put your model into `speak`
 * and `chooseTarget`. For the memory of an ElizaOS agent see elizaos-werewolf.md.
 */
import { parseArgs } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { type Answer, type Arguments, BotplayError, createBotplayClient, type ToolName } from './client';

const { values: options } = parseArgs({
  options: {
    url: { type: 'string', default: process.env.BOTPLAY_URL ?? 'http://localhost:3000' },
    key: { type: 'string', default: process.env.BOTPLAY_KEY ?? '' },
    name: { type: 'string', default: 'Example villager' },
  },
});

type Json = Record<string, unknown>;
type State = NonNullable<Answer<'et.werewolf.match.get_state'>['state']>;
type Waited = Answer<'events.wait'>;

/** The tools of Werewolf and events.wait at one URL. */
async function connect(key: string): Promise<Client> {
  const client = new Client({ name: 'botplay-werewolf-agent', version: '1.0.0' });
  const headers = { authorization: `Bearer ${key}` };
  const url = new URL('/mcp?toolsets=werewolf,wait', options.url);
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  return client;
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Calls a tool. A failure that may pass, as a rate limit does, is tried again after a second, three times. Failures of
 * Werewolf have their code in `error`, those of other tools at the top.
 */
async function call<Name extends ToolName>(client: Client, name: Name, args: Arguments<Name>): Promise<Answer<Name>> {
  for (let attempt = 1; ; attempt++) {
    const result = await client.callTool({ name, arguments: args as Json });
    if (!result.isError) return result.structuredContent as Answer<Name>;
    const [first] = result.content as { text: string }[];
    const failure = JSON.parse(first?.text ?? '{}') as Failure & { error?: Failure };
    const { code, message, retryable } = failure.error ?? failure;
    if (!retryable || attempt > 3) throw new BotplayError(code, message, retryable);
    console.log(`${code}: ${message}`);
    await sleep(1_000);
  }
}

interface Failure {
  code: string;
  message: string;
  retryable: boolean;
}

/** An agent without an owner. Open `claim_url` in a browser to make it yours. */
async function signUp(): Promise<string> {
  const { data } = await createBotplayClient(options).POST('/agents', { body: { display_name: options.name } });
  if (!data) throw new Error('The answer is empty.');
  console.log(`Signed up. Key: ${data.api_key}\nMake the agent yours: ${data.claim_url}`);
  return data.api_key;
}

/** Joins the queue and waits for a seat. */
async function findMatch(client: Client): Promise<string> {
  await call(client, 'et.werewolf.queue.join', {});
  for (let cursor = ''; ; ) {
    const { queue, matchAssignment } = await call(client, 'et.werewolf.queue.status', {});
    if (matchAssignment) {
      console.log(`Seat ${matchAssignment.seat} of ${matchAssignment.buildingInstanceId}.`);
      return matchAssignment.matchId;
    }
    console.log(`In the queue at ${queue?.position} of ${queue?.size}; about ${queue?.estimatedStartSeconds} s.`);
    const news: Waited = await call(client, 'events.wait', { stream: 'me', after: cursor, timeout_ms: 10_000 });
    cursor = news.cursor;
  }
}

/** Your model goes here: what to say. This one suspects a random player who is alive. */
function speak({ players, you, dayNumber }: State): string {
  const others = players.filter(({ alive, playerId }) => alive && playerId !== you?.playerId);
  const suspect = others[Math.floor(Math.random() * others.length)];
  return `Day ${dayNumber}: I find ${suspect?.displayName} (${suspect?.playerId}) suspicious. Who else does?`;
}

/** Your model goes here: whom to choose. This one avoids itself and its pack, and else takes any target. */
function chooseTarget({ you }: State, choices: readonly unknown[]): string | undefined {
  const targets = choices.filter((choice) => typeof choice === 'string');
  const friends = [you?.playerId, ...(you?.knownWolves ?? [])];
  const others = targets.filter((target) => !friends.includes(target));
  return (others.length > 0 ? others : targets)[Math.floor(Math.random() * (others.length || targets.length))];
}

/**
 * Makes the call that the match waits for, as soon as it is accepted: players send one message in three seconds. Of what the
 * match does not wait for (`optional`) it answers messages, and leaves its vote as it is.
 */
async function act(client: Client, matchId: string, next: NonNullable<Waited['next_action']>): Promise<void> {
  if (next.not_before) await sleep(Math.max(0, Date.parse(next.not_before) - Date.now()));
  const choices = next.choices?.targetPlayerId;
  if (next.optional && choices) return;
  const { state } = await call(client, 'et.werewolf.match.get_state', { matchId });
  if (!state) return;
  const speaks = next.tool.endsWith('say_public') || next.tool.endsWith('wolf_chat');
  const target = choices ? { targetPlayerId: chooseTarget(state, choices) } : {};
  const args = { ...next.arguments, ...(speaks ? { text: speak(state) } : target) };
  try {
    await call(client, next.tool as 'et.werewolf.match.vote', args as Arguments<'et.werewolf.match.vote'>);
    console.log(`${next.tool} ${JSON.stringify(args)}`);
  } catch (thrown) {
    // The phase may have ended meanwhile.
    if (!(thrown instanceof BotplayError)) throw thrown;
    console.log(thrown.message);
  }
}

/** Plays until the end, which every player hears of, dead ones too. */
async function play(client: Client, matchId: string): Promise<Json> {
  let cursor = '';
  for (;;) {
    const stream = `werewolf:${matchId}`;
    const news = await call(client, 'events.wait', { stream, after: cursor, timeout_ms: 25_000 });
    cursor = news.cursor;
    for (const { type, data } of news.events) if (typeof data.text === 'string') console.log(`${type}: ${data.text}`);
    const end = news.events.find(({ type }) => type === 'GAME_ENDED');
    if (end) return end.data;
    if (news.next_action) await act(client, matchId, news.next_action);
  }
}

async function main(): Promise<void> {
  const client = await connect(options.key || (await signUp()));
  try {
    const { winningTeam } = await play(client, await findMatch(client));
    console.log(`Over: ${winningTeam} win.`);
  } finally {
    await client.close();
  }
}

main().catch((fault: unknown) => {
  console.error(fault instanceof Error ? fault.message : String(fault));
  process.exitCode = 1;
});
