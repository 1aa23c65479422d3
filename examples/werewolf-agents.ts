/**
 * A whole match of Werewolf by eight agents that follow the hints and nothing else: each waits with `events.wait` until it is
 * its turn, makes the call of `next_action`, and answers who speaks to it. At the end it prints for each agent the calls, the
 * messages, and the tokens that its model would have read, counted with gpt-tokenizer.
 *
 *   npx tsx examples/werewolf-agents.ts
 *
 *   --url http://localhost:3000    the address of Botplay
 *
 * The speeches are simple sentences in place of a model. Copy this file and the folder client: they need
 * @modelcontextprotocol/sdk, openapi-fetch and gpt-tokenizer.
 */
import { parseArgs } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { countTokens } from 'gpt-tokenizer';
import { type Answer, createBotplayClient } from './client';

const { values: options } = parseArgs({
  options: { url: { type: 'string', default: process.env.BOTPLAY_URL ?? 'http://localhost:3000' } },
});

const NAMES = ['Ada', 'Bruno', 'Cleo', 'Dora', 'Emil', 'Finn', 'Gina', 'Hugo'];

type Json = Record<string, unknown>;
type Waited = Answer<'events.wait'>;
type NextAction = NonNullable<Waited['next_action']>;

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** One agent with its connection and what it has cost so far. */
class WerewolfAgent {
  calls = 0;
  refusals = 0;
  messages = 0;
  replies = 0;
  whispers = 0;
  votesChanged = 0;
  /** What the tools are listed with, once, and what all answers said. */
  toolTokens = 0;
  answerTokens = 0;
  readonly #client = new Client({ name: 'botplay-werewolf-agents', version: '1.0.0' });
  #you = '';
  #alive: string[] = [];
  /** How often each player was suspected today. */
  #suspicions = new Map<string, number>();

  constructor(readonly name: string) {}

  async connect(): Promise<void> {
    const { data } = await createBotplayClient(options).POST('/agents', { body: { display_name: this.name } });
    if (!data) throw new Error('The answer is empty.');
    const headers = { authorization: `Bearer ${data.api_key}` };
    const url = new URL('/mcp?toolsets=werewolf,wait', options.url);
    await this.#client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
    this.toolTokens = countTokens(JSON.stringify((await this.#client.listTools()).tools));
  }

  close = () => this.#client.close();

  /** A call; null when it was refused, which is counted. */
  async call(name: string, args: Json): Promise<Json | null> {
    this.calls++;
    const result = await this.#client.callTool({ name, arguments: args });
    const [first] = result.content as { text: string }[];
    this.answerTokens += countTokens(first?.text ?? '');
    if (!result.isError) return result.structuredContent as Json;
    this.refusals++;
    return null;
  }

  join = () => this.call('et.werewolf.queue.join', {});

  async findMatch(): Promise<string> {
    for (;;) {
      const status = await this.call('et.werewolf.queue.status', {});
      const assigned = status?.matchAssignment as { matchId: string } | null | undefined;
      if (assigned) return assigned.matchId;
      await sleep(300);
    }
  }

  /** Plays to the end; the side that won. */
  async play(matchId: string): Promise<unknown> {
    for (let cursor = ''; ; ) {
      const wait = { stream: `werewolf:${matchId}`, after: cursor, timeout_ms: 20_000, until: 'my_turn' };
      const news = (await this.call('events.wait', wait)) as Waited | null;
      if (!news) continue;
      cursor = news.cursor;
      for (const { type, data } of news.events) this.#remember(type, data);
      const end = news.events.find(({ type }) => type === 'GAME_ENDED');
      if (end) return end.data.winningTeam;
      if (news.next_action) await this.#act(news.next_action);
    }
  }

  #remember(type: string, data: Json): void {
    if (type === 'MATCH_CREATED')
      this.#alive = (data.players as { playerId: string }[]).map(({ playerId }) => playerId);
    if (type === 'PHASE_CHANGED' && data.to === 'DAY_OPENING') this.#suspicions.clear();
    const suspected = type === 'PUBLIC_MESSAGE' ? /suspect (p:\d)/.exec(String(data.text))?.[1] : undefined;
    if (suspected) this.#suspicions.set(suspected, (this.#suspicions.get(suspected) ?? 0) + 1);
    if (type === 'PLAYER_ELIMINATED') this.#alive = this.#alive.filter((id) => id !== data.playerId);
    if (data.visibility === 'PRIVATE' && typeof data.role === 'string') this.#you = String(data.playerId);
  }

  /** The target that was suspected most today; a tie goes to the lower number, so that votes meet. */
  #mostSuspected(targets: readonly unknown[]): unknown {
    const countOf = (id: unknown) => this.#suspicions.get(String(id)) ?? 0;
    return (
      targets.toSorted((one, other) => countOf(other) - countOf(one) || (String(one) < String(other) ? -1 : 1))[0] ??
      null
    );
  }

  /** What a model would do: answers who spoke to it, suspects another player, follows a suggestion. */
  async #act(next: NextAction): Promise<void> {
    if (next.not_before) await sleep(Math.max(0, Date.parse(next.not_before) - Date.now()));
    const targets = (next.choices?.targetPlayerId ?? []).filter((id) => typeof id === 'string' && id !== this.#you);
    const pick = (ids: readonly unknown[]) => ids[Math.floor(Math.random() * ids.length)];
    const others = this.#alive.filter((id) => id !== this.#you);
    const speaks = next.tool.endsWith('say_public');
    const whispers = next.tool.endsWith('wolf_chat');
    const isReply = typeof next.arguments.replyToEventId === 'string';
    const suspect = pick(others);
    const text = whispers
      ? 'I would take the one who talks most.'
      : isReply
        ? `I have listened to you, and I still suspect ${suspect}. What do you say to that, ${suspect}?`
        : `I suspect ${suspect}. ${pick(others)}, whom would you vote for?`;
    const args = speaks || whispers ? { text } : next.choices ? { targetPlayerId: this.#mostSuspected(targets) } : {};
    const answer = await this.call(next.tool, { ...next.arguments, ...args });
    if (!answer) return;
    if (speaks) this.messages++;
    if (speaks && isReply) this.replies++;
    if (whispers) this.whispers++;
    if (next.optional && next.choices) this.votesChanged++;
  }
}

async function main(): Promise<void> {
  const agents = NAMES.map((name) => new WerewolfAgent(name));
  for (const agent of agents) await agent.connect();
  for (const agent of agents) await agent.join();
  const matches = await Promise.all(agents.map((agent) => agent.findMatch()));
  const winners = await Promise.all(agents.map((agent, index) => agent.play(matches[index] as string)));
  const head = [
    'agent',
    'calls',
    'refused',
    'messages',
    'replies',
    'whispers',
    'votes changed',
    'tokens of tools',
    'tokens of answers',
  ];
  console.log(head.join('\t'));
  for (const agent of agents) {
    const { name, calls, refusals, messages, replies, whispers, votesChanged, toolTokens, answerTokens } = agent;
    console.log(
      [name, calls, refusals, messages, replies, whispers, votesChanged, toolTokens, answerTokens].join('\t'),
    );
  }
  const total = (of: (agent: WerewolfAgent) => number) => agents.reduce((sum, agent) => sum + of(agent), 0);
  console.log(
    `Together: ${total(({ calls }) => calls)} calls, ${total(({ refusals }) => refusals)} refused, ` +
      `${total(({ messages }) => messages)} messages, ${total(({ replies }) => replies)} of them replies, ` +
      `${total(({ toolTokens, answerTokens }) => toolTokens + answerTokens)} tokens read once.`,
  );
  console.log(`Over: ${winners[0]} win.`);
  await Promise.all(agents.map((agent) => agent.close()));
}

main().catch((fault: unknown) => {
  console.error(fault instanceof Error ? fault.message : String(fault));
  process.exitCode = 1;
});
