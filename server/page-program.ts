import fs from 'node:fs';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import { type MetricValues, metrics } from '@/lib/core/metrics';
import type { FromPages, ToPages } from './page-process';

/** Of requests that the parent has admitted: their head has a few headers more than a client may send. */
const MAX_HEAD_BYTES = 32_768;

/** What a program answers requests with. */
export interface PageMaker {
  serve: (request: IncomingMessage, response: ServerResponse) => Promise<void> | void;
  /** Called when the parent stops: stores what this process holds. */
  close: () => Promise<void>;
}

const send = (message: FromPages): void => void process.send?.(message);

/**
 * Runs a program that makes pages for its parent, a `PageProcess`. Ends with it, however it ends; scripts/serve-pages.mjs leaves signals
 * of the terminal to the parent.
 * @param begin called when the environment is complete
 */
export function runPageProgram(begin: () => Promise<PageMaker>): void {
  let maker: PageMaker | null = null;
  const beginToServe = async ({ env, socketPath }: Extract<ToPages, { kind: 'begin' }>) => {
    Object.assign(process.env, env);
    maker = await begin();
    const { serve } = maker;
    const server = http.createServer(
      { maxHeaderSize: MAX_HEAD_BYTES, keepAliveTimeout: 0, requestTimeout: 0 },
      (...exchange) => void serve(...exchange),
    );
    server.listen(socketPath, () => send({ kind: 'listening' }));
  };
  const measure = async (id: number) =>
    send({ kind: 'measured', id, values: (await metrics().registry.getMetricsAsJSON()) as MetricValues });
  process.on('message', (message: ToPages) => {
    if (message.kind === 'begin') beginToServe(message).catch(fail);
    else if (message.kind === 'measure') void measure(message.id);
    else void Promise.resolve(maker?.close()).then(() => process.exit(0), fail);
  });
  const end = () => {
    // The parent was killed, so that nothing else removes its folder, which `PageProcess` names as the argument.
    const [, , folder] = process.argv;
    if (folder) fs.rmSync(folder, { recursive: true, force: true });
    process.exit(0);
  };
  process.on('disconnect', end);
  // It may have been killed while this process was loading.
  if (process.connected === false) end();
  metrics().registry.setDefaultLabels({ process: 'pages' });
}

function fail(error: unknown): never {
  process.stderr.write(`Pages cannot be made: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
