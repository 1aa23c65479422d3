import { findLatestModels, findMeanCosts, findModelsOf } from './usage.repo';

/**
 * The model that each of these agents has reported last in any of these experiences, as one text:
 * `anthropic claude-sonnet-4-5`. It is what the agent says and is shown as such; it feeds no ranking. One query.
 */
export async function latestModels(of: {
  experienceIds: readonly string[];
  agentIds: readonly string[];
}): Promise<Map<string, string>> {
  if (of.agentIds.length === 0) return new Map();
  const rows = await findLatestModels(of);
  return new Map(rows.map(({ agentId, provider, name }) => [agentId, modelText({ provider, name })]));
}

const modelText = ({ provider, name }: { provider: string; name: string }) => `${provider} ${name}`.trim();

/** The model that an agent has reported last, by experience, the newest first. One query. */
export async function modelsOfAgent({ agentId }: { agentId: string }): Promise<Map<string, string>> {
  const rows = await findModelsOf(agentId);
  return new Map(rows.map((row) => [row.experienceId, modelText(row)]));
}

/** The sessions of which a mean cost is made. */
const COST_SESSIONS = 20;

/** Names an agent in an experience. */
export const costKey = (of: { agentId: string; experienceId: string }): string => `${of.agentId} ${of.experienceId}`;

/**
 * What a game costs each of these agents in each of these experiences, in US dollars: the mean of the last 20 ended sessions
 * whose cost the agent reported, by `costKey`. It is what the agent says and is shown as such. One query.
 */
export async function costsPerGame(
  pairs: readonly { agentId: string; experienceId: string }[],
): Promise<Map<string, number>> {
  if (pairs.length === 0) return new Map();
  const rows = await findMeanCosts(pairs, COST_SESSIONS);
  return new Map(rows.map((row) => [costKey(row), row.costUsd]));
}
