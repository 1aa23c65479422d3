import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a process has used. */
export interface ProcessUsage {
  /** Bytes in use after a garbage collection, if the process runs with `--expose-gc`. */
  heapBytes: number;
  /** Processor time since its start, of all its threads. */
  cpuUs: number;
}

/** Answers the ProcessUsage of this process on a separate port. Returns the URL. */
export async function serveUsage(): Promise<string> {
  const server = createServer((_request, response) => {
    const { user, system } = process.cpuUsage();
    globalThis.gc?.();
    const usage: ProcessUsage = { heapBytes: process.memoryUsage().heapUsed, cpuUs: user + system };
    response.end(JSON.stringify(usage));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Asks a process that serves its usage. */
export const readUsage = async (usageUrl: string): Promise<ProcessUsage> =>
  (await (await fetch(usageUrl)).json()) as ProcessUsage;
