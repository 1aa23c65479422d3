import type http from 'node:http';
import { Server as SocketServer } from 'socket.io';
import { env, findShortSecrets } from '@/lib/core/env';
import { jwtKeys } from '@/lib/core/jwt-keys';
import { log } from '@/lib/core/log';
import { publicOrigin } from '@/lib/core/public-origin';
import { misdirectedText, ROLES, type Role } from '@/lib/core/role';
import { warmUpPools } from '@/lib/data/database';
import { makeAdminLink } from '@/lib/domain/accounts';
import { checkBackups, prepareBackups } from '@/lib/domain/backups';
import { seedFirstParty } from '@/lib/domain/catalog';
import { vaultKeys } from '@/lib/domain/credentials';
import { ensureDefaultLeague } from '@/lib/domain/leagues';
import { checkMailServer } from '@/lib/domain/mail';
import { startDraining } from '@/lib/domain/operations';
import { seedSocialLobby } from '@/lib/domain/social';
import { startBots, stopBots } from '@/lib/games/bots';
import { closeExperienceClients, closeMail } from '@/lib/gateway';
import { drainTransports } from '@/lib/transport/drain';
import { routeRequests } from './direct-lane';
import { DUE_ENTRIES } from './due-entries';
import { forwardDueTimes, receiveDueTimes } from './due-forwarding';
import { createHttpServer, listen } from './http';
import { InFlight } from './in-flight';
import { joinProcesses } from './join';
import { configuredListeners, openListener, routeOperations } from './listeners';
import { openNoPages, openPageProcess, openPages, type Pages } from './pages';
import { migrateDatabase, type Prepared } from './prepare';
import { registerRelayApps } from './relay/apps';
import { RelayWebSockets } from './relay/web-sockets';
import { attachSockets, type Sockets } from './sockets';
import { openStaticFiles } from './static-files';
import { startTicker, stopTicker } from './ticker';
import { UpgradeRouter } from './upgrades';
import { warmUpCalls } from './warm-up';
import { DEFLATING_SOCKETS } from './watch/deflate';

/** How long a shutdown waits for running calls. */
const MAX_DRAIN_MS = 10_000;

interface Running {
  port: number;
  stop: () => Promise<void>;
}

/**
 * Starts what the role of this process needs, and listens. Next loads while `preparing` starts the database, and the site
 * listens as soon as the database is ready; pages wait for Next, calls do not.
 * @param port where it listens; `pageProcess` says whether pages are made in a process of their own
 * @param loadPages opens the pages; tests replace it
 */
export async function serve(
  { port, role, pageProcess = false }: { port: number; role: Role; pageProcess?: boolean },
  preparing: Promise<Prepared>,
  loadPages: (port: number, httpServer: http.Server) => Pages = pageProcess ? openPageProcess : openPages,
): Promise<Running> {
  const duties = ROLES[role];
  const inFlight = new InFlight();
  const upgrades = new UpgradeRouter(inFlight);
  // In development Next restores the process.env that it found when .env changes, so it must find the complete one.
  if (process.env.NODE_ENV !== 'production') await preparing;
  const pages = duties.pages ? loadPages(port, upgrades.forNext) : openNoPages(role);
  startBots();
  const prepared = await preparing;
  requireKeys();
  prepareBackups();
  const joined = await joinProcesses(() => Promise.all([migrateDatabase(), warmUpPools()]));
  await pages.begin();
  await Promise.all([seedFirstParty().then(seedSocialLobby), ensureDefaultLeague(), warmUpCalls()]);

  const answer = duties.pages ? routeRequests(pages.serve, openStaticFiles()) : routeRequests(pages.serve);
  const serveCall = duties.calls ? answer : routeOperations();
  const server = createHttpServer((request, response) => {
    if (!upgrades.serveRequest(request, response)) serveCall(request, response);
  });
  server.prependListener('request', (_request, response) => inFlight.track(response));
  registerRelayApps();
  const sockets = duties.sockets ? openSockets(upgrades) : null;
  if (!sockets) upgrades.refuseSockets(misdirectedText(role, 'WebSockets'));
  upgrades.attach(server);
  const bound = await listen(server, { port, host: env().LISTEN_ADDRESS });
  const others = await Promise.all(configuredListeners().map((listener) => openListener(listener, inFlight)));
  const servers = [server, ...others];
  if (duties.pages) await logAdminLink();
  const stopDueTimes = duties.dueWork ? receiveDueTimes(DUE_ENTRIES) : forwardDueTimes(DUE_ENTRIES);
  if (duties.dueWork) {
    void checkMailServer();
    void checkBackups();
  }
  startTicker(duties.dueWork ? DUE_ENTRIES : DUE_ENTRIES.filter(({ isOfEveryProcess }) => isOfEveryProcess));

  const stop = async () => {
    startDraining();
    inFlight.startDraining();
    upgrades.startDraining();
    sockets?.announceDrain();
    for (const one of servers) one.close();
    for (const one of servers) one.closeIdleConnections();
    await drainTransports();
    sockets?.close();
    const unanswered = await inFlight.whenIdle(MAX_DRAIN_MS);
    if (unanswered > 0) log.warn({ unanswered }, 'stopped before these calls were complete');
    for (const one of servers) one.closeAllConnections();
    sockets?.closeRelay();
    stopDueTimes();
    await stopTicker(closeExperienceClients);
    await stopBots();
    closeMail();
    await joined.flush();
    await pages.close();
    await joined.leave();
    await prepared.releaseDatabase();
  };
  return { port: bound, stop };
}

/** An invalid key would otherwise fail only when the first credential is stored or the first token is made. */
function requireKeys(): void {
  vaultKeys();
  jwtKeys();
  for (const variable of findShortSecrets(env()))
    log.warn({ variable }, `${variable} is short enough to be guessed: \`openssl rand -base64 32\` makes a long one`);
}

/**
 * Without an administrator the log is where the operator gets the right: only they read it. Each link replaces the one before, so
 * processes without pages make none.
 */
async function logAdminLink(): Promise<void> {
  const adminLink = await makeAdminLink();
  if (!adminLink) return;
  const link = `${publicOrigin()}/administrator/${adminLink.token}`;
  const expiresAt = adminLink.expiresAt.toISOString();
  log.warn(
    { link, expiresAt },
    'no account is an administrator: sign in and open this link, which works once, until a process starts later',
  );
}

function openSockets(upgrades: UpgradeRouter): Sockets & { closeRelay: () => void } {
  const relay = new RelayWebSockets();
  upgrades.add(relay.route);
  const io = new SocketServer(DEFLATING_SOCKETS);
  io.attach(upgrades.forSockets);
  const rooms = attachSockets(io);
  const close = () => {
    rooms.close();
    io.disconnectSockets(true);
    // Ends the polls of clients that have joined no namespace, which the stop would otherwise wait for.
    io.engine.close();
  };
  return { ...rooms, close, closeRelay: () => relay.close() };
}
