import type { LeagueSystem } from '@/lib/domain/limits';
import type { Served, WireRequest } from './http/wire';
import { rpcRefusal, TRANSPORT_ERROR } from './json-rpc';
import type { Lane } from './lane';
import { mcpLane } from './mcp';

const PATH = /^\/mcp(?:\/|\?|$)/;

/** The league manager or the referee on a port of its own, at `/mcp`, as league.md has it. */
export function leagueLane(system: LeagueSystem, name: string): Lane {
  return {
    name,
    serve: async (request): Promise<Served> => {
      if (!PATH.test(request.url)) return rpcRefusal(404, TRANSPORT_ERROR, 'Not found: use /mcp.');
      return mcpLane.serve(atPath(request, `/mcp/${system}`));
    },
    refuse: mcpLane.refuse,
  };
}

/** The same request to another path. */
function atPath(request: WireRequest, url: string): WireRequest {
  return {
    method: request.method,
    url,
    address: request.address,
    host: request.host,
    origin: request.origin,
    get signal() {
      return request.signal;
    },
    onGone: (listener) => request.onGone(listener),
    header: (name) => request.header(name),
    headers: () => request.headers(),
    bytes: (maxBytes) => request.bytes(maxBytes),
  };
}
