import { metricsText, readiness } from '@/lib/domain/operations';
import { jsonText, type WireRequest, type WireResponse } from '@/lib/transport/http/wire';
import type { Lane } from '@/lib/transport/lane';

const NEVER_STORED = { 'cache-control': 'no-store' };

type Answer = () => Promise<WireResponse>;

const ROUTES: Record<string, Answer> = {
  '/healthz': async () => jsonText(200, '{"status":"ok"}', NEVER_STORED),
  '/readyz': async () => {
    const { ready, checks } = await readiness();
    return jsonText(ready ? 200 : 503, JSON.stringify({ status: ready ? 'ok' : 'unavailable', checks }), NEVER_STORED);
  },
  '/metrics': async () => {
    const { contentType, text } = await metricsText();
    return { status: 200, headers: { 'content-type': contentType, ...NEVER_STORED }, body: text };
  },
};

/** Whether a path is one for operators. */
export function isOperation(path: string): boolean {
  return path in ROUTES;
}

/** Health, readiness and metrics, for operators. Specification: interface.md, operations. */
export async function serveOperations(request: WireRequest): Promise<WireResponse> {
  const answer = ROUTES[request.url.split('?')[0] ?? ''];
  if (!answer) return jsonText(404, '{"error":{"code":"NOT_FOUND","message":"Unknown path.","retryable":false}}');
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return { status: 405, headers: { allow: 'GET, HEAD' }, body: '' };
  }
  return answer();
}

export const operationsLane: Lane = {
  name: 'operations',
  serve: serveOperations,
  refuse: ({ status, message }) => ({
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    body: `${message}\n`,
  }),
};
