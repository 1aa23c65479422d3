import { createHash, timingSafeEqual } from 'node:crypto';
import { env } from '@/lib/core/env';
import { AppError } from '@/lib/core/errors';
import { metricsText, readiness } from '@/lib/domain/operations';
import { jsonText, type WireRequest, type WireResponse } from '@/lib/transport/http/wire';
import type { Lane } from '@/lib/transport/lane';

const NEVER_STORED = { 'cache-control': 'no-store' };

type Answer = (request: WireRequest) => Promise<WireResponse>;

const ROUTES: Record<string, Answer> = {
  '/healthz': async () => jsonText(200, '{"status":"ok"}', NEVER_STORED),
  '/readyz': async () => {
    const { ready, checks } = await readiness();
    return jsonText(ready ? 200 : 503, JSON.stringify({ status: ready ? 'ok' : 'unavailable', checks }), NEVER_STORED);
  },
  '/metrics': async (request) => refuseMetrics(request) ?? answerMetrics(),
};

/** Whether a path is one for operators. */
export function isOperation(path: string): boolean {
  return path in ROUTES;
}

async function answerMetrics(): Promise<WireResponse> {
  const { contentType, text } = await metricsText();
  return { status: 200, headers: { 'content-type': contentType, ...NEVER_STORED }, body: text };
}

const sha256 = (text: string) => createHash('sha256').update(text).digest();

/** The refusal of a request for the metrics without the token of METRICS_TOKEN; in production there must be one. */
function refuseMetrics(request: WireRequest): WireResponse | null {
  const { METRICS_TOKEN, production } = env();
  if (METRICS_TOKEN === '') {
    if (!production) return null;
    return refusal(403, new AppError('FORBIDDEN', 'Metrics are closed: set METRICS_TOKEN or METRICS_PORT.'));
  }
  const token = /^bearer +(\S+)\s*$/i.exec(request.header('authorization') ?? '')?.[1] ?? '';
  if (timingSafeEqual(sha256(token), sha256(METRICS_TOKEN))) return null;
  const error = new AppError(
    'UNAUTHENTICATED',
    'Metrics need "Authorization: Bearer" with the value of METRICS_TOKEN.',
  );
  return refusal(401, error, { 'www-authenticate': 'Bearer' });
}

function refusal(status: number, error: AppError, headers: Record<string, string> = {}): WireResponse {
  return jsonText(status, JSON.stringify({ error: error.toWire() }), { ...NEVER_STORED, ...headers });
}

/** Answers the paths that `answers` has. */
async function serve(request: WireRequest, answers: Record<string, Answer>): Promise<WireResponse> {
  const answer = answers[request.url.split('?')[0] ?? ''];
  if (!answer) return refusal(404, new AppError('NOT_FOUND', 'Unknown path.'));
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return { status: 405, headers: { allow: 'GET, HEAD' }, body: '' };
  }
  return answer(request);
}

const refuse: Lane['refuse'] = ({ status, message }) => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body: `${message}\n`,
});

/** Health, readiness and metrics, for operators. Specification: interface.md, operations. */
export const operationsLane: Lane = { name: 'operations', serve: (request) => serve(request, ROUTES), refuse };

/** The metrics at METRICS_PORT, which no proxy publishes: without a token. */
export const metricsLane: Lane = {
  name: 'metrics',
  serve: (request) => serve(request, { '/metrics': answerMetrics }),
  refuse,
};
