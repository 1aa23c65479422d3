/**
 * The reference of bench/social.ts: messages by bare LISTEN/NOTIFY and a long poll of node:http. A message is stored and
 * notified in one statement; the process that listens answers everybody who waits. No credentials, members or cursors
 * that are checked.
 */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';

interface Message {
  id: number;
  type: string;
  at: string;
  data: { content: string };
}

const MAX_RECENT = 100;
const connectionString = process.env.DATABASE_URL;
const pool = new pg.Pool({ connectionString, max: 10 });
const listener = new pg.Client({ connectionString });
await pool.query(
  'CREATE TABLE IF NOT EXISTS bare_messages (id bigserial PRIMARY KEY, at timestamptz NOT NULL, data json NOT NULL)',
);
await listener.connect();
await listener.query('LISTEN bare');

const recent: Message[] = [];
let arrived = 0;
const waiting = new Set<{ after: number; response: ServerResponse }>();

function answer(response: ServerResponse, events: readonly Message[], after: number): void {
  const body = JSON.stringify({ events, cursor: String(events.at(-1)?.id ?? after) });
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }).end(body);
}

const newerThan = (after: number) => recent.filter(({ id }) => id > after);

listener.on('notification', ({ payload }) => {
  // Statements commit in another order than they take their ids, so the cursor counts what has arrived.
  recent.push({ ...(JSON.parse(payload ?? '') as Message), id: ++arrived });
  if (recent.length > MAX_RECENT) recent.shift();
  for (const one of waiting) answer(one.response, newerThan(one.after), one.after);
  waiting.clear();
});

async function store(content: string): Promise<unknown> {
  const { rows } = await pool.query({
    name: 'store',
    text: `WITH stored AS (INSERT INTO bare_messages (at, data) VALUES (now(), $1) RETURNING id, at, data)
           SELECT id, pg_notify('bare', json_build_object('id', id, 'type', 'message_sent', 'at', at, 'data', data)::text)
           FROM stored`,
    values: [JSON.stringify({ content })],
  });
  return { id: rows[0].id };
}

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '', 'http://reference');
  if (request.method === 'GET') {
    const after = Number(url.searchParams.get('after') || 0);
    const events = newerThan(after);
    if (events.length > 0) return answer(response, events, after);
    const one = { after, response };
    waiting.add(one);
    const timer = setTimeout(() => waiting.delete(one) && answer(response, [], after), 25_000);
    response.once('close', () => clearTimeout(timer));
    return;
  }
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { content } = JSON.parse(Buffer.concat(chunks).toString()) as { content: string };
    void store(content).then((stored) => {
      const body = JSON.stringify(stored);
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
        .end(body);
    });
  });
});
server.keepAliveTimeout = 75_000;
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })}\n`);
});
process.once('SIGTERM', () => process.exit(0));
