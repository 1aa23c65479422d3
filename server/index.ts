import { log } from '@/lib/core/log';
import { startFault } from '@/lib/data/connect-fault';
import { type Prepared, prepareEnvironment } from './prepare';
import { checkSettings } from './settings';
import { logUnhandledRejections } from './unhandled-rejections';

/** npm and supervisors repeat a signal that the terminal has already sent: two signals within this time count as one. */
const SAME_SIGNAL_MS = 500;

/** The first signal shuts down gracefully, the second quits immediately. */
function stopOnSignals(stop: () => Promise<void>): void {
  let stoppingSinceMs: number | null = null;
  const onSignal = (signal: NodeJS.Signals) => {
    if (stoppingSinceMs !== null) {
      if (performance.now() - stoppingSinceMs < SAME_SIGNAL_MS) return;
      log.warn('quit by a second signal');
      process.exit(1);
    }
    stoppingSinceMs = performance.now();
    process.stdout.write(`\n${signal}: finishing running calls. Press Ctrl-C again to quit immediately.\n`);
    stop().then(
      () => process.exit(0),
      (error) => {
        log.fatal({ err: error }, 'shutdown failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}

/** `waiting` resolves when the database is starting in its own process, or `preparing` has ended. */
function startPreparing(port: number): { preparing: Promise<Prepared>; waiting: Promise<void> } {
  let onWaiting = () => {};
  const isWaiting = new Promise<void>((resolve) => {
    onWaiting = resolve;
  });
  const preparing = prepareEnvironment(port, onWaiting);
  const ended = preparing.then(
    () => {},
    () => {},
  );
  return { preparing, waiting: Promise.race([isWaiting, ended]) };
}

/** Starts the product. A failure before it listens prints one sentence and exits with code 1. */
async function main(): Promise<void> {
  const startedMs = performance.now();
  const variables = await checkSettings();
  const { PORT: port, ROLE: role } = variables;
  // In development Next reloads pages, with the upgrades of this process.
  const pageProcess = variables.PAGE_PROCESS && variables.NODE_ENV === 'production';
  // The database starts while the rest of the program loads; loading first would keep the event loop from starting it.
  const { preparing, waiting } = startPreparing(port);
  await waiting;
  const running = await import('./serve')
    .then(({ serve }) => serve({ port, role, pageProcess }, preparing))
    .catch(async (error: unknown) => {
      // Connections that end with the database are no faults of their own.
      log.level = 'silent';
      await preparing.then(
        ({ releaseDatabase }) => releaseDatabase(),
        () => null,
      );
      throw error;
    });
  const prepared = await preparing;
  stopOnSignals(running.stop);
  void prepared.databaseEnded.then((reason) => {
    log.fatal({ reason }, 'the embedded database stopped unexpectedly');
    process.exit(1);
  });
  if (prepared.moved)
    process.stdout.write(`The database server cannot reach the data directory; its data is in ${prepared.moved}\n`);
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  process.stdout.write(`Botplay is running at http://localhost:${running.port} (ready in ${seconds} s)\n`);
}

logUnhandledRejections();
main().catch((thrown: unknown) => {
  const error = startFault(thrown);
  process.stderr.write(`\nBotplay did not start: ${error.message}\n`);
  if (process.env.LOG_LEVEL === 'debug') process.stderr.write(`${error.stack}\n`);
  process.exit(1);
});
