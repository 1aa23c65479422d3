import { uuidAt } from '@/lib/core/ids';
import { toJsonb } from '@/lib/core/json';
import { boundedCostSql } from '@/lib/data/cost-sql';
import { type Client, sql, transaction } from '@/lib/data/database';
import { registerDeletion } from '@/lib/data/deletions';
import { registerExport } from '@/lib/data/exports';
import type { Fields } from '@/lib/data/row';
import { BUCKETS, type Histogram } from './histogram';

export { isDataException } from '@/lib/data/sql-state';

/** What an agent used of one experience on one day (UTC). */
export type UsageRow = Fields<
  'UsageDay',
  | 'agentId'
  | 'day'
  | 'experienceId'
  | 'calls'
  | 'failed'
  | 'steps'
  | 'inputTokens'
  | 'outputTokens'
  | 'costUsd'
  | 'durationMs'
  | 'durations',
  { day: string; costUsd: number; durations: Histogram }
>;

/** The same in one hour. */
export type HourRow = Omit<UsageRow, 'day'> & { hour: string };

/** A model that an agent has reported for an experience. */
export type ModelRow = Fields<'AgentModel', 'agentId' | 'experienceId' | 'provider' | 'name' | 'steps' | 'lastAt'>;

/** What an agent reported for a model on one day (UTC). */
export type ModelDayRow = Fields<
  'ModelDay',
  'agentId' | 'day' | 'experienceId' | 'provider' | 'name' | 'steps' | 'inputTokens' | 'outputTokens' | 'costUsd',
  { day: string; inputTokens: number; outputTokens: number; costUsd: number }
>;

/** What an agent reported that a session cost, in US dollars. */
export type CostRow = Fields<
  'SessionCost',
  'sessionId' | 'agentId' | 'experienceId' | 'costUsd' | 'lastAt',
  { costUsd: number }
>;

/** Everything that was counted in a time. By the id the database recognizes a batch whose answer was lost. */
export interface UsageBatch {
  id: string;
  days: readonly UsageRow[];
  hours: readonly HourRow[];
  models: readonly ModelRow[];
  modelDays: readonly ModelDayRow[];
  costs: readonly CostRow[];
}

const COUNTED = 'experience_id, calls, failed, steps, input_tokens, output_tokens, cost_usd, duration_ms, durations';
const GIVEN = `"experienceId", calls, failed, steps, "inputTokens", "outputTokens", ${boundedCostSql('"costUsd"')}, round("durationMs"), durations`;
const GIVEN_TYPES = `"experienceId" uuid, calls int, failed int, steps int, "inputTokens" bigint, "outputTokens" bigint,
  "costUsd" numeric, "durationMs" float8, durations int[]`;
const ADDED = `calls = u.calls + EXCLUDED.calls, failed = u.failed + EXCLUDED.failed, steps = u.steps + EXCLUDED.steps,
  input_tokens = u.input_tokens + EXCLUDED.input_tokens, output_tokens = u.output_tokens + EXCLUDED.output_tokens,
  cost_usd = ${boundedCostSql('u.cost_usd + EXCLUDED.cost_usd')}, duration_ms = u.duration_ms + EXCLUDED.duration_ms,
  durations = ARRAY(SELECT h.a + h.b FROM unnest(u.durations, EXCLUDED.durations) WITH ORDINALITY AS h(a, b, n) ORDER BY h.n)`;

/** The experiences of sessions, with their agents. */
export async function findExperiencesOf(
  sessionIds: readonly string[],
): Promise<Map<string, { agentId: string; experienceId: string }>> {
  if (sessionIds.length === 0) return new Map();
  const rows = await sql<{ id: string; agentId: string; experienceId: string }>(
    'usage.experiences_of',
    'SELECT id, agent_id AS "agentId", experience_id AS "experienceId" FROM sessions WHERE id = ANY ($1::uuid[])',
    [[...new Set(sessionIds)]],
  );
  return new Map(rows.map(({ id, ...rest }) => [id, rest]));
}

/**
 * Adds a batch of counts, unless one of this id was added before. One transaction of a statement for each table that it has rows
 * of; rows are locked in the order of the tables and of their keys, so processes never deadlock.
 */
export async function addBatch(batch: UsageBatch): Promise<void> {
  await transaction(async (client) => {
    const added = await sql(
      'usage.begin_batch',
      'INSERT INTO usage_batches (id) VALUES ($1) ON CONFLICT DO NOTHING RETURNING 1',
      [batch.id],
      client,
    );
    if (added.length === 0) return;
    await addDays(client, batch.days);
    await addHours(client, batch.hours);
    await addModels(client, batch.models);
    await addModelDays(client, batch.modelDays);
    await addCosts(client, batch.costs);
  });
}

async function addDays(client: Client, rows: readonly UsageRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql(
    'usage.add_days',
    `INSERT INTO usage_days AS u (agent_id, day, ${COUNTED})
     SELECT "agentId", day, ${GIVEN} FROM json_to_recordset($1::json) AS c("agentId" uuid, day date, ${GIVEN_TYPES})
     ORDER BY 1, 2, 3 ON CONFLICT (agent_id, day, experience_id) DO UPDATE SET ${ADDED}`,
    [toJsonb(rows)],
    client,
  );
}

async function addHours(client: Client, rows: readonly HourRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql(
    'usage.add_hours',
    `INSERT INTO usage_hours AS u (agent_id, hour, ${COUNTED})
     SELECT "agentId", hour, ${GIVEN} FROM json_to_recordset($1::json) AS c("agentId" uuid, hour timestamptz, ${GIVEN_TYPES})
     ORDER BY 1, 2, 3 ON CONFLICT (agent_id, hour, experience_id) DO UPDATE SET ${ADDED}`,
    [toJsonb(rows)],
    client,
  );
}

/** Models that an agent has in an experience, and in one on a day: an agent may report a new name with every step. */
const MAX_MODELS_OF_AGENT = 20;
/** The name under which further models of a day are added up. */
const OTHER_MODELS = 'other models';

/** Adds steps to the models that agents have reported; of each experience the last 20 are kept. */
async function addModels(client: Client, rows: readonly ModelRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql(
    'usage.add_models',
    `INSERT INTO agent_models AS m (agent_id, experience_id, provider, name, steps, last_at)
     SELECT "agentId", "experienceId", provider, name, steps, "lastAt"
     FROM json_to_recordset($1::json) AS c("agentId" uuid, "experienceId" uuid, provider text, name text, steps int,
            "lastAt" timestamptz)
     ORDER BY 1, 2, 3, 4
     ON CONFLICT (agent_id, experience_id, provider, name) DO UPDATE SET
       steps = m.steps + EXCLUDED.steps, last_at = GREATEST(m.last_at, EXCLUDED.last_at)`,
    [toJsonb(rows)],
    client,
  );
  await sql(
    'usage.keep_last_models',
    `DELETE FROM agent_models m USING (
       SELECT p.agent_id, p.experience_id, o.provider, o.name
         FROM (SELECT DISTINCT "agentId" AS agent_id, "experienceId" AS experience_id
                 FROM json_to_recordset($1::json) AS c("agentId" uuid, "experienceId" uuid)) p
        CROSS JOIN LATERAL (SELECT provider, name FROM agent_models
           WHERE agent_id = p.agent_id AND experience_id = p.experience_id
           ORDER BY last_at DESC, provider, name OFFSET ${MAX_MODELS_OF_AGENT}) o) old
      WHERE m.agent_id = old.agent_id AND m.experience_id = old.experience_id AND m.provider = old.provider AND m.name = old.name`,
    [toJsonb(rows)],
    client,
  );
}

/** Adds what agents reported to the days of their models; on a day the first 20 of an experience have rows of their own. */
async function addModelDays(client: Client, rows: readonly ModelDayRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql(
    'usage.add_model_days',
    `WITH given AS (
       SELECT * FROM json_to_recordset($1::json) AS c("agentId" uuid, day date, "experienceId" uuid, provider text, name text, steps int,
              "inputTokens" bigint, "outputTokens" bigint, "costUsd" numeric)),
          found AS (
       SELECT g.*, EXISTS (SELECT 1 FROM model_days m WHERE m.agent_id = g."agentId" AND m.day = g.day AND
                m.experience_id = g."experienceId" AND m.provider = g.provider AND m.name = g.name) AS has_row
         FROM given g),
          placed AS (
       SELECT f.*, has_row OR row_number() OVER (PARTITION BY "agentId", day, "experienceId", has_row ORDER BY provider, name) +
                (SELECT count(*) FROM model_days m WHERE m.agent_id = f."agentId" AND m.day = f.day AND
                  m.experience_id = f."experienceId") <= ${MAX_MODELS_OF_AGENT} AS is_own
         FROM found f)
     INSERT INTO model_days AS m (agent_id, day, experience_id, provider, name, steps, input_tokens, output_tokens, cost_usd)
     SELECT "agentId", day, "experienceId", CASE WHEN is_own THEN provider ELSE '' END,
            CASE WHEN is_own THEN name ELSE '${OTHER_MODELS}' END, sum(steps), sum("inputTokens"), sum("outputTokens"),
            ${boundedCostSql('sum("costUsd")')}
     FROM placed GROUP BY 1, 2, 3, 4, 5
     ORDER BY 1, 2, 3, 4, 5
     ON CONFLICT (agent_id, day, experience_id, provider, name) DO UPDATE SET
       steps = m.steps + EXCLUDED.steps, input_tokens = m.input_tokens + EXCLUDED.input_tokens,
       output_tokens = m.output_tokens + EXCLUDED.output_tokens, cost_usd = ${boundedCostSql('m.cost_usd + EXCLUDED.cost_usd')}`,
    [toJsonb(rows)],
    client,
  );
}

/** Adds what agents reported to the cost of their sessions. */
async function addCosts(client: Client, rows: readonly CostRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql(
    'usage.add_costs',
    `INSERT INTO session_costs AS c (session_id, agent_id, experience_id, cost_usd, last_at)
     SELECT "sessionId", "agentId", "experienceId", ${boundedCostSql('"costUsd"')}, "lastAt"
     FROM json_to_recordset($1::json) AS r("sessionId" uuid, "agentId" uuid, "experienceId" uuid, "costUsd" numeric,
            "lastAt" timestamptz)
     ORDER BY 1
     ON CONFLICT (session_id) DO UPDATE SET
       cost_usd = ${boundedCostSql('c.cost_usd + EXCLUDED.cost_usd')}, last_at = GREATEST(c.last_at, EXCLUDED.last_at)`,
    [toJsonb(rows)],
    client,
  );
}

/** Sums over a model. */
export interface ModelSums {
  [column: string]: unknown;
  provider: string;
  name: string;
  steps: number;
  input_tokens: number;
  output_tokens: number;
  cost_usd: number;
}

/** Models in one list. */
const MAX_MODELS = 50;

/** What an owner's agents reported since a day, by model, the most tokens first. */
export async function sumModels(of: {
  ownerId: string;
  agentId: string | null;
  experienceId: string | null;
  since: string;
}): Promise<ModelSums[]> {
  return sql<ModelSums>(
    'usage.sum_models',
    `SELECT m.provider, m.name, sum(m.steps)::float8 AS steps, sum(m.input_tokens)::float8 AS input_tokens,
            sum(m.output_tokens)::float8 AS output_tokens, sum(m.cost_usd)::float8 AS cost_usd
       FROM agents o JOIN model_days m ON m.agent_id = o.id AND m.day >= $4::date
      WHERE o.owner_id = $1 AND o.kind = 'agent' AND ($2::uuid IS NULL OR o.id = $2)
        AND ($3::uuid IS NULL OR m.experience_id = $3)
      GROUP BY 1, 2 ORDER BY sum(m.input_tokens + m.output_tokens) DESC, sum(m.steps) DESC LIMIT ${MAX_MODELS}`,
    [of.ownerId, of.agentId, of.experienceId, of.since],
  );
}

/** Sums of usage over a time, an agent, an experience or everything; fields that were not grouped by are null. */
export interface UsageSums {
  [column: string]: unknown;
  /** The day, `2026-11-22`, or the hour, `2026-11-22T14:00:00Z`. */
  time: string | null;
  agent_id: string | null;
  experience_id: string | null;
  /** Null for calls without an experience, and for deleted ones. */
  name: string | null;
  calls: number;
  failed: number;
  steps: number;
  input_tokens: number;
  output_tokens: number;
  cost_usd: number;
  durations: Histogram;
}

const SUMS = ['calls', 'failed', 'steps', 'input_tokens', 'output_tokens', 'cost_usd']
  .map((column) => `sum(u.${column})::float8 AS ${column}`)
  .join(', ');
const DURATIONS = Array.from({ length: BUCKETS }, (_, index) => `sum(u.durations[${index + 1}])::float8`).join(', ');

const WANTED = `o.owner_id = $1 AND o.kind = 'agent' AND ($2::uuid IS NULL OR o.id = $2)
         AND ($3::uuid IS NULL OR u.experience_id = $3)`;
const NAMED = `LEFT JOIN agents a ON a.id = s.agent_id LEFT JOIN experiences x ON x.id = s.experience_id
     ORDER BY s.calls DESC NULLS LAST`;

interface SumsOf {
  ownerId: string;
  agentId: string | null;
  experienceId: string | null;
  since: string;
}

/** Usage of an owner's agents since a day, by day, by agent, by experience and in all. One query over the days alone. */
export async function sumUsage(of: SumsOf): Promise<UsageSums[]> {
  return sql<UsageSums>(
    'usage.sum',
    `SELECT s.*, COALESCE(a.display_name, x.name) AS name FROM (
       SELECT to_char(u.day, 'YYYY-MM-DD') AS time, u.agent_id, u.experience_id, ${SUMS}, ARRAY[${DURATIONS}] AS durations
       FROM agents o JOIN usage_days u ON u.agent_id = o.id AND u.day >= $4::date
       WHERE ${WANTED} GROUP BY GROUPING SETS ((u.day), (u.agent_id), (u.experience_id), ())) s
     ${NAMED}`,
    [of.ownerId, of.agentId, of.experienceId, of.since],
  );
}

/** The same since an hour, by hour. */
export async function sumHours(of: SumsOf): Promise<UsageSums[]> {
  return sql<UsageSums>(
    'usage.sum_hours',
    `SELECT s.*, COALESCE(a.display_name, x.name) AS name FROM (
       SELECT to_char(u.hour AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:00:00"Z"') AS time, u.agent_id, u.experience_id, ${SUMS},
              ARRAY[${DURATIONS}] AS durations
       FROM agents o JOIN usage_hours u ON u.agent_id = o.id AND u.hour >= $4::timestamptz
       WHERE ${WANTED} GROUP BY GROUPING SETS ((u.hour), (u.agent_id), (u.experience_id), ())) s
     ${NAMED}`,
    [of.ownerId, of.agentId, of.experienceId, of.since],
  );
}

/** The model that each agent has reported last for any of these experiences. */
export async function findLatestModels(of: {
  experienceIds: readonly string[];
  agentIds: readonly string[];
}): Promise<Pick<ModelRow, 'agentId' | 'provider' | 'name'>[]> {
  return sql<Pick<ModelRow, 'agentId' | 'provider' | 'name'> & Record<string, unknown>>(
    'usage.latest_models',
    `SELECT DISTINCT ON (agent_id) agent_id AS "agentId", provider, name FROM agent_models
     WHERE agent_id = ANY ($2::uuid[]) AND experience_id = ANY ($1::uuid[]) ORDER BY agent_id, last_at DESC`,
    [of.experienceIds, of.agentIds],
  );
}

/** The model that an agent has reported last, by experience, the newest first. */
export async function findModelsOf(agentId: string): Promise<Pick<ModelRow, 'experienceId' | 'provider' | 'name'>[]> {
  return sql<Pick<ModelRow, 'experienceId' | 'provider' | 'name'> & Record<string, unknown>>(
    'usage.models_of',
    `SELECT "experienceId", provider, name FROM (
       SELECT DISTINCT ON (experience_id) experience_id AS "experienceId", provider, name, last_at FROM agent_models
       WHERE agent_id = $1 ORDER BY experience_id, last_at DESC) m ORDER BY last_at DESC`,
    [agentId],
  );
}

/** The mean of what the last ended sessions of agents cost, of those whose cost was reported. One index scan a pair. */
export async function findMeanCosts(
  pairs: readonly { agentId: string; experienceId: string }[],
  sessions: number,
): Promise<{ agentId: string; experienceId: string; costUsd: number }[]> {
  return sql<{ agentId: string; experienceId: string; costUsd: number }>(
    'usage.mean_costs',
    `SELECT p.agent_id AS "agentId", p.experience_id AS "experienceId", avg(c.cost_usd)::float8 AS "costUsd"
     FROM unnest($1::uuid[], $2::uuid[]) AS p(agent_id, experience_id)
     CROSS JOIN LATERAL (
       SELECT x.cost_usd FROM session_costs x JOIN sessions s ON s.id = x.session_id AND s.status <> 'active'
       WHERE x.agent_id = p.agent_id AND x.experience_id = p.experience_id ORDER BY x.last_at DESC LIMIT $3) c
     GROUP BY 1, 2`,
    [pairs.map(({ agentId }) => agentId), pairs.map(({ experienceId }) => experienceId), sessions],
  );
}

/** Deletes up to `limit` rows of the days before one. Returns how many rows. */
export async function deleteDaysBefore(before: Date, limit: number): Promise<number> {
  const rows = await sql<{ n: number }>(
    'usage.delete_days_before',
    `WITH gone AS (DELETE FROM usage_days WHERE day < $1::date AND (agent_id, day, experience_id) IN (
       SELECT agent_id, day, experience_id FROM usage_days WHERE day < $1::date LIMIT $2) RETURNING 1)
     SELECT count(*)::int AS n FROM gone`,
    [before, limit],
  );
  return rows[0]?.n ?? 0;
}

/** Deletes up to `limit` rows of the hours before a time. Returns how many rows. */
export async function deleteHoursBefore(before: Date, limit: number): Promise<number> {
  const rows = await sql<{ n: number }>(
    'usage.delete_hours_before',
    `WITH gone AS (DELETE FROM usage_hours WHERE ctid = ANY (ARRAY(
       SELECT ctid FROM usage_hours WHERE hour < $1 LIMIT $2)) RETURNING 1)
     SELECT count(*)::int AS n FROM gone`,
    [before, limit],
  );
  return rows[0]?.n ?? 0;
}

/** The same for the days of models. */
export async function deleteModelDaysBefore(before: Date, limit: number): Promise<number> {
  const rows = await sql<{ n: number }>(
    'usage.delete_model_days_before',
    `WITH gone AS (DELETE FROM model_days WHERE day < $1::date AND (agent_id, day, experience_id, provider, name) IN (
       SELECT agent_id, day, experience_id, provider, name FROM model_days WHERE day < $1::date LIMIT $2) RETURNING 1)
     SELECT count(*)::int AS n FROM gone`,
    [before, limit],
  );
  return rows[0]?.n ?? 0;
}

/** Deletes up to `limit` ids of batches that were added before a time, the oldest first. Returns how many. */
export async function deleteBatchesBefore(before: Date, limit: number): Promise<number> {
  const rows = await sql(
    'usage.delete_batches',
    `DELETE FROM usage_batches WHERE id IN (SELECT id FROM usage_batches WHERE id < $1 ORDER BY id LIMIT $2) RETURNING 1`,
    [uuidAt(before.getTime()), limit],
  );
  return rows.length;
}

registerDeletion('usage', {
  async deleteForAgent(client, agentId) {
    await client.query('DELETE FROM usage_days WHERE agent_id = $1', [agentId]);
    await client.query('DELETE FROM usage_hours WHERE agent_id = $1', [agentId]);
    await client.query('DELETE FROM model_days WHERE agent_id = $1', [agentId]);
    await client.query('DELETE FROM agent_models WHERE agent_id = $1', [agentId]);
    await client.query('DELETE FROM session_costs WHERE agent_id = $1', [agentId]);
  },
  async deleteForExperience(client, experienceId) {
    await client.query('DELETE FROM agent_models WHERE experience_id = $1', [experienceId]);
    await client.query('DELETE FROM session_costs WHERE experience_id = $1', [experienceId]);
  },
});

registerExport('usage', {
  'usage/days': {
    about: 'Usage by day and experience.',
    rows: `SELECT agent_id, day, experience_id, calls, failed, steps, input_tokens, output_tokens, cost_usd, duration_ms
      FROM usage_days
      WHERE agent_id = ANY ($2)`,
  },
  'usage/hours': {
    about: 'The same by hour, of the last days.',
    rows: `SELECT agent_id, hour, experience_id, calls, failed, steps, input_tokens, output_tokens, cost_usd, duration_ms
      FROM usage_hours
      WHERE agent_id = ANY ($2)`,
  },
  'usage/models_by_day': {
    about: 'Usage by day and model.',
    rows: `SELECT agent_id, day, experience_id, provider, name, steps, input_tokens, output_tokens, cost_usd
      FROM model_days
      WHERE agent_id = ANY ($2)`,
  },
  'usage/models': {
    about: 'Models that agents reported.',
    rows: `SELECT agent_id, experience_id, provider, name, steps, last_at
      FROM agent_models
      WHERE agent_id = ANY ($2)`,
  },
  'usage/session_costs': {
    about: 'Cost of sessions.',
    rows: `SELECT session_id, agent_id, experience_id, cost_usd, last_at
      FROM session_costs
      WHERE agent_id = ANY ($2)`,
  },
});
