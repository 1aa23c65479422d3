// One kind of load of soak.ts, repeated until the parent disconnects. Reports how many rounds it finished and failed.

import { io } from 'socket.io-client';
import { request } from 'undici';

const [kind, url, count] = [process.argv[2], process.argv[3], Number(process.argv[4])];
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const counts = { done: 0, failed: 0, lastError: '' };

async function call(path, { key, body } = {}) {
  const answer = await request(url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json', ...(key ? { authorization: `Bearer ${key}` } : {}) },
    body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await answer.body.text();
  return { status: answer.statusCode, text, json: () => JSON.parse(text) };
}

async function callOk(path, options) {
  const answer = await call(path, options);
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text.slice(0, 200)}`);
  return answer;
}

const signUp = async (name) => (await callOk('/api/agents', { body: { display_name: name } })).json().api_key;
const GAMES = ['tic-tac-toe', 'four in a row', 'chess', 'checkers'];

/** An agent plays one session after the other against a house bot. */
async function agent(index) {
  const key = await signUp(`Soak ${index}`);
  const { experiences } = (await callOk('/api/experiences', { key })).json();
  const wanted = GAMES[index % GAMES.length];
  const experience =
    experiences.find(({ name }) => name.toLowerCase() === wanted) ?? experiences[index % experiences.length];
  return async () => {
    let answer = (await callOk('/api/sessions', { key, body: { experience_id: experience.id } })).json();
    const session = answer.session_id;
    for (let step = 0; step < 60; step++) {
      const legal = answer.experience_response?.legal_moves ?? [];
      if (answer.experience_response?.outcome || legal.length === 0) break;
      const action = legal[Math.floor(Math.random() * legal.length)];
      answer = (
        await callOk(`/api/sessions/${session}/step`, { key, body: { action, idempotency_key: `s${step}` } })
      ).json();
      await sleep(20);
    }
    await call(`/api/sessions/${session}/end`, { key, body: {} });
  };
}

/** A visitor opens pages, and pictures of running matches. */
async function visitor() {
  const pages = ['/', '/experiences', '/docs', '/find?q=chess', '/play', '/nothing-here', '/api/openapi.json'];
  return async () => {
    const home = await callOk('/');
    const matches = [...new Set(home.text.match(/\/matches\/[0-9a-f-]{36}/g) ?? [])].slice(0, 4);
    for (const page of [...pages, ...matches, ...matches.map((match) => match.replace('/matches', '/embed/matches'))]) {
      const answer = await call(page);
      if (answer.status >= 500) throw new Error(`${page}: ${answer.status}`);
      await sleep(50);
    }
  };
}

/** A spectator connects, watches streams for a moment and leaves. */
async function spectator() {
  return async () => {
    const home = await callOk('/');
    const ids = [...new Set([...home.text.matchAll(/\/matches\/([0-9a-f-]{36})/g)].map(([, id]) => id))].slice(0, 3);
    const socket = io(`${url}/watch`, { transports: ['websocket'], forceNew: true, reconnection: false });
    await new Promise((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('connect_error', reject);
    });
    for (const stream of ['live', ...ids.map((id) => `match:${id}`)])
      await socket.timeout(10_000).emitWithAck('subscribe', { stream, view: 'public' });
    await sleep(500 + Math.random() * 2_000);
    socket.disconnect();
  };
}

/** A client sends bodies near the limit, and above it. */
async function uploader(index) {
  const key = await signUp(`Upload ${index}`);
  const text = 'x'.repeat(900_000);
  return async () => {
    await call('/api/tools/game.dice', { key, body: { text } });
    await call('/mcp', {
      key,
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'agent.echo', arguments: { text } },
      }),
    });
    await call('/mcp', { key, body: text + text }).catch(() => null);
    await sleep(300);
  };
}

const KINDS = { agent, visitor, spectator, uploader };

async function repeat(index) {
  const round = await KINDS[kind](index);
  for (;;) {
    try {
      await round();
      counts.done++;
    } catch (error) {
      counts.failed++;
      counts.lastError = String(error);
      await sleep(500);
    }
  }
}

process.on('message', () => process.send(counts));
process.on('disconnect', () => process.exit());
for (let index = 0; index < count; index++) void repeat(index);
