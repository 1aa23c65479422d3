import { expect, test } from 'vitest';
import { env } from '@/lib/core/env';
import { sql } from '@/lib/data/database';
import { makeAdminLink } from '@/lib/domain/accounts';
import { useDatabase } from '@/lib/testing/database';
import { serve } from './serve';

useDatabase();

const prepared = { moved: null, databaseEnded: new Promise<string>(() => {}), releaseDatabase: async () => {} };
const noPages = () => ({ serve: async () => {}, begin: async () => {}, close: async () => {} });

test('a process that makes no pages does not replace the link of the first administrator', async () => {
  env().production = true;
  await makeAdminLink();
  const readLinks = () => sql(null, 'SELECT * FROM admin_links', []);
  const links = await readLinks();
  expect(links).toHaveLength(1);
  const { stop } = await serve({ port: 0, role: 'worker' }, Promise.resolve(prepared), noPages);
  expect(await readLinks()).toEqual(links);
  await stop();
});
