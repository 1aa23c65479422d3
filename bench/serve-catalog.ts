import { pool } from '@/lib/data/database';
import { startBus } from '@/lib/events';
import { agentFixture } from '@/lib/testing/fixtures';
import { serveTransports } from '@/lib/transport/testing/serve';

// The transports over a catalog of ROWS experiences, 50 of which contain the word "zeppelin" and 10 of which have the tag "rare".
const rows = Number(process.env.ROWS ?? 1_000);
await startBus();
await pool().query(
  `INSERT INTO experiences (id, name, version, summary, category, tags, tier, publisher_name, manifest, kind,
     session_mode, verification_status, live_status, rank)
   SELECT gen_random_uuid(), 'Experience ' || n, '1.0.0',
     'Play against ' || md5(n::text) || CASE WHEN n % ($1::int / 50) = 0 THEN ' in a zeppelin' ELSE ' in a room' END,
     'category-' || n % 20, ARRAY['tag-' || n % 100, 'all'] || CASE WHEN n % ($1::int / 10) = 0 THEN ARRAY['rare'] ELSE '{}' END, 2, 'Publisher ' || n,
     jsonb_build_object('name', 'Experience ' || n, 'tier', 2, 'mcp', jsonb_build_object('server_url', 'https://example.org')),
     'mcp', 'turn_based', 'verified', 'online', n
   FROM generate_series(1, $1::int) n`,
  [rows],
);
await pool().query('VACUUM ANALYZE experiences');
const { url } = await serveTransports();
const { apiKey } = await agentFixture();
process.stdout.write(`${JSON.stringify({ url, apiKey })}\n`);
process.once('SIGTERM', () => process.exit(0));
