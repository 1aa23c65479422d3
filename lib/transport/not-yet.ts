import { jsonText, type WireRequest } from './http/wire';
import { METHOD_NOT_FOUND, readRpc, rpcErrorText, rpcRefusal, TRANSPORT_ERROR } from './json-rpc';
import type { Lane } from './lane';

/**
 * The lane of a listener whose system does not exist yet: every JSON-RPC request to `/mcp` is answered with 501 and an
 * error under its own id, so that a client learns why nothing happens.
 */
export function notYetLane(system: string): Lane {
  const message = `This server has no ${system} yet. Its port is open, and every call fails.`;
  return {
    name: system.replaceAll(' ', '_'),
    async serve(request) {
      if (!/^\/mcp(?:[/?]|$)/.test(request.url)) return rpcRefusal(404, TRANSPORT_ERROR, 'Not found: use /mcp.');
      return jsonText(501, rpcErrorText(await readId(request), METHOD_NOT_FOUND, message));
    },
    refuse: ({ status, message: fault }) => rpcRefusal(status, TRANSPORT_ERROR, fault),
  };
}

/** The id of the JSON-RPC request in a body; null when it has no id. */
async function readId(request: WireRequest): Promise<string | number | null> {
  if (request.method !== 'POST') return null;
  const body: unknown = await request
    .text()
    .then(JSON.parse)
    .catch(() => null);
  const message = readRpc(body);
  return message?.kind === 'request' ? message.id : null;
}
