import { boundedCostSql } from '@/lib/data/cost-sql';
import { sql } from '@/lib/data/database';
import { registerDeletion } from '@/lib/data/deletions';
import { registerExport } from '@/lib/data/exports';
import type { Row } from '@/lib/data/row';

/** What an owner has set for an agent. */
export type ControlsRow = Row<
  'AgentControl',
  'stopped_at' | 'daily_steps' | 'daily_cost_usd',
  { daily_cost_usd: number | null }
>;

/** The controls of an agent, and what it has used on a day when it has a cap. */
export async function findControls(agentId: string, day: string): Promise<ControlsRow & DayRow> {
  const rows = await sql<ControlsRow & DayRow>(
    'controls.find',
    `SELECT c.stopped_at, c.daily_steps, c.daily_cost_usd::float8, COALESCE(d.steps, 0) AS steps,
            COALESCE(d.cost_usd, 0)::float8 AS cost_usd
       FROM (SELECT $1::uuid AS agent_id) a LEFT JOIN agent_controls c ON c.agent_id = a.agent_id
       LEFT JOIN agent_days d ON d.agent_id = a.agent_id AND d.day = $2::date`,
    [agentId, day],
  );
  return rows[0] as ControlsRow & DayRow;
}

/** Sets or clears the stop of an owner's agents; of one when it is named. Returns the ids of those that changed. */
export async function setStopped(of: {
  ownerId: string;
  agentId: string | null;
  stoppedAt: Date | null;
}): Promise<string[]> {
  const rows = await sql<{ agent_id: string }>(
    'controls.set_stopped',
    `INSERT INTO agent_controls AS c (agent_id, stopped_at)
     SELECT id, $3::timestamptz FROM agents
      WHERE owner_id = $1 AND kind = 'agent' AND ($2::uuid IS NULL OR id = $2::uuid)
     ON CONFLICT (agent_id) DO UPDATE SET stopped_at = EXCLUDED.stopped_at, updated_at = now()
      WHERE (c.stopped_at IS NULL) <> (EXCLUDED.stopped_at IS NULL)
     RETURNING agent_id`,
    [of.ownerId, of.agentId, of.stoppedAt],
  );
  return rows.map(({ agent_id }) => agent_id);
}

/** Sets the daily caps of an agent; null removes one. */
export async function setCaps(
  agentId: string,
  caps: { dailySteps: number | null; dailyCostUsd: number | null },
): Promise<void> {
  await sql(
    'controls.set_caps',
    `INSERT INTO agent_controls (agent_id, daily_steps, daily_cost_usd) VALUES ($1, $2, $3)
     ON CONFLICT (agent_id) DO UPDATE
        SET daily_steps = EXCLUDED.daily_steps, daily_cost_usd = EXCLUDED.daily_cost_usd, updated_at = now()`,
    [agentId, caps.dailySteps, caps.dailyCostUsd],
  );
}

/** What an agent has used on a day. */
export type DayRow = Row<'AgentDay', 'steps' | 'cost_usd', { cost_usd: number }>;

/**
 * Counts a step and its cost, unless a cap of the agent is used up. The row of the day decides, so that racing steps in any
 * process never exceed the cap. Returns whether the step was counted.
 */
export async function takeStep(of: { agentId: string; day: string; costUsd: number }): Promise<boolean> {
  const rows = await sql(
    'controls.take_step',
    `WITH cap AS MATERIALIZED (
       SELECT COALESCE(daily_steps, 2147483647) AS steps, COALESCE(daily_cost_usd, 'Infinity') AS cost_usd
         FROM (SELECT) one LEFT JOIN agent_controls ON agent_id = $1)
     INSERT INTO agent_days AS d (agent_id, day, steps, cost_usd)
     SELECT $1, $2::date, 1, ${boundedCostSql('$3::numeric')} FROM cap WHERE cap.steps > 0 AND cap.cost_usd > 0
     ON CONFLICT (agent_id, day) DO UPDATE SET steps = d.steps + 1, cost_usd = ${boundedCostSql('d.cost_usd + $3::numeric')}
      WHERE d.steps < (SELECT steps FROM cap) AND d.cost_usd < (SELECT cost_usd FROM cap)
     RETURNING 1`,
    [of.agentId, of.day, of.costUsd],
  );
  return rows.length > 0;
}

/** Takes back a step that did not count, and as much of the cost of the day as was not spent. */
export async function returnStep(of: { agentId: string; day: string; costUsd: number }): Promise<void> {
  await sql(
    'controls.return_step',
    `UPDATE agent_days SET steps = steps - 1, cost_usd = GREATEST(cost_usd - $3::numeric, 0)
      WHERE agent_id = $1 AND day = $2::date AND steps > 0`,
    [of.agentId, of.day, of.costUsd],
  );
}

/** Deletes up to `limit` counts of days before this one. Returns how many. */
export async function deleteDaysBefore(day: string, limit: number): Promise<number> {
  const rows = await sql(
    'controls.delete_days',
    `DELETE FROM agent_days WHERE ctid = ANY (ARRAY(SELECT ctid FROM agent_days WHERE day < $1::date LIMIT $2)) RETURNING 1`,
    [day, limit],
  );
  return rows.length;
}

/** The tools of an agent that wait for approval. */
export async function findRules(agentId: string): Promise<string[]> {
  const rows = await sql<{ tool: string }>(
    'controls.rules',
    'SELECT tool FROM approval_rules WHERE agent_id = $1 ORDER BY tool',
    [agentId],
  );
  return rows.map(({ tool }) => tool);
}

/** Replaces the tools of an agent that wait for approval. */
export async function replaceRules(agentId: string, tools: readonly string[]): Promise<void> {
  await sql(
    'controls.replace_rules',
    `WITH gone AS (DELETE FROM approval_rules WHERE agent_id = $1 AND NOT tool = ANY ($2::text[]))
     INSERT INTO approval_rules (agent_id, tool) SELECT $1, t FROM unnest($2::text[]) AS t ON CONFLICT DO NOTHING`,
    [agentId, tools],
  );
}

registerDeletion('controls', {
  async deleteForAgent(client, agentId) {
    await client.query('DELETE FROM agent_controls WHERE agent_id = $1', [agentId]);
    await client.query('DELETE FROM agent_days WHERE agent_id = $1', [agentId]);
    await client.query('DELETE FROM approval_rules WHERE agent_id = $1', [agentId]);
  },
});

registerExport('controls', {
  'agents/controls': {
    about: 'What the owner set for agents: stopped, daily caps.',
    rows: `SELECT agent_id, stopped_at, daily_steps, daily_cost_usd, updated_at
      FROM agent_controls
      WHERE agent_id = ANY ($2)`,
  },
  'agents/cap_days': {
    about: 'What counted against daily caps.',
    rows: `SELECT agent_id, day, steps, cost_usd FROM agent_days WHERE agent_id = ANY ($2)`,
  },
  'agents/approval_rules': {
    about: 'Tools about which the owner is asked.',
    rows: `SELECT agent_id, tool, created_at FROM approval_rules WHERE agent_id = ANY ($2)`,
  },
});
