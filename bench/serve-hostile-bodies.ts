import type http from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import { seedFirstParty } from '@/lib/domain/catalog';
import { startBus } from '@/lib/events';
import { agentFixture } from '@/lib/testing/fixtures';
import { leagueLane } from '@/lib/transport/league-lanes';
import { routeRequests } from '@/server/direct-lane';
import { createHttpServer, listen } from '@/server/http';
import { InFlight } from '@/server/in-flight';
import { openListener } from '@/server/listeners';
import { registerRelayApps } from '@/server/relay/apps';
import { RelayWebSockets } from '@/server/relay/web-sockets';
import { attachSockets } from '@/server/sockets';
import { UpgradeRouter } from '@/server/upgrades';
import { DEFLATING_SOCKETS } from '@/server/watch/deflate';

// Every door of the product in a separate process, on the database that DATABASE_URL names. Next is replaced by a handler
// that reads a form as next-auth does.
await startBus();
await seedFirstParty();
registerRelayApps();

async function readForm(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const fields = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()));
  response.end(String(Object.keys(fields).length));
}

const inFlight = new InFlight();
const upgrades = new UpgradeRouter(inFlight);
const answer = routeRequests(readForm);
const server = createHttpServer((request, response) => {
  if (!upgrades.serveRequest(request, response)) answer(request, response);
});
const io = new Server(DEFLATING_SOCKETS);
io.attach(upgrades.forSockets);
attachSockets(io);
upgrades.add(new RelayWebSockets().route);
upgrades.attach(server);
const port = await listen(server, { port: 0 });
const league = await openListener(
  { variable: 'PORT', port: 0, lane: leagueLane('league', 'league_manager') },
  inFlight,
);
const [{ apiKey, agentId }, attacker] = [await agentFixture(), await agentFixture()];
process.stdout.write(
  `${JSON.stringify({
    url: `http://127.0.0.1:${port}`,
    leagueUrl: `http://127.0.0.1:${(league.address() as AddressInfo).port}`,
    apiKey,
    agentId,
    attackerKey: attacker.apiKey,
  })}\n`,
);
process.once('SIGTERM', () => process.exit(0));
