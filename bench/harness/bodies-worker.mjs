// Two connections that send the worst bodies one after the other, over HTTP or a socket, and count the answers.
import os from 'node:os';
import { io } from 'socket.io-client';
import { Client } from 'undici';
import WebSocket from 'ws';

const CONNECTIONS = 2;
const SIZES = [8_000, 16_000, 65_000, 250_000, 1_000_000];
const TYPES = [
  'application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/plain',
];

const repeat = (text, bytes) => text.repeat(Math.floor(bytes / text.length));

function manyFields(bytes) {
  let text = '{"k":0';
  for (let at = 0; text.length < bytes - 20; at++) text += `,"k${at}":${at}`;
  return text;
}

/** Each kind of body of about so many bytes, valid unless its name says otherwise. */
const KINDS = {
  fields: (bytes) => `${manyFields(bytes)}}`,
  unfinished: (bytes) => manyFields(bytes),
  lists: (bytes) => `{"data":${repeat('[', bytes / 2)}${repeat(']', bytes / 2)}}`,
  objects: (bytes) => `{"data":${repeat('{"a":', bytes / 6)}1${repeat('}', bytes / 6)}}`,
  numbers: (bytes) => `{"data":[${repeat('0,', bytes)}0]}`,
  empty: (bytes) => `{"data":[${repeat('{},', bytes)}{}]}`,
  text: (bytes) => `{"data":"${repeat('x', bytes)}"}`,
  escapes: (bytes) => `{"data":"${repeat('\\u00e9', bytes)}"}`,
  form: (bytes) => repeat('a=1&b%20=%zz&', bytes),
};

const bodiesOf = ([before, after]) =>
  SIZES.flatMap((bytes) => Object.values(KINDS).map((make) => Buffer.from(before + make(bytes - 200) + after)));

const answers = {};
const count = (what) => {
  answers[what] = (answers[what] ?? 0) + 1;
};

async function attackHttp({ url, paths, headers = {}, around = ['', ''] }, endMs, offset) {
  const bodies = bodiesOf(around);
  let connection = new Client(url);
  for (let at = offset; performance.now() < endMs; at++) {
    const path = paths[at % paths.length];
    const type = TYPES[Math.floor(at / bodies.length) % TYPES.length];
    try {
      const sent = { ...headers, 'content-type': type };
      const answer = await connection.request({
        method: 'POST',
        path,
        headers: sent,
        body: bodies[at % bodies.length],
      });
      await answer.body.dump();
      count(answer.statusCode);
    } catch (error) {
      count(error.code ?? error.name);
      await connection.destroy();
      connection = new Client(url);
    }
  }
  await connection.destroy();
}

async function attackSocket({ kind, url, paths = [] }, endMs, offset) {
  const bodies = bodiesOf(['{"v":"mvp-0.2","type":"user.action","id":"a","payload":', '}']).map(String);
  for (let at = offset; performance.now() < endMs; ) {
    const socket = kind === 'ws' ? openPlain(url) : openSocketIo(url + paths[0]);
    await socket.opened;
    count('connection');
    while (performance.now() < endMs && socket.isOpen()) {
      socket.send(bodies[at++ % bodies.length]);
      await socket.drained();
    }
    socket.close();
  }
}

const tick = () => new Promise((resolve) => setTimeout(resolve, 1));

function openPlain(url) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/agent/ws`);
  const opened = new Promise((resolve) => socket.once('open', resolve).once('error', resolve));
  return {
    opened,
    isOpen: () => socket.readyState === socket.OPEN,
    send: (text) => socket.send(text, () => {}),
    close: () => socket.terminate(),
    async drained() {
      do await tick();
      while (socket.bufferedAmount > 0 && socket.readyState === socket.OPEN);
    },
  };
}

function openSocketIo(url) {
  const socket = io(url, { transports: ['websocket'], forceNew: true, reconnection: false });
  const opened = new Promise((resolve) => socket.once('connect', resolve).once('connect_error', resolve));
  return {
    opened,
    isOpen: () => socket.connected,
    send: (text) => socket.emit('message', text),
    close: () => socket.disconnect(),
    drained: tick,
  };
}

process.once('message', async (orders) => {
  // A real sender has a machine of its own: what it computes must not take time from the server that is measured.
  os.setPriority(os.constants.priority.PRIORITY_LOW);
  const endMs = performance.now() + orders.seconds * 1000;
  const attack = orders.kind === 'http' ? attackHttp : attackSocket;
  await Promise.all(Array.from({ length: CONNECTIONS }, (_, at) => attack(orders, endMs, at * 7)));
  process.send({ answers });
});
