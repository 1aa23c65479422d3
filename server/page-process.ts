import { type ChildProcess, fork } from 'node:child_process';
import fsSync from 'node:fs';
import fs from 'node:fs/promises';
import http, { type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@/lib/core/errors';
import { log } from '@/lib/core/log';
import { lowerPriority } from '@/lib/core/low-priority';
import type { MetricValues } from '@/lib/core/metrics';
import { currentTraceparent } from '@/lib/core/tracing';

/** Calls come first where both have work, and pages do not starve. */
const NICENESS = 2;
/** How long a stop waits for the process before it is killed. */
const MAX_STOP_MS = 5_000;
const MAX_MEASURE_MS = 1_000;
/** A process that has ended is replaced after this time, which doubles with each one that ends before it listens. */
const REPLACE_MS = 500;
const MAX_REPLACE_MS = 10_000;
/** So many that end before one has listened mean that pages cannot be made here. */
const MAX_FAILED_STARTS = 5;

/** What the process is sent. With `begin` the environment is complete: it connects to the database and listens. */
export type ToPages =
  | { kind: 'begin'; env: Record<string, string | undefined>; socketPath: string }
  | { kind: 'measure'; id: number }
  | { kind: 'stop' };

/** What the process answers. */
export type FromPages = { kind: 'listening' } | { kind: 'measured'; id: number; values: MetricValues };

/** A program that makes pages, as `server/page-program.ts` does. */
export interface PageProgram {
  file: string;
  execArgv?: readonly string[];
  /** Variables that differ from those of this process. */
  variables?: () => Record<string, string>;
}

/** One run of the program. */
interface Run {
  child: ChildProcess;
  socketPath: string;
  /** Resolves when it listens; rejects when it ends before. */
  listening: Promise<void>;
  onListening: () => void;
  ended: Promise<unknown>;
}

/**
 * Makes pages in a process of their own, so that they keep no call waiting: docs/decisions/0068-pages-are-made-beside-the-calls.md.
 * Requests go to it by a Unix socket that only this user can open, and the answers come back as they are written. A process that ends is
 * replaced; the requests that it was answering fail with SERVICE_UNAVAILABLE.
 */
export class PageProcess {
  readonly #program: PageProgram;
  readonly #agent = new http.Agent({ keepAlive: true, maxFreeSockets: 32 });
  readonly #measuring = new Map<number, (values: MetricValues) => void>();
  readonly #folder: Promise<string>;
  #run: Promise<Run>;
  #isBegun = false;
  #hasListened = false;
  #failedStarts = 0;
  #isStopping = false;
  #measurements = 0;

  /** Starts the process: it loads what it needs, and waits for `begin`. */
  constructor(program: PageProgram) {
    this.#program = program;
    this.#folder = fs.mkdtemp(path.join(os.tmpdir(), 'botplay-pages-')).catch((thrown: Error) => {
      throw new Error(`Temporary files cannot be written to ${os.tmpdir()} (TMPDIR): ${thrown.message}`, {
        cause: thrown,
      });
    });
    this.#folder.then(
      // A start that fails ends without `close`.
      (folder) => process.once('exit', () => fsSync.rmSync(folder, { recursive: true, force: true })),
      () => {},
    );
    this.#run = this.#start();
    // `begin` reports it.
    this.#run.catch(() => {});
  }

  async #start(): Promise<Run> {
    const { file, execArgv = [] } = this.#program;
    const folder = await this.#folder;
    // It removes the folder when this process is killed.
    const child = fork(file, [folder], {
      execArgv: [...process.execArgv, ...execArgv],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    let onListening = () => {};
    const listening = new Promise<void>((resolve, reject) => {
      onListening = resolve;
      child.once('exit', () => reject(new AppError('SERVICE_UNAVAILABLE', 'Pages are starting again.')));
    });
    listening.catch(() => {});
    const ended = new Promise((resolve) => child.once('exit', resolve));
    const run = { child, socketPath: path.join(folder, `${child.pid}.sock`), listening, onListening, ended };
    child.on('message', (message: FromPages) => this.#receive(run, message));
    child.once('exit', (code, signal) => this.#replace(code ?? signal));
    child.on('error', (error) => log.warn({ err: error }, 'the process of the pages has a fault'));
    if (child.pid !== undefined) lowerPriority(child.pid, NICENESS);
    return run;
  }

  /** Lets the process connect and listen: the environment is complete. */
  async begin(): Promise<void> {
    this.#isBegun = true;
    const { child, socketPath } = await this.#run;
    send(child, { kind: 'begin', env: { ...process.env, ...this.#program.variables?.() }, socketPath });
  }

  #receive(run: Run, message: FromPages): void {
    if (message.kind === 'measured') {
      this.#measuring.get(message.id)?.(message.values);
      return;
    }
    this.#hasListened = true;
    this.#failedStarts = 0;
    run.onListening();
  }

  #replace(reason: number | NodeJS.Signals | null): void {
    if (this.#isStopping) return;
    this.#failedStarts++;
    if (!this.#hasListened && this.#failedStarts >= MAX_FAILED_STARTS) {
      // A site without pages looks healthy to a load balancer.
      log.fatal({ reason }, 'pages cannot be made');
      process.exit(1);
    }
    log.error({ reason }, 'the process of the pages ended; it is started again');
    const afterMs = Math.min(MAX_REPLACE_MS, REPLACE_MS * 2 ** (this.#failedStarts - 1));
    this.#run = sleep(afterMs, undefined, { ref: false }).then(() => this.#start());
    if (this.#isBegun) void this.begin();
  }

  /**
   * Answers a request with what the process answers; waits while it is starting.
   * @throws SERVICE_UNAVAILABLE when the process ended
   */
  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    for (;;) {
      const { socketPath, listening, ended } = await this.#run;
      await listening;
      if (response.destroyed || (await forward(request, response, { socketPath, agent: this.#agent }))) return;
      await ended;
    }
  }

  /** The figures of the process; none while it does not answer. */
  async measure(): Promise<MetricValues> {
    const { child } = await this.#run;
    const id = ++this.#measurements;
    return new Promise((resolve) => {
      const end = (values: MetricValues) => {
        clearTimeout(timer);
        this.#measuring.delete(id);
        resolve(values);
      };
      const timer = setTimeout(end, MAX_MEASURE_MS, []);
      this.#measuring.set(id, end);
      send(child, { kind: 'measure', id });
    });
  }

  /** Ends the process, which stores what it holds first. */
  async close(): Promise<void> {
    this.#isStopping = true;
    const { child, ended } = await this.#run;
    if (child.exitCode === null && child.signalCode === null) {
      const timer = setTimeout(() => child.kill('SIGKILL'), MAX_STOP_MS);
      send(child, { kind: 'stop' });
      await ended;
      clearTimeout(timer);
    }
    this.#agent.destroy();
    await fs.rm(await this.#folder, { recursive: true, force: true });
  }
}

/** A process that has just ended takes no message; its end is noticed elsewhere. */
function send(child: ChildProcess, message: ToPages): void {
  if (child.connected) child.send(message, () => {});
}

/** What belongs to one connection and not to the message. */
const HOP_BY_HOP = ['connection', 'keep-alive', 'proxy-connection', 'transfer-encoding', 'te', 'trailer', 'upgrade'];

function endToEnd(headers: OutgoingHttpHeaders, ...dropped: string[]): OutgoingHttpHeaders {
  const kept = { ...headers };
  for (const name of [...HOP_BY_HOP, ...dropped]) delete kept[name];
  return kept;
}

/** Of an answer: one that leads to the sign-in repeats a URL of 8 KiB, with several characters for one. */
const MAX_ANSWER_HEAD_BYTES = 131_072;

/** No process listens at the socket any more. */
const UNREACHED: readonly unknown[] = ['ECONNREFUSED', 'ENOENT'];

/**
 * Passes a request on and its answer back. A reader that goes ends the request.
 * @returns false when it reached no process and can be sent again
 */
function forward(
  request: IncomingMessage,
  response: ServerResponse,
  to: { socketPath: string; agent: http.Agent },
): Promise<boolean> {
  const { method, url, headers } = request;
  const hasBody = headers['content-length'] !== undefined;
  const traceparent = currentTraceparent();
  return new Promise((resolve, reject) => {
    const onward = http.request({
      ...to,
      method,
      path: url,
      maxHeaderSize: MAX_ANSWER_HEAD_BYTES,
      headers: { ...endToEnd(headers, 'expect'), ...(traceparent === undefined ? {} : { traceparent }) },
    });
    const leave = () => {
      onward.destroy();
      resolve(true);
    };
    response.once('close', leave);
    onward.on('error', (error: NodeJS.ErrnoException) => {
      response.off('close', leave);
      if (response.destroyed) return resolve(true);
      if (!hasBody && UNREACHED.includes(error.code)) return resolve(false);
      log.debug({ reason: error.message }, 'a page was not made');
      if (response.headersSent) response.destroy();
      else reject(new AppError('SERVICE_UNAVAILABLE', 'This page could not be made. Try again.'));
    });
    onward.once('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, endToEnd(answer.headers, 'date'));
      // `pipeline` would add more listeners to the answer than Node expects.
      answer.on('error', () => response.destroy());
      answer.pipe(response);
    });
    if (hasBody) pipeline(request, onward, () => {});
    else onward.end();
  });
}
