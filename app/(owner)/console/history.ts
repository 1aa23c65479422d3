import { notFound } from 'next/navigation';
import { isUuid, oneOf, type Search } from '@/app/search';
import { AppError } from '@/lib/core/errors';
import type { OwnerId } from '@/lib/core/ids';
import { listAgents } from '@/lib/domain/auth';

/** More agents than a list of choices can hold. */
const CHOICES = 200;

/** What the addresses of the history pages say. */
export async function readHistorySearch(search: Search) {
  const { agent, outcome, tool, cursor } = await search;
  const agentId = oneOf(agent);
  if (agentId !== null && !isUuid(agentId)) notFound();
  const word = oneOf(outcome);
  return { agentId, worked: word === null ? null : word === 'ok', tool: oneOf(tool), cursor: oneOf(cursor) };
}

/** The agents that the filter offers. */
export async function agentChoices(ownerId: OwnerId): Promise<{ id: string; name: string }[]> {
  const { agents } = await listAgents({ ownerId, limit: CHOICES });
  return agents.map((agent) => ({ id: agent.agent_id, name: agent.display_name }));
}

/** Answers what an address cannot name as a page that does not exist. */
export async function orNotFound<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (thrown) {
    if (thrown instanceof AppError && (thrown.code === 'NOT_FOUND' || thrown.code === 'VALIDATION_ERROR')) notFound();
    throw thrown;
  }
}
