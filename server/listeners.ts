import type http from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { env } from '@/lib/core/env';
import { MISDIRECTED, misdirectedText, ROLES } from '@/lib/core/role';
import { admitRequest } from '@/lib/transport/http/hosts';
import { serveNode } from '@/lib/transport/http/node';
import type { Lane } from '@/lib/transport/lane';
import { leagueLane } from '@/lib/transport/league-lanes';
import { isOperation, metricsLane, operationsLane } from '@/lib/transport/operations/serve';
import { inRequestSpan, measure, plainText, sendRefusal } from './direct-lane';
import { createHttpServer, listen } from './http';
import type { InFlight } from './in-flight';

/** An additional port and the lane that answers there. */
export interface Listener {
  /** The variable that names the port. */
  variable: string;
  port: number;
  lane: Lane;
}

/** The additional listeners whose port variables are set. */
export function configuredListeners(): Listener[] {
  const { LEAGUE_MANAGER_PORT, REFEREE_PORT, METRICS_PORT, ROLE } = env();
  const callLanes = [
    { variable: 'LEAGUE_MANAGER_PORT', port: LEAGUE_MANAGER_PORT, lane: leagueLane('league', 'league_manager') },
    { variable: 'REFEREE_PORT', port: REFEREE_PORT, lane: leagueLane('referee', 'referee') },
  ];
  const all: { variable: string; port: number | undefined; lane: Lane }[] = [
    ...(ROLES[ROLE].calls ? callLanes : []),
    { variable: 'METRICS_PORT', port: METRICS_PORT, lane: metricsLane },
  ];
  return all.filter((listener): listener is Listener => listener.port !== undefined);
}

/** Opens a listener. @throws Error when its port is in use */
export async function openListener({ variable, port, lane }: Listener, inFlight: InFlight): Promise<http.Server> {
  const server = createHttpServer(routeTo(lane));
  server.prependListener('request', (_request, response) => inFlight.track(response));
  await listen(server, { port, variable, host: env().LISTEN_ADDRESS });
  return server;
}

/** The listener of the site in a process that answers no calls: health and figures alone. */
export function routeOperations(): http.RequestListener {
  const refusal = plainText(MISDIRECTED, misdirectedText(env().ROLE, 'calls'));
  return routeTo({
    ...operationsLane,
    serve: async (request) =>
      isOperation(request.url.split('?', 1)[0] ?? '') ? operationsLane.serve(request) : refusal,
  });
}

function routeTo(lane: Lane): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    measure(lane.name, response);
    const fault = admitRequest(request);
    if (fault) sendRefusal(request, response, { lane, fault });
    else inRequestSpan(lane.name, request, response, () => void serveNode(request, response, lane.serve));
  };
}
