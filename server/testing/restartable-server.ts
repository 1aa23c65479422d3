import { once } from 'node:events';
import path from 'node:path';
import { type Program, startProgram } from '@/lib/testing/program';
import { bundlePrograms, WORKERS } from '@/scripts/build.mjs';
import { freePort } from '@/scripts/test-server.mjs';

/** Inside the checkout, so that the libraries are found. */
const OUT = path.join('.scratch', 'test-server');

/**
 * The server of the product, bundled as the product is, as a process on this test's database. It keeps its port when it is
 * killed or stopped; another process has been loaded by then and starts immediately.
 */
export class RestartableServer {
  readonly url: string;
  readonly #env: Record<string, string>;
  #running: Program;
  #next: Program;

  private constructor(env: Record<string, string>) {
    this.url = `http://127.0.0.1:${env.PORT}`;
    this.#env = env;
    this.#running = this.#load();
    this.#next = this.#load();
  }

  /** Starts it with these variables. */
  static async open(variables: Record<string, string>): Promise<RestartableServer> {
    await bundlePrograms({ 'server-process': 'server/testing/server-process.ts', ...WORKERS }, OUT);
    const port = String(await freePort());
    const server = new RestartableServer({ LOG_LEVEL: 'error', NODE_ENV: 'production', ...variables, PORT: port });
    await start(server.#running);
    return server;
  }

  /** Kills it with SIGKILL and starts another one. Resolves when that one listens. */
  async kill(): Promise<void> {
    await this.#replace('SIGKILL');
  }

  /** Stops it as an operator does, with SIGTERM, and starts another one. Returns the exit code of the first. */
  async restart(): Promise<number | null> {
    return this.#replace('SIGTERM');
  }

  close(): void {
    this.#running.end();
    this.#next.end();
  }

  /** What the running process has logged. */
  logged(): string {
    return this.#running.logged();
  }

  #load(): Program {
    return startProgram(path.join(OUT, 'server-process.mjs'), this.#env);
  }

  async #replace(signal: NodeJS.Signals): Promise<number | null> {
    await this.#next.heard('loaded');
    const ended = once(this.#running.child, 'exit');
    this.#running.child.kill(signal);
    const [code] = await ended;
    this.#running = this.#next;
    await start(this.#running);
    this.#next = this.#load();
    return code;
  }
}

async function start(program: Program): Promise<void> {
  await program.heard('loaded');
  program.say('start');
  await program.heard('listening');
}
