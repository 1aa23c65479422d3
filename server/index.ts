import next from 'next';
import { Server as SocketServer } from 'socket.io';
import { env, parseEnv } from '@/lib/core/env';
import { log } from '@/lib/core/log';
import { closeDatabase } from '@/lib/data/database';
import { flushAudit, jwtKeys } from '@/lib/domain/auth';
import { seedFirstParty } from '@/lib/domain/catalog';
import { vaultKeys } from '@/lib/domain/credentials';
import { startDraining } from '@/lib/domain/operations';
import { startBus, stopBus } from '@/lib/events';
import { stopBots } from '@/lib/games/bots';
import { drainTransports } from '@/lib/transport/drain';
import { routeRequests } from './direct-lane';
import { createHttpServer, listen, requireFreePort } from './http';
import { InFlight } from './in-flight';
import { startJobs, stopJobs } from './jobs';
import { configuredListeners, openListener } from './listeners';
import { migrateDatabase, type Prepared, prepareEnvironment } from './prepare';
import { attachSockets, type Sockets } from './sockets';
import { startTicker, stopTicker } from './ticker';
import { UpgradeRouter } from './upgrades';

/** How long a stop waits for calls that are not complete. */
const MAX_DRAIN_MS = 10_000;

interface Running {
  port: number;
  stop: () => Promise<void>;
}

async function serve(port: number, prepared: Prepared): Promise<Running> {
  requireKeys();
  await migrateDatabase();
  await startBus();
  await seedFirstParty();

  const inFlight = new InFlight();
  const upgrades = new UpgradeRouter(inFlight);
  const app = next({ dev: env().NODE_ENV !== 'production', dir: process.cwd(), port, httpServer: upgrades.forNext });
  await app.prepare();

  const server = createHttpServer(routeRequests(app.getRequestHandler()));
  server.prependListener('request', (_request, response) => inFlight.track(response));
  const sockets = openSockets(upgrades);
  upgrades.attach(server);
  startTicker();
  await startJobs();
  const bound = await listen(server, port);
  const others = await Promise.all(configuredListeners().map((listener) => openListener(listener, inFlight)));
  const servers = [server, ...others];

  const stop = async () => {
    startDraining();
    inFlight.startDraining();
    upgrades.startDraining();
    sockets.announceDrain();
    for (const one of servers) one.close();
    for (const one of servers) one.closeIdleConnections();
    await drainTransports();
    sockets.close();
    const unanswered = await inFlight.whenIdle(MAX_DRAIN_MS);
    if (unanswered > 0) log.warn({ unanswered }, 'stopped before these calls were complete');
    for (const one of servers) one.closeAllConnections();
    await Promise.all([stopTicker(), stopJobs()]);
    await stopBots();
    await flushAudit();
    await stopBus();
    await app.close();
    await closeDatabase();
    await prepared.releaseDatabase();
  };
  return { port: bound, stop };
}

/** Sockets are WebSockets from the first byte: polling would bypass the upgrade router, and deflating small events costs more than it saves. */
function openSockets(upgrades: UpgradeRouter): Sockets {
  const io = new SocketServer({ transports: ['websocket'], perMessageDeflate: false, serveClient: false });
  io.attach(upgrades.forSockets);
  const rooms = attachSockets(io);
  const close = () => {
    rooms.close();
    io.disconnectSockets(true);
  };
  return { ...rooms, close };
}

/** npm and supervisors repeat a signal that the terminal or the process group has already sent: within this, two are one. */
const SAME_SIGNAL_MS = 500;

/** The first signal stops in order, the second immediately. */
function stopOnSignals(stop: () => Promise<void>): void {
  let stoppingSinceMs: number | null = null;
  const onSignal = (signal: NodeJS.Signals) => {
    if (stoppingSinceMs !== null) {
      if (performance.now() - stoppingSinceMs < SAME_SIGNAL_MS) return;
      log.warn('stopped by a second signal');
      process.exit(1);
    }
    stoppingSinceMs = performance.now();
    process.stdout.write(`\n${signal}: finishing running calls. Press Ctrl-C again to quit immediately.\n`);
    stop().then(
      () => process.exit(0),
      (error) => {
        log.fatal({ err: error }, 'stopping failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}

/** An invalid key would otherwise fail only when the first credential is stored or the first token is made. */
function requireKeys(): void {
  vaultKeys();
  jwtKeys();
}

/** Starts the product. A failure before it serves prints one sentence and ends the process with 1. */
async function main(): Promise<void> {
  const startedMs = performance.now();
  // Faulty variables are refused before anything is made or migrated.
  const { PORT: port, LEAGUE_MANAGER_PORT, REFEREE_PORT } = parseEnv(process.env);
  for (const [variable, wanted] of Object.entries({ PORT: port, LEAGUE_MANAGER_PORT, REFEREE_PORT }))
    if (wanted !== undefined) await requireFreePort(wanted, variable);
  const prepared = await prepareEnvironment(port);
  const running = await serve(port, prepared).catch(async (error: unknown) => {
    await prepared.releaseDatabase();
    throw error;
  });
  stopOnSignals(running.stop);
  void prepared.databaseEnded.then((reason) => {
    log.fatal({ reason }, 'the embedded database stopped unexpectedly');
    process.exit(1);
  });
  if (prepared.moved)
    process.stdout.write(`The database server cannot reach the data directory; its data are in ${prepared.moved}\n`);
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  process.stdout.write(`Botplay serves http://localhost:${running.port} (ready in ${seconds} s)\n`);
}

process.on('unhandledRejection', (reason) => log.error({ err: reason }, 'unhandled rejection'));
main().catch((error: unknown) => {
  process.stderr.write(`\nBotplay did not start: ${error instanceof Error ? error.message : String(error)}\n`);
  if (process.env.LOG_LEVEL === 'debug' && error instanceof Error) process.stderr.write(`${error.stack}\n`);
  process.exit(1);
});
