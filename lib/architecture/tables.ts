/**
 * Which module writes a table. Every other module reads it, or asks the writer. A test compares this table with the
 * SQL and the Prisma calls of every source file.
 */
export const TABLE_WRITERS: Record<string, string> = {
  owners: 'domain/accounts',
  admin_links: 'domain/accounts',
  owner_accounts: 'domain/accounts',
  owner_browsers: 'domain/accounts',
  agents: 'domain/people',
  api_keys: 'domain/keys',
  app_tokens: 'domain/keys',
  oauth_clients: 'domain/oauth',
  oauth_codes: 'domain/oauth',
  audit_entries: 'domain/activity',
  agent_controls: 'domain/controls',
  agent_days: 'domain/controls',
  approval_rules: 'domain/controls',
  admin_actions: 'domain/admin-log',
  moderation_reports: 'domain/moderation',
  moderation_actions: 'domain/moderation',
  restrictions: 'domain/restrictions',
  blocks: 'domain/blocks',
  approvals: 'domain/approvals',
  notifications: 'domain/notifications',
  webhooks: 'domain/notifications',
  webhook_deliveries: 'domain/notifications',
  kept_games: 'domain/kept-games',
  idempotency_keys: 'domain/idempotency',
  mcp_sessions: 'domain/mcp-sessions',
  experiences: 'domain/catalog',
  verifications: 'domain/verification',
  status_days: 'domain/catalog',
  golden_sessions: 'domain/verification',
  experience_failures: 'domain/failures',
  reviews: 'domain/feedback',
  quality_reports: 'domain/feedback',
  engagements: 'domain/seating',
  correspondence_seats: 'domain/seating',
  vacation_days: 'domain/vacations',
  sessions: 'domain/seating',
  session_steps: 'domain/seating',
  lobbies: 'domain/seating',
  lobby_members: 'domain/seating',
  telemetry: 'domain/telemetry',
  usage_days: 'domain/usage',
  agent_models: 'domain/usage',
  session_costs: 'domain/usage',
  agent_memories: 'domain/memory',
  owner_memories: 'domain/memory',
  memory_versions: 'domain/memory',
  credentials: 'domain/credentials',
  matches: 'domain/matches',
  match_positions: 'domain/matches',
  match_seats: 'domain/matches',
  match_inputs: 'domain/matches',
  cinema_movies: 'domain/booking',
  cinema_theaters: 'domain/booking',
  cinema_showings: 'domain/booking',
  cinema_bookings: 'domain/booking',
  cinema_booking_seats: 'domain/booking',
  cinema_sessions: 'domain/booking',
  relay_rooms: 'domain/relay',
  relay_sessions: 'domain/relay',
  relay_days: 'domain/relay',
  scheduled_events: 'domain/demand',
  event_rsvps: 'domain/demand',
  social_lobbies: 'domain/social',
  social_members: 'domain/social',
  social_proposals: 'domain/social',
  social_votes: 'domain/social',
  leagues: 'domain/leagues',
  league_players: 'domain/leagues',
  league_fixtures: 'domain/leagues',
  league_exchanges: 'domain/leagues',
  league_transcripts: 'domain/leagues',
  league_corrections: 'domain/leagues',
  league_health: 'domain/leagues',
  werewolf_queues: 'domain/werewolf',
  werewolf_queue_entries: 'domain/werewolf',
  town_buildings: 'domain/werewolf',
  werewolf_results: 'domain/werewolf',
  werewolf_ratings: 'domain/werewolf',
  events: 'events',
  stream_heads: 'events',
  ratings: 'domain/ratings',
  rate_limits: 'domain/limits',
  rating_changes: 'domain/ratings',
  rating_opponents: 'domain/ratings',
  ranking_pair_days: 'domain/ratings',
  _prisma_migrations: 'data',
};

/**
 * Which other domain modules read a table in their SQL. A read is an arrow to the writer, as an import is: together they make no
 * cycle. What is not listed is refused: ask the writer, or move the statement into a module above.
 */
export const TABLE_READERS: Record<string, string[]> = {
  match_positions: ['administration', 'lobbies', 'todo'],
  correspondence_seats: ['deletion', 'todo'],
  league_fixtures: ['todo'],
  league_players: ['todo'],
  approvals: ['todo'],
  scheduled_events: ['todo'],
  event_rsvps: ['todo'],
  social_votes: ['todo'],
  social_proposals: ['todo'],
  social_members: ['todo'],
  owners: ['administration', 'keys', 'notifications', 'people'],
  agents: [
    'administration',
    'approvals',
    'blocks',
    'catalog',
    'console',
    'controls',
    'credentials',
    'deletion',
    'demand',
    'feedback',
    'keys',
    'leagues',
    'matches',
    'mcp-sessions',
    'memory',
    'moderation',
    'play',
    'play-host',
    'play-statistics',
    'profiles',
    'quotas',
    'ratings',
    'replays',
    'seating',
    'sessions',
    'social',
    'supervision',
    'usage',
    'werewolf',
  ],
  api_keys: ['console', 'oauth'],
  audit_entries: ['console', 'replays'],
  agent_controls: ['console', 'keys', 'sessions'],
  approval_rules: ['keys'],
  experiences: [
    'administration',
    'console',
    'credentials',
    'deletion',
    'demand',
    'failures',
    'feedback',
    'memory',
    'moderation',
    'play',
    'ratings',
    'replays',
    'seating',
    'social',
    'todo',
    'usage',
    'verification',
  ],
  engagements: ['deletion', 'play', 'sessions', 'supervision', 'werewolf'],
  sessions: [
    'administration',
    'console',
    'deletion',
    'feedback',
    'operations',
    'play',
    'play-statistics',
    'replays',
    'sessions',
    'streams',
    'supervision',
    'todo',
    'usage',
    'werewolf',
  ],
  session_steps: ['matches', 'play-statistics', 'replays'],
  lobbies: ['demand', 'lobbies', 'operations', 'play', 'streams', 'todo'],
  lobby_members: ['deletion', 'demand', 'lobbies', 'play', 'todo'],
  telemetry: ['replays', 'sessions'],
  agent_models: ['matches'],
  agent_memories: ['matches', 'play-host', 'sessions'],
  owner_memories: ['play-host', 'sessions'],
  matches: ['administration', 'lobbies', 'moderation', 'operations', 'play-statistics', 'todo'],
  restrictions: ['administration', 'accounts', 'keys', 'people'],
  reviews: ['moderation'],
  match_seats: ['administration', 'console', 'deletion', 'lobbies', 'moderation', 'play', 'play-statistics'],
  match_inputs: ['replays'],
  events: ['moderation', 'social', 'todo'],
  stream_heads: ['social'],
  ratings: ['matches', 'play', 'sessions'],
  webhooks: ['administration'],
  webhook_deliveries: ['administration'],
  verifications: ['administration'],
};

const SQL_WRITE = /\b(?:INSERT\s+INTO|UPDATE|DELETE\s+FROM|TRUNCATE(?:\s+TABLE)?)\s+([a-z_][a-z_0-9]*)/g;
const PRISMA_WRITE = /\.(\w+)\.(?:create|createMany|createManyAndReturn|update|updateMany|upsert|delete|deleteMany)\(/g;
const SQL_READ =
  /\b(?:FROM|JOIN|USING)\s+(?:LATERAL\s+)?([a-z_][a-z_0-9]*)((?:\s+(?:AS\s+)?[a-z]\w*)?(?:,\s*[a-z_][a-z_0-9]*\s+(?:AS\s+)?[a-z]\w*)*)/g;
const PRISMA_READ = /\.(\w+)\.(?:find\w+|count|aggregate|groupBy)\(/g;
const NOT_A_TABLE = new Set(['of', 'set', 'skip', 'nothing']);

/** Tables that a file writes, by SQL text or by Prisma's client. @param modelTables table by Prisma model, `apiKey` → `api_keys`. */
export function writtenTables(text: string, modelTables: ReadonlyMap<string, string>): string[] {
  const bySql = [...text.matchAll(SQL_WRITE)].map(([, table = '']) => table);
  const byPrisma = [...text.matchAll(PRISMA_WRITE)].flatMap(([, model = '']) => modelTables.get(model) ?? []);
  return [...new Set([...bySql, ...byPrisma])].filter((table) => !NOT_A_TABLE.has(table.toLowerCase()));
}

/** What a file reads from, by SQL text or by Prisma's client: tables, and other names after FROM. @param modelTables as for `writtenTables` */
export function readTables(text: string, modelTables: ReadonlyMap<string, string>): string[] {
  const bySql = [...text.matchAll(SQL_READ)].flatMap(([, first = '', rest = '']) => [
    first,
    ...[...rest.matchAll(/,\s*([a-z_][a-z_0-9]*)/g)].map(([, table = '']) => table),
  ]);
  const byPrisma = [...text.matchAll(PRISMA_READ)].flatMap(([, model = '']) => modelTables.get(model) ?? []);
  return [...new Set([...bySql, ...byPrisma])];
}

/** Table names of schema.prisma by the name of their model on Prisma's client. */
export function readModelTables(schema: string): Map<string, string> {
  const models = schema.matchAll(/^model (\w+) \{([\s\S]*?)^\}/gm);
  return new Map(
    [...models].map(([, name = '', body = '']) => [
      name.charAt(0).toLowerCase() + name.slice(1),
      body.match(/@@map\("([^"]+)"\)/)?.[1] ?? name,
    ]),
  );
}
