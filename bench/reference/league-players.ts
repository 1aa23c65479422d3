import http from 'node:http';
import type { AddressInfo } from 'node:net';

// PLAYERS push players of league.v1 in one process, at /p/1 and so on; prints their URL. Player n always plays n modulo 5 + 1.
const players = Number(process.env.PLAYERS ?? 50);

const server = http.createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { id, params } = JSON.parse(Buffer.concat(chunks).toString()) as {
      id: string;
      params: { message: Record<string, unknown> };
    };
    const { message } = params;
    const number = Number(request.url?.slice('/p/'.length));
    const result =
      message.message_type === 'MOVE_REQUEST'
        ? {
            ...message,
            message_type: 'MOVE_RESPONSE',
            sender: `player:P${String(number).padStart(2, '0')}`,
            game_state: undefined,
            move: { number: (number % 5) + 1 },
          }
        : { status: 'ok' };
    const text = JSON.stringify({ jsonrpc: '2.0', id, result });
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
    response.end(text);
  });
});
server.keepAliveTimeout = 75_000;
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}`, players })}\n`);
});
process.once('SIGTERM', () => process.exit(0));
