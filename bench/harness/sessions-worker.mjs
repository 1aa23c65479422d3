// Opens MCP sessions (initialize, initialized, tools/list) over and over, each opener on its own connection, and
// reports the sessions opened per second. Bodies are compared as bytes: reading lists of tools as JSON would take this
// process longer than it takes the server to send them.
import { Client } from 'undici';

const INITIALIZED = '{"jsonrpc":"2.0","method":"notifications/initialized"}';
const LIST = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';

async function post(connection, path, headers, body) {
  const answer = await connection.request({ method: 'POST', path, headers, body });
  const bytes = Buffer.from(await answer.body.arrayBuffer());
  if (answer.statusCode >= 300) throw new Error(`${answer.statusCode} ${bytes.toString().slice(0, 300)}`);
  return { bytes, headers: answer.headers };
}

/** Reads the first list as JSON; the others must be the same bytes. */
function makeCheck() {
  let first;
  return (bytes) => {
    if (first === undefined) {
      const { result } = JSON.parse(bytes.toString());
      if (result.tools.length === 0) throw new Error('The server lists no tools.');
      first = bytes;
    }
    if (!bytes.equals(first)) throw new Error(`Another list of tools: ${bytes.subarray(0, 300)}`);
  };
}

async function openAndList(connection, { path, headers, initialize }, check) {
  const opened = await post(connection, path, headers, initialize);
  const id = opened.headers['mcp-session-id'];
  if (!id) throw new Error(`No session: ${opened.bytes.toString().slice(0, 300)}`);
  const own = { ...headers, 'mcp-session-id': id };
  await post(connection, path, own, INITIALIZED);
  check((await post(connection, path, own, LIST)).bytes);
}

async function measure({ url, headers, initialize, openers, seconds }) {
  const { origin, pathname: path } = new URL(url);
  const check = makeCheck();
  const startedMs = performance.now();
  const untilMs = startedMs + seconds * 1000;
  let opened = 0;
  const open = async () => {
    const connection = new Client(origin);
    while (performance.now() < untilMs) {
      await openAndList(connection, { path, headers, initialize }, check);
      opened++;
    }
    await connection.close();
  };
  await Promise.all(Array.from({ length: openers }, open));
  return (opened * 1000) / (performance.now() - startedMs);
}

process.once('message', async (load) => {
  try {
    process.send({ perSecond: await measure(load) });
  } catch (error) {
    process.send({ error: String(error) });
  }
});
