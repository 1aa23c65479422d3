import { pool } from '@/lib/data/database';
import { startBus } from '@/lib/events';
import { agentFixture, ownerFixture } from '@/lib/testing/fixtures';
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

/** Steps that one row of usage_days stands for: what an agent plays of one experience on a day. */
const STEPS_PER_ROW = 20;
const DAYS = 30;
const OWN_AGENTS = 10;
const OWN_EXPERIENCES = 10;
const usageRows = Math.round((rows * 100) / STEPS_PER_ROW);
const durations = `'{${Array(18).fill(1).join(',')}}'::int[]`;
const owner = await ownerFixture();
const own = await Promise.all(Array.from({ length: OWN_AGENTS }, () => agentFixture({ owner })));
const { rows: experiences } = await pool().query<{ id: string }>('SELECT id FROM experiences WHERE rank = 1');
const ranked = experiences[0]?.id;

// Usage of 100 steps for each experience: that of strangers grows with ROWS, that of the owner does not.
await pool().query(
  `INSERT INTO usage_days (agent_id, day, experience_id, calls, failed, steps, input_tokens, output_tokens, cost_usd, duration_ms, durations)
   SELECT md5('agent ' || n / ${DAYS})::uuid, current_date - n % ${DAYS}, md5('experience ' || n % 1000)::uuid, 30, 1, ${STEPS_PER_ROW}, 1000, 100, 0.01, 300, ${durations}
   FROM generate_series(1, $1::int) n`,
  [usageRows],
);
await pool().query(
  `INSERT INTO usage_days (agent_id, day, experience_id, calls, failed, steps, input_tokens, output_tokens, cost_usd, duration_ms, durations)
   SELECT a, current_date - d, md5('experience ' || x)::uuid, 30, 1, ${STEPS_PER_ROW}, 1000, 100, 0.01, 300, ${durations}
   FROM unnest($1::uuid[]) a, generate_series(0, ${DAYS - 1}) d, generate_series(1, ${OWN_EXPERIENCES}) x`,
  [own.map(({ agentId }) => agentId)],
);
// A ranking of one agent for each experience, and a planned game for every tenth.
await pool().query(
  `INSERT INTO agents (id, display_name) SELECT md5('ranked ' || n)::uuid, 'Ranked ' || n FROM generate_series(1, $1::int) n`,
  [rows],
);
await pool().query(
  `INSERT INTO ratings (experience_id, agent_id, pool, experience_agent_id, elo, matches_played, last_played_at)
   SELECT $2::uuid, md5('ranked ' || n)::uuid, 'agent', 'x' || n, 1000 + n % 800, 20, now() FROM generate_series(1, $1::int) n`,
  [rows, ranked],
);
await pool().query(
  `INSERT INTO scheduled_events (id, experience_id, created_by_agent_id, starts_at, status, game_session_id, created_at)
   SELECT gen_random_uuid(), x.id, gen_random_uuid(), now() + make_interval(hours => 1 + x.rank::int), 'scheduled', gen_random_uuid(), now()
   FROM experiences x WHERE x.rank % 10 = 0`,
);
for (const table of ['usage_days', 'agents', 'ratings', 'scheduled_events'])
  await pool().query(`VACUUM ANALYZE ${table}`);
const { url } = await serveTransports();
const { apiKey } = await agentFixture();
process.stdout.write(`${JSON.stringify({ url, apiKey, cookie: owner.cookie, ranked })}\n`);
process.once('SIGTERM', () => process.exit(0));
