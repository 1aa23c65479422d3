import { notFound } from 'next/navigation';
import { isUuid, oneOf, type Search } from '@/app/search-params';
import { AppError } from '@/lib/core/errors';
import type { OwnerId } from '@/lib/core/ids';
import { listAgents } from '@/lib/domain/auth';

/** The agents that the filter lists at most. */
const CHOICES = 200;

/** The search parameters of the history pages. */
export async function readHistorySearch(search: Search) {
  const { agent, outcome, tool, cursor } = await search;
  const agentId = oneOf(agent);
  if (agentId !== null && !isUuid(agentId)) notFound();
  const word = oneOf(outcome);
  return { agentId, worked: word === null ? null : word === 'ok', tool: oneOf(tool), cursor: oneOf(cursor) };
}

/** The agents in the filter. */
export async function agentChoices(ownerId: OwnerId): Promise<{ id: string; name: string }[]> {
  const { agents } = await listAgents({ ownerId, limit: CHOICES });
  return agents.map((agent) => ({ id: agent.agent_id, name: agent.display_name }));
}

/** Turns NOT_FOUND and VALIDATION_ERROR into the page for missing pages. */
export async function orNotFound<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (thrown) {
    if (thrown instanceof AppError && (thrown.code === 'NOT_FOUND' || thrown.code === 'VALIDATION_ERROR')) notFound();
    throw thrown;
  }
}
