import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import S3rver from 's3rver';
import type { BucketSettings } from '@/lib/core/bucket-settings';
import { type BreakableProxy, openBreakableProxy } from './breakable-proxy';
import { temporaryDirectory } from './server';

/** The key that the server knows. */
const KEY = 'S3RVER';

export interface BucketServer {
  /** Settings that reach it, through {@link network}. */
  settings: BucketSettings;
  /** What lies between the client and the server. */
  network: BreakableProxy;
  /** Requests that arrived: method and path, such as `PUT /bucket/name`. */
  requests: string[];
  /** From now on requests that `matches` accepts are refused with this code of S3; null: none. */
  refuse(refusal: { code: string; status: number; matches: (request: string) => boolean } | null): void;
  close(): Promise<void>;
}

/**
 * Starts a server of the S3 protocol with these empty buckets, which keeps objects in a temporary directory. It knows the ids of
 * keys, but checks no signature and keeps the parts of uploads that are given up.
 */
export async function startBucketServer(...buckets: string[]): Promise<BucketServer> {
  const { directory, remove } = await temporaryDirectory('buckets');
  const configureBuckets = buckets.map((name) => ({ name, configs: [] }));
  const store = new S3rver({ silent: true, directory, configureBuckets });
  await store.configureBuckets();
  const serveStore = store.callback();
  const requests: string[] = [];
  let refusal: Parameters<BucketServer['refuse']>[0] = null;
  const server = http.createServer((request, response) => {
    const name = `${request.method} ${request.url}`;
    requests.push(name);
    if (!refusal?.matches(name)) return serveStore(request, response);
    request.resume();
    response.writeHead(refusal.status, { 'content-type': 'application/xml' });
    response.end(`<Error><Code>${refusal.code}</Code><Message>Refused by the test.</Message></Error>`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const network = await openBreakableProxy((server.address() as AddressInfo).port);
  return {
    settings: {
      AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${network.port}`,
      AWS_REGION: '',
      AWS_ACCESS_KEY_ID: KEY,
      AWS_SECRET_ACCESS_KEY: KEY,
      AWS_SESSION_TOKEN: '',
    },
    network,
    requests,
    refuse: (next) => {
      refusal = next;
    },
    close: async () => {
      network.close();
      server.closeAllConnections();
      server.close();
      await remove();
    },
  };
}
