/**
 * How many bytes does one act store, and how many does the server send for it? Of a message of Werewolf, a move of chess, a round of
 * a league, a call through the relay and a step on a remote experience.
 * Stored: what tables and their indexes have grown by, after VACUUM, with every table that grew. Sent: the body of the answer to the
 * agent that acts, and what one reader gets. Reference: 1.5 KB stored and 1.2 KB sent for a message of 500 characters, the longest. `--only werewolf`
 * (chess, league, relay, remote): this act alone.
 */
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { io } from 'socket.io-client';
import WebSocket from 'ws';
import type { AnyGame } from '@/lib/core/game';
import { Rng } from '@/lib/core/rng';
import { firstPartyExperienceId } from '@/lib/domain/catalog';
import { gameById } from '@/lib/games';
import { startBuilt } from './harness/built';
import { benchDatabase } from './harness/database';
import { productVariables } from './harness/environment';
import { figure, report } from './harness/report';
import { sized } from './harness/size';
import { growthOf, measureTables } from './harness/table-sizes';

const MESSAGES = sized(480, 16);
const MOVES = sized(200, 8);
const CALLS = sized(200, 8);
const STEPS = sized(400, 8);
const LEAGUES = sized(5, 1);
const LEAGUE_PLAYERS = 6;
const MESSAGE_CHARS = 500;
const MAX_STORED = 1_500;
const MAX_SENT = 1_200;
const SPECTATORS = 3;
/** Below the limit of frames of a connection. */
const PAUSE_MS = 6;

const chess = gameById('chess') as AnyGame;

const database = await benchDatabase();
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const bytesOf = (text: string) => Buffer.byteLength(text);

/** Bytes of one act. */
interface Measured {
  act: string;
  stored: number;
  sent: number;
}

/** Bytes that were sent for acts, by who got them. */
type Sent = Record<string, number>;

/** Runs acts, and prints what each of them stores by table and sends by reader. Returns the sums. */
async function measure(
  act: string,
  { url, acts }: { url: string; acts: number },
  run: () => Promise<Sent>,
): Promise<Measured> {
  const sizes = await measureTables(url);
  const before = await sizes.read();
  const sent = await run();
  const after = await sizes.read();
  await sizes.end();
  const growth = growthOf(before, after, acts);
  const stored = growth.reduce((sum, { rows, indexes }) => sum + rows + indexes, 0);
  console.log(`\n${act}: ${figure(stored)} bytes stored (mean of ${acts})`);
  for (const { table, rows, indexes } of growth)
    console.log(
      `  ${table.padEnd(26)} ${figure(rows + indexes).padStart(7)}  rows ${figure(rows)}, indexes ${figure(indexes)}`,
    );
  console.log(`  ${'write-ahead log'.padEnd(26)} ${figure((after.wal - before.wal) / acts).padStart(7)}  not kept`);
  for (const [reader, bytes] of Object.entries(sent))
    console.log(`  ${`sent: ${reader}`.padEnd(60)} ${figure(bytes / acts)}`);
  return { act, stored, sent: Object.values(sent).reduce((sum, bytes) => sum + bytes, 0) / acts };
}

/** Calls of tools over REST, with what `fetch` accepts; `bytes` are of the bodies of their answers as they come. */
function restClient(url: string, apiKey: string) {
  const client = {
    bytes: 0,
    // biome-ignore lint/suspicious/noExplicitAny: each tool answers its own fields.
    async call(tool: string, args: object = {}): Promise<any> {
      const answer = await fetch(`${url}/api/tools/${tool}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify(args),
      });
      const text = await answer.text();
      client.bytes += Number(answer.headers.get('content-length') ?? bytesOf(text));
      if (!answer.ok) throw new Error(`${tool} answered ${answer.status}: ${text}`);
      return JSON.parse(text);
    },
  };
  return client;
}

/** A spectator with what a browser offers; `bytes` are those that come in on its connection, frames with their heads. */
async function openSpectator(url: string, stream: string) {
  const socket = io(`${url}/watch`, { transports: ['websocket'], forceNew: true });
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  await socket.emitWithAck('subscribe', { stream });
  const { ws } = socket.io.engine.transport as unknown as { ws: { _socket: Socket } };
  const bytesBefore = ws._socket.bytesRead;
  const spectator = {
    events: 0,
    socket,
    get bytes() {
      return ws._socket.bytesRead - bytesBefore;
    },
  };
  socket.on('event', () => spectator.events++);
  return spectator;
}

const SENTENCES = [
  'I slept badly and heard steps on the stairs well before dawn.',
  'Mila was the first to accuse the baker, and nobody asked her why.',
  'If the doctor had saved anyone we would have heard it by now.',
  'My vote yesterday was a mistake, and I would rather say so than hide it.',
  'Two of you have changed your story since the opening, and I wrote it down.',
  'Quiet people are not wolves because they are quiet, so give me a reason.',
  'Let us hear the seer before the vote, even if that puts a target on them.',
  'I trust Jonas less with every sentence, because he answers questions with questions.',
  'The one who wanted the quick vote gains the most if we get this wrong.',
  'Compare what Vera said about the night with what she says now.',
  'There are six of us left, and a wrong vote today loses the game.',
];

/** A different text of 500 characters for each message, as players write. */
function messageText(index: number): string {
  const sentences = SENTENCES.map((_, at) => SENTENCES[(index * 7 + at * (1 + (index % 9))) % SENTENCES.length]);
  return `${index}. ${sentences.join(' ')} ${sentences.toReversed().join(' ')}`.slice(0, MESSAGE_CHARS);
}

type Rest = ReturnType<typeof restClient>;

const SHORT = { LOBBY: 1, NIGHT: 1, DAY_ANNOUNCE: 1, DAY_OPENING: 1 };
const startGames = () =>
  startBuilt<{ url: string; apiKeys: string[] }>('bench/serve-werewolf.ts', {
    variables: {
      ...productVariables(database.url),
      EXHIBITION: 'false',
      WEREWOLF_FILL_WITH_BOTS_AFTER_S: '0',
      WEREWOLF_PHASE_MS: JSON.stringify({ ...SHORT, DAY_DISCUSSION: 86_400_000 }),
    },
  });

/** Seats eight agents, and waits for their first discussion. */
async function startDiscussion(agents: readonly Rest[]): Promise<{ matchId: string; living: Rest[] }> {
  let matchId = '';
  for (const agent of agents) matchId = (await agent.call('et.werewolf.queue.join')).matchAssignment?.matchId ?? '';
  for (;;) {
    const { state } = (await agents[0]?.call('et.werewolf.match.get_state', { matchId })) ?? {};
    if (state.phase === 'DAY_DISCUSSION') {
      const players: { alive: boolean }[] = state.players;
      return { matchId, living: agents.filter((_, seat) => players[seat]?.alive) };
    }
    await pause(600);
  }
}

async function measureWerewolf(): Promise<Measured> {
  const { ready, stop } = await startGames();
  const agents = ready.apiKeys.map((key) => restClient(ready.url, key));
  const { matchId, living } = await startDiscussion(agents);
  const spectators = await Promise.all(
    Array.from({ length: SPECTATORS }, () => openSpectator(ready.url, `werewolf:${matchId}`)),
  );
  const limits = new pg.Client({ connectionString: database.url });
  await limits.connect();
  const act = `a message of Werewolf of ${MESSAGE_CHARS} characters`;
  const measured = await measure(act, { url: database.url, acts: MESSAGES }, async () => {
    for (const agent of agents) agent.bytes = 0;
    for (let index = 0; index < MESSAGES; index++) {
      // The limit of one message in three seconds is not what is measured.
      await limits.query('UPDATE rate_limits SET points = 0');
      await living[index % living.length]?.call('et.werewolf.match.say_public', { matchId, text: messageText(index) });
    }
    while (spectators.some(({ events }) => events < MESSAGES)) await pause(20);
    return {
      'the answer to the player that speaks (REST, body)': agents.reduce((sum, { bytes }) => sum + bytes, 0),
      'one spectator (Socket.IO, frame)': spectators[0]?.bytes ?? 0,
    };
  });
  for (const { socket } of spectators) socket.disconnect();
  await limits.end();
  await stop();
  return measured;
}

async function registerAgent(url: string): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${url}/api/agents`, { method: 'POST', headers, body: '{}' });
  return ((await answer.json()) as { api_key: string }).api_key;
}

/** Two agents play chess in lobbies, by the moves of a game that is played here beside it. */
async function playChess(url: string, moves: number): Promise<Sent> {
  const keys = await Promise.all([registerAgent(url), registerAgent(url)]);
  const [white, black] = keys.map((key) => restClient(url, key)) as [Rest, Rest];
  const rng = new Rng({ seed: '00'.repeat(32), drawn: 0 });
  const sent = { answers: 0, frames: 0 };
  for (let played = 0; played < moves; ) {
    const { game_session_id } = await white.call('lobby.create', { experience_id: firstPartyExperienceId('chess') });
    await black.call('lobby.join', { game_session_id });
    const { session_id: own } = await white.call('match.start', { game_session_id });
    const { players } = await white.call('match.state', { game_session_id });
    const other = players.find((player: { session_id: string }) => player.session_id !== own).session_id;
    const sessions = [own, other];
    const watcher = await openSpectator(url, `match:${game_session_id}`);
    let { state } = chess.setup({ options: chess.options.parse({}), seats: 2, rng });
    let events = 0;
    for (let side = 0; !chess.outcome(state) && played < moves; side = 1 - side, played++, events++) {
      const legal = chess.legalMoves(state, side);
      const action = legal[(played * 13) % legal.length];
      const mover = side === 0 ? white : black;
      mover.bytes = 0;
      await mover.call('session.step', { session_id: sessions[side], action });
      sent.answers += mover.bytes;
      const applied = chess.apply(state, side, chess.move.parse(action), rng);
      if (!applied.ok) throw new Error(applied.reason);
      state = applied.state;
    }
    while (watcher.events < events) await pause(20);
    sent.frames += watcher.bytes;
    watcher.socket.disconnect();
    if (played >= moves) await white.call('match.abort', { game_session_id });
  }
  return { 'the answer to the player (REST, body)': sent.answers, 'one spectator (Socket.IO, frames)': sent.frames };
}
async function measureChess(): Promise<Measured> {
  const { ready, stop } = await startGames();
  const act = 'a move of chess by session.step, two agents in a lobby';
  const measured = await measure(act, { url: database.url, acts: MOVES }, () => playChess(ready.url, MOVES));
  await stop();
  return measured;
}

/** A league of push players: each of its rounds has half as many matches as players. */
async function measureLeague(): Promise<Measured> {
  const url = await database.another();
  const players = await startBuilt<{ url: string }>('bench/reference/league-players.ts', {
    variables: { NODE_ENV: 'production', PLAYERS: String(LEAGUE_PLAYERS) },
  });
  const referee = await startBuilt<{ url: string }>('bench/serve-league.ts', {
    variables: { ...productVariables(url), EXHIBITION: 'false', PLAYERS_URL: players.ready.url },
  });
  const playLeague = async () => {
    const answer = await fetch(`${referee.ready.url}/play/${LEAGUE_PLAYERS}`);
    await answer.json();
  };
  await playLeague();
  const act = `a round of a league, ${LEAGUE_PLAYERS / 2} matches of even and odd, with its share of the league`;
  const measured = await measure(act, { url, acts: LEAGUES * (LEAGUE_PLAYERS - 1) }, async () => {
    for (let league = 0; league < LEAGUES; league++) await playLeague();
    return {};
  });
  await referee.stop();
  await players.stop();
  return measured;
}

async function joinRelay(url: string, role: 'host' | 'agent') {
  const socket = new WebSocket(url, { perMessageDeflate: false });
  await once(socket, 'open');
  const client = {
    socket,
    bytes: 0,
    send: (type: string, payload: object) => socket.send(JSON.stringify({ v: 'mvp-0.2', type, id: 'r1', payload })),
    next: async (type: string) => {
      for (;;) {
        const [data] = await once(socket, 'message');
        if (JSON.parse(String(data)).type === type) return;
      }
    },
  };
  socket.on('message', (data: Buffer) => {
    client.bytes += data.length;
  });
  const joined = client.next('relay.joined');
  client.send('relay.join', { role, sessionId: 'bytes' });
  await joined;
  return client;
}

async function measureRelay(): Promise<Measured> {
  const url = await database.another();
  const relay = await startBuilt<{ url: string }>('bench/serve-relay.ts', { variables: productVariables(url) });
  const [host, agent] = [await joinRelay(relay.ready.url, 'host'), await joinRelay(relay.ready.url, 'agent')];
  const started = agent.next('session.started');
  agent.send('session.start', { studyId: 'bench', participantId: 'bytes' });
  await started;
  const measured = await measure('a call through the relay: sort', { url, acts: CALLS }, async () => {
    [host.bytes, agent.bytes] = [0, 0];
    for (let call = 0; call < CALLS; call++) {
      const answered = Promise.all([agent.next('tool.result'), host.next('state.updated')]);
      const params = { field: 'title', order: call % 2 === 0 ? 'asc' : 'desc' };
      agent.send('tool.call', { toolName: 'sort', params, reason: 'Shows the films in order.' });
      await answered;
      await pause(PAUSE_MS);
    }
    return { 'the agent (WebSocket, frames)': agent.bytes, 'the page (WebSocket, frames)': host.bytes };
  });
  for (const { socket } of [host, agent]) socket.terminate();
  await relay.stop();
  return measured;
}

async function measureRemote(): Promise<Measured> {
  const url = await database.another();
  const experience = await startBuilt<{ url: string }>('bench/reference/experience.ts');
  const { ready, stop } = await startBuilt<{ url: string; apiKeys: string[]; experienceId: string }>(
    'bench/serve-remote.ts',
    { variables: { ...productVariables(url), TARGET: experience.ready.url, PLAYERS: '1' } },
  );
  const agent = restClient(ready.url, ready.apiKeys[0] as string);
  const { session_id } = await agent.call('session.create', { experience_id: ready.experienceId });
  const measured = await measure('a step on a remote experience', { url, acts: STEPS }, async () => {
    agent.bytes = 0;
    for (let step = 0; step < STEPS; step++) await agent.call('session.step', { session_id, action: { move: 'left' } });
    return { 'the answer to the agent (REST, body)': agent.bytes };
  });
  await stop();
  await experience.stop();
  return measured;
}

const ACTS: Record<string, () => Promise<Measured>> = {
  werewolf: measureWerewolf,
  chess: measureChess,
  league: measureLeague,
  relay: measureRelay,
  remote: measureRemote,
};
const { values: options } = parseArgs({ options: { only: { type: 'string' } } });
for (const [name, run] of Object.entries(ACTS)) {
  if (options.only !== undefined && options.only !== name) continue;
  const measured = await run();
  for (const [kind, bound] of [
    ['stored', MAX_STORED],
    ['sent', MAX_SENT],
  ] as const) {
    if (measured[kind] === 0) continue;
    report({
      benchmark: `bytes ${kind} for ${measured.act}`,
      ratio: measured[kind] / bound,
      budget: name === 'werewolf' ? { atMost: 1 } : null,
      ours: `${figure(measured[kind])} bytes`,
      reference: `${figure(bound)} bytes, the bound for a message of Werewolf`,
    });
  }
}
await database.stop();
process.exit();
