import os from 'node:os';
import { log } from '@/lib/core/log';
import { startFault } from '@/lib/data/connect-fault';
import { addressOf } from './http';
import { type Prepared, prepareEnvironment } from './prepare';
import { checkSettings } from './settings';
import { logUnhandledRejections } from './unhandled-rejections';

/** npm and supervisors repeat a signal that the terminal has already sent: two signals within this time count as one. */
const SAME_SIGNAL_MS = 500;
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

type OnSignal = (signal: NodeJS.Signals) => void;

/** Ends the process with the exit code that a shell gives for a signal. An embedded database ends with it. */
const quitOnSignal: OnSignal = (signal) => process.exit(128 + os.constants.signals[signal]);

/**
 * Ends the process on a signal while it starts: the first process of a container ignores signals that it does not listen for.
 * @returns what replaces the reaction to signals
 */
function listenForSignals(): (react: OnSignal) => void {
  let onSignal = quitOnSignal;
  for (const signal of SIGNALS) process.on(signal, () => onSignal(signal));
  return (react) => {
    onSignal = react;
  };
}

/** A terminal that has been closed takes no output: a line would end the process before its calls are answered. */
function ignoreClosedTerminal(): void {
  process.stdout.on('error', () => {});
  if (process.stderr.isTTY) log.level = 'silent';
}

/** The first signal shuts down gracefully, the second quits immediately. */
function stopGracefully(stop: () => Promise<void>): OnSignal {
  let stoppingSinceMs: number | null = null;
  return (signal) => {
    if (stoppingSinceMs !== null) {
      if (performance.now() - stoppingSinceMs < SAME_SIGNAL_MS) return;
      log.warn('quit by a second signal');
      process.exit(1);
    }
    stoppingSinceMs = performance.now();
    if (signal === 'SIGHUP') ignoreClosedTerminal();
    process.stdout.write(`\n${signal}: finishing running calls. Press Ctrl-C again to quit immediately.\n`);
    stop().then(
      () => process.exit(0),
      (error) => {
        log.fatal({ err: error }, 'shutdown failed');
        process.exit(1);
      },
    );
  };
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
  const reactToSignals = listenForSignals();
  const variables = await checkSettings();
  const { PORT: port, ROLE: role, LISTEN_ADDRESS: host } = variables;
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
  reactToSignals(stopGracefully(running.stop));
  void prepared.databaseEnded.then((reason) => {
    log.fatal({ reason }, 'the embedded database stopped unexpectedly');
    process.exit(1);
  });
  if (prepared.moved)
    process.stdout.write(`The database server cannot reach the data directory; its data is in ${prepared.moved}\n`);
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  process.stdout.write(`Botplay is running at ${addressOf(host, running.port)} (ready in ${seconds} s)\n`);
}

logUnhandledRejections();
main().catch((thrown: unknown) => {
  const error = startFault(thrown);
  process.stderr.write(`\nBotplay did not start: ${error.message}\n`);
  if (process.env.LOG_LEVEL === 'debug') process.stderr.write(`${error.stack}\n`);
  process.exit(1);
});
