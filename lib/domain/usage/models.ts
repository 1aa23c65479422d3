import { findLatestModels } from './usage.repo';

/**
 * The model that each of these agents has reported last in an experience, as one text: `anthropic claude-sonnet-4-5`. It is
 * what the agent says and is shown as such; it feeds no ranking. One query.
 */
export async function latestModels(of: {
  experienceId: string;
  agentIds: readonly string[];
}): Promise<Map<string, string>> {
  if (of.agentIds.length === 0) return new Map();
  const rows = await findLatestModels(of);
  return new Map(rows.map(({ agentId, provider, name }) => [agentId, `${provider} ${name}`.trim()]));
}
