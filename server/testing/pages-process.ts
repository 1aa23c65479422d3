// The process of the pages in tests: answers with what it was asked.
import { setTimeout as sleep } from 'node:timers/promises';
import { metrics } from '@/lib/core/metrics';
import { runPageProgram } from '../page-program';

runPageProgram(async () => ({
  serve: async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://pages');
    if (pathname === '/crash') process.exit(3);
    if (pathname === '/slow') {
      response.write('first ');
      response.once('close', () => metrics().policyReports.inc({ directive: 'gone' }));
      await sleep(60_000, undefined, { ref: false });
      return;
    }
    const chunks = await request.toArray();
    response.setHeader('set-cookie', ['a=1; Path=/', 'b=2; Path=/']);
    response.setHeader('content-security-policy', 'of the page');
    if (pathname === '/moved') response.setHeader('location', `/sign-in?to=${'%3F'.repeat(8_192)}`);
    response.statusCode = pathname === '/missing' ? 404 : 200;
    const [{ method, url, headers }, { pid }] = [request, process];
    response.end(
      JSON.stringify({
        pid,
        method,
        url,
        headers,
        body: Buffer.concat(chunks).toString(),
        given: process.env.PAGES_TEST,
      }),
    );
  },
  close: async () => {},
}));
