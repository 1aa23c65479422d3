import { afterAll, beforeAll, expect, it } from 'vitest';
import { metrics } from '@/lib/core/metrics';
import { useDatabase } from '@/lib/testing/database';
import { contentSecurityPolicy } from '@/lib/transport/http/security-headers';
import { serveTransports, type TestServer } from '@/lib/transport/testing/serve';

useDatabase();

let server: TestServer;
beforeAll(async () => {
  server = await serveTransports();
});
afterAll(() => server.close());

const REPORT = {
  'csp-report': {
    'document-uri': 'http://localhost/matches/1?seat=secret',
    referrer: '',
    'violated-directive': 'script-src-elem',
    'effective-directive': 'script-src-elem',
    'original-policy': "default-src 'self'",
    disposition: 'enforce',
    'blocked-uri': 'https://elsewhere.example/script.js',
    'status-code': 200,
  },
};

function send(body: string, type = 'application/csp-report'): Promise<Response> {
  return fetch(`${server.url}/api/policy-reports`, { method: 'POST', headers: { 'content-type': type }, body });
}

async function countOf(directive: string): Promise<number> {
  const metric = await metrics().registry.getSingleMetric('botplay_policy_reports_total')?.get();
  return metric?.values.find(({ labels }) => labels.directive === directive)?.value ?? 0;
}

it('counts what a browser refused, by a directive of the policy', async () => {
  expect((await send(JSON.stringify(REPORT))).status).toBe(204);
  expect(await countOf('script-src')).toBe(1);
  const invented = { 'csp-report': { ...REPORT['csp-report'], 'effective-directive': 'x'.repeat(3_000) } };
  expect((await send(JSON.stringify(invented))).status).toBe(204);
  expect(await countOf('other')).toBe(1);
});

it('refuses what is no report, and names the fault', async () => {
  const fault = async (body: string, type?: string) => {
    const answer = await send(body, type);
    const { error } = (await answer.json()) as { error: { code: string; details?: { issues: { path: string[] }[] } } };
    return [answer.status, error.code, error.details?.issues[0]?.path];
  };
  expect(await fault('{')).toEqual([400, 'VALIDATION_ERROR', []]);
  expect(await fault('[]')).toEqual([400, 'VALIDATION_ERROR', []]);
  expect(await fault('{"csp-report":{}}')).toEqual([400, 'VALIDATION_ERROR', ['csp-report', 'document-uri']]);
  expect(await fault(JSON.stringify(REPORT), 'text/plain')).toEqual([400, 'VALIDATION_ERROR', []]);
  expect((await fault(JSON.stringify({ ...REPORT, more: 'x'.repeat(10_000) })))[0]).toBe(413);
});

it('takes 20 reports a minute of an address', async () => {
  const answers = await Promise.all(Array.from({ length: 25 }, () => send(JSON.stringify(REPORT))));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThanOrEqual(5);
  expect(refused[0]?.headers.get('retry-after')).toMatch(/^\d+$/);
});

it('is where the policy of a page sends them', () => {
  expect(contentSecurityPolicy('/docs', 'nonce')).toContain('report-uri /api/policy-reports');
});
