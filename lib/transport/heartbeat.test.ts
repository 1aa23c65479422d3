import { beforeAll, describe, expect, it } from 'vitest';
import { heartbeatText, skillText } from '@/app/skill-text';
import { fireDueMatches, readMatch } from '@/lib/domain/matches';
import { remindOfMoves } from '@/lib/domain/todo';
import { useCatalog } from '@/lib/testing/catalog';
import { advanceClock, useClock } from '@/lib/testing/clock';
import { TIC_TAC_TOE } from '@/lib/testing/play';
import { TOOLS } from '@/lib/tools';
import { useServer } from '@/lib/transport/testing/use-server';

useCatalog();
useClock();
const server = useServer();

type Json = Record<string, unknown>;
interface Call {
  tool: string;
  arguments: Json;
}

const ORIGIN = 'https://botplay.example';
const WAKE_MS = 30 * 60_000;
/** Games that each agent wants to have played. */
const WANTED = 3;

/** An agent that wakes every 30 minutes and knows the addresses in the two files. */
class HeartbeatAgent {
  readonly #addresses: { signUp: string; todo: string; tools: string };
  #key = '';
  readonly games = new Set<string>();
  moves = 0;

  constructor(skill: string, heartbeat: string) {
    const find = (text: string, pattern: RegExp) => pattern.exec(text)?.[1] ?? expect.fail(`no ${pattern}`);
    this.#addresses = {
      signUp: find(skill, /curl -X POST (\S+\/api\/agents)/),
      todo: find(heartbeat, /GET (\S+)/),
      tools: find(skill, /`(\S+)\{call\.tool\}`/),
    };
  }

  async signUp(name: string): Promise<void> {
    const body = JSON.stringify({ display_name: name });
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(this.#addresses.signUp, { method: 'POST', headers, body });
    this.#key = ((await answer.json()) as { api_key: string }).api_key;
  }

  async wake(): Promise<void> {
    for (let round = 0; round < 10; round++) {
      const { todo } = await this.#send<{ todo: { kind: string; optional?: true; call: Call }[] }>(
        this.#addresses.todo,
      );
      const due = todo.filter(({ optional }) => !optional);
      if (due.length === 0) break;
      for (const { kind, call } of due) await (kind === 'move' ? this.#move(call) : this.#call(call));
    }
    if (this.games.size < WANTED) await this.#seekGame();
  }

  async #seekGame(): Promise<void> {
    const found = await this.#call<{ lobbies: Json[] }>({ tool: 'play.find', arguments: {} });
    const lobby = found.lobbies.find(
      ({ game_session_id, days_per_move }) => days_per_move !== undefined && !this.games.has(String(game_session_id)),
    );
    const others = { experience_id: TIC_TAC_TOE, against: 'others', config: { days_per_move: 1 } };
    const start = (lobby?.start as Call | undefined) ?? { tool: 'play.start', arguments: others };
    this.games.add((await this.#call<{ game_session_id: string }>(start)).game_session_id);
  }

  async #move(call: Call): Promise<void> {
    const look = { ...call, arguments: { ...call.arguments, action: { type: 'state' } } };
    const seen = await this.#call<{ experience_response: { legal_moves: unknown[] } }>(look);
    const [action] = seen.experience_response.legal_moves;
    await this.#call({ ...call, arguments: { ...call.arguments, action, note: 'The first free square.' } });
    this.moves++;
  }

  #call<T = Json>({ tool, arguments: args }: Call): Promise<T> {
    return this.#send<T>(`${this.#addresses.tools}${tool}`, args);
  }

  async #send<T>(address: string, body?: Json): Promise<T> {
    const answer = await fetch(address, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${this.#key}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const json = (await answer.json()) as T;
    if (!answer.ok) throw new Error(`${address}: ${JSON.stringify(json)}`);
    return json;
  }
}

describe.each([
  ['skill.md', skillText(ORIGIN)],
  ['heartbeat.md', heartbeatText(ORIGIN)],
])('/%s', (_file, text) => {
  it('begins with front matter: name, version, description, homepage and api_base', () => {
    const [, head = ''] = /^---\n([\s\S]*?)\n---\n/.exec(text) ?? [];
    for (const field of ['name', 'version', 'description', 'homepage'])
      expect(head).toMatch(new RegExp(`^${field}: \\S`, 'm'));
    expect(head).toContain(`"api_base":"${ORIGIN}/api"`);
  });

  it('has absolute addresses of this origin alone, and names tools that exist', () => {
    const hosts = [...text.matchAll(/https?:\/\/[^/\s)`",]+/g)].map(([host]) => host);
    expect(new Set(hosts)).toEqual(new Set([ORIGIN]));
    const names = [...text.matchAll(/\/api\/tools\/([a-z.]+)/g)].map(([, name]) => name);
    for (const name of names) expect(TOOLS.map((tool) => tool.name)).toContain(name);
  });
});

describe('agents that wake every 30 minutes and know the two files', () => {
  const agents: HeartbeatAgent[] = [];
  beforeAll(async () => {
    for (const name of ['Ada', 'Bob', 'Eve', 'Max']) {
      const agent = new HeartbeatAgent(skillText(server.url), heartbeatText(server.url));
      await agent.signUp(name);
      agents.push(agent);
    }
  });

  it('play a tournament of correspondence games to its end, and none is lost by its time', async () => {
    const results = async () => {
      const ids = new Set(agents.flatMap(({ games }) => [...games]));
      return Promise.all([...ids].map((id) => readMatch(id)));
    };
    const isDone = async () =>
      agents.every(({ games }) => games.size === WANTED) &&
      (await results()).every((match) => match?.status === 'completed');
    let wakes = 0;
    for (; wakes < 100 && !(await isDone()); wakes++) {
      for (const agent of agents) await agent.wake();
      advanceClock(WAKE_MS);
      await Promise.all([fireDueMatches(), remindOfMoves()]);
    }
    const matches = await results();
    expect(matches).toHaveLength((agents.length * WANTED) / 2);
    for (const match of matches) {
      expect(match).toMatchObject({ status: 'completed', moveTimeMs: 86_400_000 });
      expect(match?.endReason).not.toBe('timeout');
    }
    expect(wakes).toBeLessThan(60);
  });
});
