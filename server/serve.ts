import fs from 'node:fs';
import path from 'node:path';
import next from 'next';
import { Server as SocketServer } from 'socket.io';
import { env } from '@/lib/core/env';
import { jwtKeys } from '@/lib/core/jwt-keys';
import { log } from '@/lib/core/log';
import { publicOrigin } from '@/lib/core/public-origin';
import { closeDatabase, warmUpPools } from '@/lib/data/database';
import { makeAdminLink } from '@/lib/domain/accounts';
import { flushAudit } from '@/lib/domain/activity';
import { seedFirstParty } from '@/lib/domain/catalog';
import { vaultKeys } from '@/lib/domain/credentials';
import { flushFailures } from '@/lib/domain/failures';
import { ensureDefaultLeague } from '@/lib/domain/leagues';
import { checkMailServer } from '@/lib/domain/mail';
import { startDraining } from '@/lib/domain/operations';
import { seedSocialLobby } from '@/lib/domain/social';
import { flushUsage } from '@/lib/domain/usage';
import { startBus, stopBus } from '@/lib/events';
import { startBots, stopBots } from '@/lib/games/bots';
import { closeExperienceClients, closeMail } from '@/lib/gateway';
import { drainTransports } from '@/lib/transport/drain';
import { loadConfiguredToolsets } from '@/lib/transport/mcp';
import { routeRequests, type ServePage } from './direct-lane';
import { createHttpServer, listen } from './http';
import { InFlight } from './in-flight';
import { configuredListeners, openListener } from './listeners';
import { migrateDatabase, type Prepared } from './prepare';
import { registerRelayApps } from './relay/apps';
import { RelayWebSockets } from './relay/web-sockets';
import { attachSockets, type Sockets } from './sockets';
import { openStaticFiles } from './static-files';
import { startTicker, stopTicker } from './ticker';
import { UpgradeRouter } from './upgrades';
import { warmUpCalls } from './warm-up';

/** How long a shutdown waits for running calls. */
const MAX_DRAIN_MS = 10_000;

interface Running {
  port: number;
  stop: () => Promise<void>;
}

/**
 * Starts everything and listens. Next loads while `preparing` starts the database, and the site listens as soon as the
 * database is ready; pages wait for Next, calls do not.
 */
export async function serve(
  port: number,
  preparing: Promise<Prepared>,
  loadPages: typeof openPages = openPages,
): Promise<Running> {
  const inFlight = new InFlight();
  const upgrades = new UpgradeRouter(inFlight);
  // In development Next restores the process.env that it found when .env changes, so it must find the complete one.
  if (process.env.NODE_ENV !== 'production') await preparing;
  const pages = loadPages(port, upgrades);
  startBots();
  const prepared = await preparing;
  requireKeys();
  const stopTracing = await startTracing();
  await Promise.all([migrateDatabase(), startBus(), warmUpPools(), loadConfiguredToolsets()]);
  await Promise.all([seedFirstParty().then(seedSocialLobby), ensureDefaultLeague(), warmUpCalls()]);

  const server = createHttpServer(routeRequests(pages.serve, openStaticFiles()));
  server.prependListener('request', (_request, response) => inFlight.track(response));
  const sockets = openSockets(upgrades);
  registerRelayApps();
  const relay = new RelayWebSockets();
  upgrades.add(relay.route);
  upgrades.attach(server);
  const bound = await listen(server, port);
  const others = await Promise.all(configuredListeners().map((listener) => openListener(listener, inFlight)));
  const servers = [server, ...others];
  await logAdminLink();
  void checkMailServer();
  startTicker();

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
    relay.close();
    await stopTicker(closeExperienceClients);
    await stopBots();
    closeMail();
    await Promise.all([flushAudit(), flushUsage(), flushFailures(), stopTracing()]);
    await stopBus();
    await pages.close();
    await closeDatabase();
    await prepared.releaseDatabase();
  };
  return { port: bound, stop };
}

/** Loads OpenTelemetry where an endpoint for traces is set; otherwise nothing of it is loaded. Returns its end. */
async function startTracing(): Promise<() => Promise<void>> {
  if (!env().OTEL_EXPORTER_OTLP_ENDPOINT) return async () => {};
  return (await import('./tracing')).startSpans();
}

/** An invalid key would otherwise fail only when the first credential is stored or the first token is made. */
function requireKeys(): void {
  vaultKeys();
  jwtKeys();
}

/** Without an administrator the log is where the operator gets the right: only they read it. */
async function logAdminLink(): Promise<void> {
  const adminLink = await makeAdminLink();
  if (!adminLink) return;
  const link = `${publicOrigin()}/administrator/${adminLink.token}`;
  const expiresAt = adminLink.expiresAt.toISOString();
  log.warn({ link, expiresAt }, 'no account is an administrator: sign in and open this link, which works once');
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
/** The pages of Next. */
interface Pages {
  /** Answers a page; waits while Next is still loading. */
  serve: ServePage;
  close: () => Promise<void>;
}

/**
 * Gives Next the configuration as the build stored it, in the variable that its standalone server uses: otherwise
 * next.config.ts is compiled at every start, by a compiler that stays in memory (24 MB).
 */
function useBuiltConfig(): void {
  const file = path.join(process.env.NEXT_DIST_DIR || '.next', 'required-server-files.json');
  const { config } = JSON.parse(fs.readFileSync(file, 'utf8'));
  process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(config);
}

/**
 * Loads Next without waiting for it: the direct lane serves before the pages are ready. A failure ends the process,
 * because a site without pages looks healthy to a load balancer.
 */
function openPages(port: number, upgrades: UpgradeRouter): Pages {
  const isDevelopment = process.env.NODE_ENV !== 'production';
  if (!isDevelopment) useBuiltConfig();
  const app = next({ dev: isDevelopment, dir: process.cwd(), port, httpServer: upgrades.forNext });
  const handler = app.prepare().then(() => app.getRequestHandler());
  handler.catch((error: unknown) => {
    log.fatal({ err: error }, 'Next.js could not be loaded');
    process.exit(1);
  });
  return {
    serve: async (request, response) => (await handler)(request, response),
    close: async () => {
      await handler;
      await app.close();
    },
  };
}
