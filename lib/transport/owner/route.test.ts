import { expect, test } from 'vitest';
import { z } from 'zod';
import { WebRequest } from '@/lib/transport/http/web';
import { anyone } from './callers';
import { defineRoute } from './route';

const request = () =>
  new WebRequest(new Request('http://localhost:3000/api/leagues/x'), {
    arrival: { host: 'localhost:3000', protocol: 'http' },
    address: '10.0.0.1',
  });

test('answers 404 for an id in another format than the route declares', async () => {
  const route = defineRoute({
    method: 'GET',
    path: '/api/leagues/{league_id}',
    title: 'Read a league',
    who: anyone,
    ids: { league_id: z.string().regex(/^league_[a-z]+$/) },
    output: z.strictObject({ league_id: z.string() }),
    run: async ({ params }) => params,
  });
  const context = { who: null, payer: null, address: '', userAgent: '', origin: '', setCookie: () => {} };
  const run = (id: string) => route.run({ request: request(), params: { league_id: id }, query: '' }, context);
  expect(await run('league_default')).toEqual({ league_id: 'league_default' });
  await expect(run('default')).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'Not found: the id is not valid.' });
});
