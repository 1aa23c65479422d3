import { randomUUID } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import { moveResponse } from '@/lib/domain/leagues/testing/push-player';
import type { Json } from '../fixtures/agent';

/** A call that has no answer by then is tried again; long polls are not used here. */
const CALL_MS = 2_500;
const RETRY_MS = 100;
const SUBSCRIBE_MS = 5_000;
/** After a refused subscription: a socket may send some messages a second. */
const REFUSED_MS = 1_000;
/** A pair moves this often, at most. */
const MOVE_MS = 120;
/** How pages connect (components/live/connection.ts). */
const SOCKET = {
  transports: ['websocket'],
  timeout: 4_000,
  reconnectionDelay: 400,
  reconnectionDelayMax: 5_000,
  randomizationFactor: 0.5,
  forceNew: true,
};
const LEAGUE_PLAYERS = 6;

/** One call that was answered. */
interface Answered {
  status: number;
  body: Json;
}

/** Counts of calls, for the table. */
export interface CallCounts {
  repeated: number;
  /** Calls that failed twice, one right after the other: a client that tries once more sees them. */
  failedTwice: string[];
}

/** A match that agents play, with what was acknowledged. */
export interface PlayedMatch {
  id: string;
  /** The moves that were acknowledged, in order. */
  moves: string[];
  isOver: boolean;
}

/** What a spectator has seen of a stream. */
interface Followed {
  /** The position from which it follows. */
  from: string | null;
  ids: string[];
  /** Whether it has seen the end of the match; it does not follow further. */
  isOver: boolean;
}

/** A socket may follow 40 streams and send few messages a second. */
const MAX_FOLLOWED = 20;
const FOLLOW_EVERY_MS = 1_000;

/** A spectator: one socket that follows streams, as a page does. */
class Spectator {
  readonly #socket: Socket;
  readonly #followed = new Map<string, Followed>();
  #lostAtMs: number | null = null;
  #followedAtMs = 0;
  /** How long each lost connection took to be back with all its streams. */
  readonly returnsMs: { lostAtMs: number; tookMs: number }[] = [];

  constructor(url: string) {
    this.#socket = io(`${url}/watch`, SOCKET);
    this.#socket.on('event', (event: Json) => this.#take(event));
    this.#socket.on('disconnect', () => {
      this.#lostAtMs ??= Date.now();
    });
    this.#socket.on('draining', () => {
      this.#socket.disconnect();
      setTimeout(() => this.#socket.connect(), 300 + Math.random() * 1_500);
    });
    this.#socket.on('connect', () => void this.#subscribeAll());
  }

  /** Follows a match, unless it follows many or has just begun to follow another one. */
  follow(stream: string): void {
    const open = [...this.#followed.values()].filter(({ isOver }) => !isOver);
    if (open.length >= MAX_FOLLOWED || Date.now() - this.#followedAtMs < FOLLOW_EVERY_MS) return;
    this.#followedAtMs = Date.now();
    this.#followed.set(stream, { from: null, ids: [], isOver: false });
    if (this.#socket.connected) void this.#subscribe(stream, this.#socket.id);
  }

  /** Forgets what it has seen of a match. */
  forget = (stream: string) => void this.#followed.delete(stream);

  seen = (stream: string): Followed | undefined => this.#followed.get(stream);

  close = () => void this.#socket.close();

  #take({ stream, id, type }: Json): void {
    const followed = this.#followed.get(stream);
    if (!followed || followed.isOver) return;
    followed.ids.push(id);
    if (type !== 'match_ended') return;
    followed.isOver = true;
    this.#socket.emit('unsubscribe', { stream });
  }

  async #subscribeAll(): Promise<void> {
    const open = [...this.#followed].filter(([, { isOver }]) => !isOver);
    await Promise.all(open.map(([stream]) => this.#subscribe(stream, this.#socket.id)));
    if (this.#lostAtMs === null || !this.#socket.connected) return;
    this.returnsMs.push({ lostAtMs: this.#lostAtMs, tookMs: Date.now() - this.#lostAtMs });
    this.#lostAtMs = null;
  }

  /** Subscribes on this connection until it is answered: the next one subscribes by itself, and twice would be sent twice. */
  async #subscribe(stream: string, connection: string | undefined): Promise<void> {
    const followed = this.#followed.get(stream);
    if (!followed) return;
    const after = followed.ids.at(-1) ?? followed.from;
    const request = { stream, view: 'public', ...(after === null ? {} : { after }) };
    const isFollowing = await new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => resolve(false), SUBSCRIBE_MS);
      // An answer that comes late counts too: the events after it are on their way.
      this.#socket.emit('subscribe', request, (answer: Json) => {
        clearTimeout(timer);
        if (answer?.cursor) followed.from ??= answer.cursor;
        resolve(Boolean(answer?.cursor));
      });
    });
    if (isFollowing) return;
    await pause(REFUSED_MS);
    if (this.#socket.connected && this.#socket.id === connection) await this.#subscribe(stream, connection);
  }
}

/** Pairs of agents that play, spectators that follow them, and a league that the referee plays with endpoints here. */
export class Load {
  readonly counts: CallCounts = { repeated: 0, failedTwice: [] };
  readonly matches: PlayedMatch[] = [];
  readonly leagues: string[] = [];
  /** Answers that no failure explains: a load that met one stopped there. */
  readonly errors: string[] = [];
  readonly #url: string;
  /** Where the players of the league listen. */
  readonly #address: string;
  readonly spectators: Spectator[];
  /** When a move of each pair was acknowledged. */
  readonly #acks = new Map<number, number[]>();
  #isOver = false;
  #running: Promise<unknown>[] = [];
  #leaguePlayers: http.Server | null = null;

  constructor(url: string, address: string, spectators: number) {
    this.#url = url;
    this.#address = address;
    this.spectators = Array.from({ length: spectators }, () => new Spectator(url));
  }

  async start(pairs: number): Promise<void> {
    const first = await this.#register();
    const { experiences } = await this.call(first, 'GET', '/experiences?search=Tic-tac-toe');
    const experienceId = experiences.find((one: Json) => one.name === 'Tic-tac-toe').id;
    for (let pair = 0; pair < pairs; pair++) {
      const agents = [await this.#register(), await this.#register()] as const;
      this.#acks.set(pair, []);
      this.#run(this.#playPair(pair, agents, experienceId));
    }
    const players = await Promise.all(Array.from({ length: LEAGUE_PLAYERS }, () => this.#register()));
    this.#run(this.#playLeagues(first, players));
  }

  #run(playing: Promise<void>): void {
    this.#running.push(playing.catch((error: unknown) => void this.errors.push(String(error))));
  }

  /** Ends: matches under way are played to their end first. */
  async finish(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#running);
    for (const spectator of this.spectators) spectator.close();
    this.#leaguePlayers?.closeAllConnections();
    this.#leaguePlayers?.close();
  }

  /** The longest time from `fromMs` on in which no move of a pair was acknowledged. */
  longestStallMs(fromMs: number, toMs = Date.now()): number {
    const stalls = [...this.#acks.values()].map((times) => {
      const within = [fromMs, ...times.filter((at) => at > fromMs && at < toMs), toMs];
      return Math.max(...within.slice(1).map((at, index) => at - (within[index] ?? at)));
    });
    return Math.max(...stalls);
  }

  /** The longest time that a spectator whose connection was lost since then took to be back; 0 when none was lost. */
  longestReturnMs = (fromMs: number): number =>
    Math.max(
      0,
      ...this.spectators.flatMap(({ returnsMs }) =>
        returnsMs.filter(({ lostAtMs }) => lostAtMs >= fromMs).map(({ tookMs }) => tookMs),
      ),
    );

  async #register(): Promise<string> {
    const { api_key } = await this.call(null, 'POST', '/agents', {
      display_name: `Player ${randomUUID().slice(0, 8)}`,
    });
    return api_key;
  }

  /** Calls until there is an answer that is no failure of the platform, always with the same key. @throws Error for 4xx */
  async call(apiKey: string | null, method: string, path: string, body?: unknown): Promise<Json> {
    const key = randomUUID();
    let failures = 0;
    for (;;) {
      const answer = await this.#once(apiKey, method, path, { body, key });
      if (typeof answer !== 'string' && answer.status < 400) return answer.body;
      const code = typeof answer === 'string' ? '' : answer.body?.error?.code;
      const mayPass =
        typeof answer === 'string' || answer.status >= 500 || answer.status === 429 || code === 'IDEMPOTENCY_CONFLICT';
      const text =
        typeof answer === 'string' ? answer : `${answer.status} ${JSON.stringify(answer.body).slice(0, 300)}`;
      if (!mayPass) throw new Error(`${method} ${path}: ${text}`);
      failures++;
      if (failures === 1) this.counts.repeated++;
      if (failures === 2) this.counts.failedTwice.push(`${method} ${path}: ${text}`);
      await pause(RETRY_MS);
    }
  }

  /** One try; the reason where there was no answer. */
  async #once(
    apiKey: string | null,
    method: string,
    path: string,
    { body, key }: { body: unknown; key: string },
  ): Promise<Answered | string> {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(new Error(`no answer in ${CALL_MS} ms`)), CALL_MS);
    try {
      const answer = await fetch(`${this.#url}/api${path}`, {
        method,
        signal: late.signal,
        headers: {
          ...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(method === 'GET' || path === '/agents' ? {} : { 'idempotency-key': key }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      return { status: answer.status, body: text.startsWith('{') ? JSON.parse(text) : text.slice(0, 100) };
    } catch (error) {
      const { cause, message } = error as Error;
      return cause instanceof Error ? cause.message : message;
    } finally {
      clearTimeout(timer);
    }
  }

  async #playPair(pair: number, agents: readonly [string, string], experienceId: string): Promise<void> {
    while (!this.#isOver) await this.#playMatch(pair, agents, experienceId);
  }

  async #playMatch(pair: number, [host, guest]: readonly [string, string], experienceId: string): Promise<void> {
    const { game_session_id: id } = await this.call(host, 'POST', '/lobbies', { experience_id: experienceId });
    const match: PlayedMatch = { id, moves: [], isOver: false };
    for (const spectator of this.spectators) spectator.follow(`match:${id}`);
    await this.call(guest, 'POST', `/lobbies/${id}/join`, {});
    await this.#startMatch(host, id);
    this.matches.push(match);
    const { players } = await this.call(host, 'GET', `/matches/${id}`);
    const cells = ['A', 'B', 'C'].flatMap((column) => ['1', '2', '3'].map((row) => column + row));
    for (let turn = 0; !match.isOver; turn++) {
      const [cell = ''] = cells.splice(Math.floor(Math.random() * cells.length), 1);
      const began = Date.now();
      const path = `/sessions/${players[turn % 2].session_id}/step`;
      const { experience_response: answer } = await this.call(turn % 2 === 0 ? host : guest, 'POST', path, {
        action: cell,
      });
      match.moves.push(cell);
      this.#acks.get(pair)?.push(Date.now());
      match.isOver = answer.status !== 'active' || cells.length === 0;
      await pause(Math.max(0, MOVE_MS - (Date.now() - began)));
    }
  }

  /**
   * Starts a match. Where the primary was killed between the start and its answer, the answer to a repeated call says that the match runs
   * (docs/decisions/0022-repeated-and-racing-calls.md).
   */
  async #startMatch(host: string, id: string): Promise<void> {
    await this.call(host, 'POST', `/matches/${id}/start`, {}).catch((error: Error) => {
      if (!error.message.includes('lobby_not_waiting')) throw error;
    });
  }

  /** Leagues one after the other; every player answers immediately. */
  async #playLeagues(organizer: string, keys: readonly string[]): Promise<void> {
    const ids = new Map<string, string>();
    const players = http.createServer(async (request, response) => {
      let text = '';
      for await (const chunk of request) text += chunk;
      const { id, method, params } = JSON.parse(text);
      const message = params?.message;
      const isMove = message?.message_type === 'MOVE_REQUEST';
      const result =
        method === 'tools/list'
          ? { tools: [{ name: 'make_move', inputSchema: { type: 'object' } }] }
          : isMove
            ? moveResponse(message, ids.get(request.url ?? '') ?? '', { number: 1 + (message.game_round % 5) })
            : { status: 'ok' };
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
    });
    this.#leaguePlayers = players;
    await new Promise<void>((resolve) => players.listen(0, this.#address, resolve));
    const { port } = players.address() as AddressInfo;
    const body = { name: 'Under failures', rounds_to_win: 2, max_rounds: 3, time_limit_seconds: 30 };
    while (!this.#isOver) {
      const { league_id } = await this.call(organizer, 'POST', '/leagues', {
        ...body,
        name: `Under failures ${this.leagues.length + 1}`,
      });
      for (const [index, key] of keys.entries()) {
        const path = `/player/${league_id}/${index}`;
        ids.set(path, await this.#enter(key, league_id, `http://${this.#address}:${port}${path}`, `Player ${index}`));
      }
      await this.call(organizer, 'POST', `/leagues/${league_id}/start`, {});
      this.leagues.push(league_id);
      while ((await this.call(organizer, 'GET', `/leagues/${league_id}`)).status !== 'completed') await pause(500);
    }
  }

  /** Registers a player. When the answer of the first try was lost, the league says which player it is. */
  async #enter(apiKey: string, leagueId: string, endpoint: string, name: string): Promise<string> {
    const call = { name: 'register_player', arguments: { player_name: name, endpoint, league_id: leagueId } };
    for (;;) {
      const answer = await fetch(`${this.#url}/mcp/league`, {
        method: 'POST',
        signal: AbortSignal.timeout(CALL_MS),
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call }),
      })
        .then((response) => response.json() as Promise<Json>)
        .catch(() => null);
      const { player_id, reason } = JSON.parse(answer?.result?.content?.[0]?.text ?? '{}');
      if (player_id) return player_id;
      if (reason) {
        const { players } = await this.call(apiKey, 'GET', `/leagues/${leagueId}`);
        const own = players.find(({ display_name }: Json) => display_name === name);
        if (own) return own.player_id;
        throw new Error(`register_player: ${reason}`);
      }
      await pause(RETRY_MS);
    }
  }
}
