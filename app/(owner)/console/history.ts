import { notFound } from 'next/navigation';
import { isUuid, oneOf, type Search } from '@/app/search-params';
import { rangeToMs } from '@/components/console/time-range';
import { now } from '@/lib/core/clock';
import { AppError } from '@/lib/core/errors';
import type { OwnerId } from '@/lib/core/ids';
import { listAgents, SESSION_STATES } from '@/lib/domain/console';
import { readUsage } from '@/lib/domain/usage';

/** The agents, and the experiences, that a filter lists at most. */
const CHOICES = 200;
const CHOICE_DAYS = 365;

/** The search parameters of the history pages. */
export async function readHistorySearch(search: Search) {
  const { agent, outcome, tool, session, key, range, state, experience, cursor } = await search;
  const word = oneOf(outcome);
  const rangeMs = rangeToMs(oneOf(range));
  return {
    agentId: idOf(agent),
    worked: word === null ? null : word === 'ok',
    tool: oneOf(tool),
    sessionId: idOf(session),
    apiKeyId: idOf(key),
    state: SESSION_STATES.find((word) => word === oneOf(state)) ?? null,
    experienceId: idOf(experience),
    since: rangeMs === null ? null : new Date(now().getTime() - rangeMs),
    cursor: oneOf(cursor),
  };
}

/** The id in a search parameter; an invalid one leads to the page for missing pages. */
function idOf(value: string | string[] | undefined): string | null {
  const id = oneOf(value);
  if (id !== null && !isUuid(id)) notFound();
  return id;
}

/** The agents in the filter. */
export async function agentChoices(ownerId: OwnerId): Promise<{ id: string; name: string }[]> {
  const { agents } = await listAgents({ ownerId, limit: CHOICES });
  return agents.map((agent) => ({ id: agent.agent_id, name: agent.display_name }));
}

/** The experiences in the filter: those that the owner's agents called in a year, the most called first. */
export async function experienceChoices(ownerId: OwnerId): Promise<{ id: string; name: string }[]> {
  const { experiences } = await readUsage({ ownerId, days: CHOICE_DAYS });
  return experiences.flatMap(({ id, name }) => (id === null || name === null ? [] : [{ id, name }])).slice(0, CHOICES);
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
