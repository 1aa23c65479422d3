import http from 'node:http';
import type { AddressInfo } from 'node:net';

type Json = Record<string, unknown>;

/** A sender without a credential. */
export const VISITOR = { kind: 'anonymous', address: '127.0.0.1' } as const;

/** What a player does with a message: answers a result, or handles the exchange itself. */
export type Behaviour = (
  message: Json,
  exchange: { response: http.ServerResponse; id: unknown; path: string },
) => Json | null | undefined | Promise<Json | null | undefined>;

/** A player of the league protocol on a separate port; it answers at every path. */
export interface PushPlayer {
  endpoint: string;
  received: Json[];
  /** The `previous_error` beside each received message. */
  errors: unknown[];
  close(): Promise<void>;
}

/** The MOVE_RESPONSE to a MOVE_REQUEST. */
export function moveResponse(request: Json, playerId: string, move: unknown, changes: Json = {}): Json {
  const { league_id, round_id, match_id, conversation_id, game_round } = request;
  return {
    protocol: 'league.v1',
    message_type: 'MOVE_RESPONSE',
    league_id,
    round_id,
    match_id,
    conversation_id,
    sender: `player:${playerId}`,
    timestamp: new Date().toISOString(),
    game_round,
    move,
    ...changes,
  };
}

/** Starts a player. Without a behaviour for a message it answers `{ "status": "ok" }`. */
export async function startPushPlayer(behave: Behaviour, port = 0): Promise<PushPlayer> {
  const received: Json[] = [];
  const errors: unknown[] = [];
  const server = http.createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', async () => {
      const { id, method, params } = JSON.parse(text) as {
        id: unknown;
        method: string;
        params: { message: Json; previous_error?: string };
      };
      const send = (result: Json) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
      };
      if (method === 'tools/list') return send({ tools: [{ name: 'make_move', inputSchema: { type: 'object' } }] });
      received.push(params.message);
      errors.push(params.previous_error);
      const result = await behave(params.message, { response, id, path: request.url ?? '' });
      if (result !== null) send(result ?? { status: 'ok' });
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    received,
    errors,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
