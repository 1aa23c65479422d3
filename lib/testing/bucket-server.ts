import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import aws4 from 'aws4';
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

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=[^/]+\/\d{8}\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=[0-9a-f]{64}$/;

/** Whether a request has the signature that the secret key gives, which another library computes again. */
function hasOwnSignature({ method = '', url = '', headers }: http.IncomingMessage): boolean {
  const given = headers.authorization ?? '';
  const [, region = '', names = ''] = AUTHORIZATION.exec(given) ?? [];
  const covered = names.split(';');
  const request = {
    ...{ service: 's3', region, method, path: url },
    headers: Object.fromEntries(covered.map((name) => [name, String(headers[name] ?? '')])),
    extraHeadersToInclude: Object.fromEntries(covered.map((name) => [name, true])),
  };
  const expected = aws4.sign(request, { accessKeyId: KEY, secretAccessKey: KEY }).headers?.Authorization;
  return expected === given;
}

/**
 * Starts a server of the S3 protocol with these empty buckets, which keeps objects in a temporary directory. The server itself knows
 * ids of keys alone, so signatures are checked in front of it. It keeps the parts of uploads that are given up.
 */
export async function startBucketServer(...buckets: string[]): Promise<BucketServer> {
  const { directory, remove } = await temporaryDirectory('buckets');
  const configureBuckets = buckets.map((name) => ({ name, configs: [] }));
  const store = new S3rver({ silent: true, directory, configureBuckets });
  await store.configureBuckets();
  const serveStore = store.callback();
  const requests: string[] = [];
  let refusal: Parameters<BucketServer['refuse']>[0] = null;
  const refusalOf = (name: string, request: http.IncomingMessage) => {
    if (refusal?.matches(name)) return refusal;
    const isOwnKey = request.headers.authorization?.includes(`Credential=${KEY}/`);
    return isOwnKey && !hasOwnSignature(request) ? { code: 'SignatureDoesNotMatch', status: 403 } : null;
  };
  const server = http.createServer((request, response) => {
    const name = `${request.method} ${request.url}`;
    requests.push(name);
    const refused = refusalOf(name, request);
    if (refused === null) return serveStore(request, response);
    request.resume();
    response.writeHead(refused.status, { 'content-type': 'application/xml' });
    response.end(`<Error><Code>${refused.code}</Code><Message>Refused by the test.</Message></Error>`);
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
