// Pairs of agents that play chess at a constant rate, spectators, waiting calls and visitors of pages, spread call by call over the
// processes of the product, as a load balancer without stickiness does. Messages say what to do; each is answered.
import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'undici';
import { WebSocket } from 'ws';

const CONNECTIONS = 64;
const SOCKETS_AT_A_TIME = 50;
const MATCHES_AT_A_TIME = 8;

let processes = [];
let nextProcess = 0;
const pairs = [];
let experienceId = null;
let script = [];
let sockets = [];
let received = 0;

const anyProcess = () => processes[nextProcess++ % processes.length];

async function request(method, path, { key, body, address } = {}) {
  const headers = {
    ...(key ? { authorization: `Bearer ${key}` } : {}),
    ...(address ? { 'x-forwarded-for': address } : {}),
    'content-type': 'application/json',
  };
  const answer = await anyProcess().pool.request({ method, path, headers, body: body && JSON.stringify(body) });
  const text = await answer.body.text();
  if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.statusCode} ${text.slice(0, 300)}`);
  return text;
}

const call = async (key, method, path, body) => JSON.parse(await request(method, `/api${path}`, { key, body }));

async function inGroups(items, size, work) {
  for (let from = 0; from < items.length; from += size) await Promise.all(items.slice(from, from + size).map(work));
}

async function open(command) {
  processes = command.urls.map((url) => ({ url, pool: new Pool(url, { connections: CONNECTIONS }) }));
  ({ script, experienceId } = command);
  const register = async (name) => (await call(null, 'POST', '/agents', { display_name: name })).api_key;
  for (let pair = 0; pair < command.pairs; pair++)
    pairs.push({ keys: [await register(`White ${pair}`), await register(`Black ${pair}`)], match: null });
  return {};
}

/** Each pair begins a match. */
async function begin() {
  await inGroups(pairs, MATCHES_AT_A_TIME, async (pair) => {
    const [host, guest] = pair.keys;
    const { game_session_id: id } = await call(host, 'POST', '/lobbies', { experience_id: experienceId });
    await call(guest, 'POST', `/lobbies/${id}/join`, {});
    await call(host, 'POST', `/matches/${id}/start`, {});
    const { players } = await call(host, 'GET', `/matches/${id}`);
    const sessions = players.map((player) => player.session_id);
    pair.match = { id, sessions, turn: 0, cursor: null };
  });
  return { count: pairs.length };
}

/** The first player of each pair resigns. */
async function end() {
  await inGroups(pairs, MATCHES_AT_A_TIME, async ({ keys, match }) => {
    await call(keys[0], 'POST', `/sessions/${match.sessions[0]}/step`, { action: { type: 'resign' } });
  });
  return { count: pairs.length };
}

/** Each pair makes moves, for so many seconds or, as fast as they are answered, so many; with `waits` the other player of each has a call that waits for the move. */
async function play({ perSecond, seconds, waits, moves: given }) {
  const intervalMs = (1000 * pairs.length) / perSecond;
  const moves = given ?? Math.floor((seconds * 1000) / intervalMs);
  const startMs = performance.now();
  const took = [];
  await Promise.all(
    pairs.map(async ({ keys, match }, index) => {
      const path = `/streams/match:${match.id}/events`;
      if (waits) ({ cursor: match.cursor } = await call(keys[0], 'GET', `${path}?timeout_ms=0`));
      for (let move = 0; move < moves; move++) {
        const slotMs = startMs + intervalMs * (move + index / pairs.length);
        await pause(Math.max(0, slotMs - performance.now()));
        const mover = match.turn % 2;
        const waiting = waits && call(keys[1 - mover], 'GET', `${path}?after=${match.cursor}&timeout_ms=25000`);
        await pause(Math.max(0, slotMs + intervalMs / 2 - performance.now()));
        const sentMs = performance.now();
        await call(keys[mover], 'POST', `/sessions/${match.sessions[mover]}/step`, { action: script[match.turn++] });
        took.push(performance.now() - sentMs);
        if (!waits) continue;
        const { events, cursor } = await waiting;
        if (events.length === 0) throw new Error('A call that waited was not woken by a move.');
        match.cursor = cursor;
      }
    }),
  );
  const overMs = performance.now() - startMs - 1000 * seconds;
  // The short pass judges no figure: other benchmarks run beside it.
  const isJudged = given === undefined && process.env.BENCH_SHORT !== '1';
  if (isJudged && overMs > 1000 * seconds + intervalMs)
    throw new Error(`${perSecond} moves a second are too many here: ${overMs} ms late.`);
  took.sort((one, other) => one - other);
  return { count: took.length, medianMs: took[Math.floor(took.length / 2)] };
}

function openSocket(url, stream) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`, {
    perMessageDeflate: false,
  });
  sockets.push(socket);
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.on('message', (data) => {
      const text = data.toString();
      if (text.startsWith('42/watch,["event"')) received++;
      else if (text === '2') socket.send('3');
      else if (text.startsWith('0{')) socket.send('40/watch,');
      else if (text.startsWith('40/watch,')) socket.send(`42/watch,0["subscribe",${JSON.stringify({ stream })}]`);
      else if (text.startsWith('44/watch') || (text.startsWith('43/watch,0') && text.includes('"error"')))
        reject(new Error(text));
      else if (text.startsWith('43/watch,0')) resolve();
    });
  });
}

/** So many spectators follow each match. */
async function watch({ perMatch }) {
  const wanted = pairs.flatMap(({ match }) => Array.from({ length: perMatch }, () => `match:${match.id}`));
  await inGroups(wanted, SOCKETS_AT_A_TIME, (stream) => openSocket(anyProcess().url, stream));
  received = 0;
  return { count: sockets.length };
}

async function unwatch() {
  const count = received;
  for (const socket of sockets) socket.terminate();
  sockets = [];
  return { count };
}

/** Visitors open pages, each once in a while. */
async function visit({ page, perSecond, seconds }) {
  const visits = Math.max(1, Math.floor(perSecond * seconds));
  const startMs = performance.now();
  await Promise.all(
    Array.from({ length: visits }, async (_, index) => {
      await pause(Math.max(0, startMs + (1000 * index) / perSecond - performance.now()));
      const path = page.replace('<match>', pairs[index % pairs.length].match.id);
      // One address gets two pages at a time.
      const text = await request('GET', path, { address: `10.0.${index >> 8}.${index & 255}` });
      if (!text.includes('</html>')) throw new Error(`${path}: ${text.slice(0, 100)}`);
    }),
  );
  return { count: visits };
}

const COMMANDS = { open, begin, end, play, watch, unwatch, visit };

process.on('message', async (command) => {
  try {
    process.send(await COMMANDS[command.kind](command));
  } catch (error) {
    process.send({ error: String(error) });
  }
});
