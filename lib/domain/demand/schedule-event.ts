import { now } from '@/lib/core/clock';
import { AppError, InputFault, quotaExceeded } from '@/lib/core/errors';
import { newId } from '@/lib/core/ids';
import { getExperience, getPlayable } from '@/lib/domain/catalog';
import { findEvent, insertEvent, transaction } from './demand.repo';
import {
  type EventRecord,
  MAX_LEAD_MS,
  MAX_UPCOMING,
  MIN_LEAD_MS,
  OPENS_BEFORE_MS,
  toEventRecord,
} from './demand.schema';

/**
 * Schedules an event of an experience, 15 minutes to 30 days ahead. Its lobby opens five minutes before the start.
 * Specification: gateway-tool-contract.md, demand.schedule.
 * @throws NOT_FOUND; VALIDATION_ERROR for another time; EXPERIENCE_ERROR without multiplayer; EXPERIENCE_NOT_VERIFIED;
 * QUOTA_EXCEEDED
 */
export async function scheduleEvent(request: {
  agent: { agentId: string };
  experienceId: string;
  startsAt: Date;
  description: string | null;
}): Promise<EventRecord> {
  const { experienceId, startsAt } = request;
  const at = now();
  requireLead(startsAt, at);
  await requireMultiplayer(experienceId);
  const event = {
    id: newId(),
    experienceId,
    agentId: request.agent.agentId,
    startsAt,
    description: request.description,
    gameSessionId: newId(),
    openAt: new Date(startsAt.getTime() - OPENS_BEFORE_MS),
    at,
    quota: MAX_UPCOMING,
  };
  const row = await transaction(async (client) => {
    if (!(await insertEvent(client, event))) throw tooManyEvents();
    return findEvent(event.id, client);
  });
  if (!row) throw new AppError('NOT_FOUND', 'There is no experience with this id.');
  return toEventRecord(row);
}

function requireLead(startsAt: Date, at: Date): void {
  const leadMs = startsAt.getTime() - at.getTime();
  if (leadMs >= MIN_LEAD_MS && leadMs <= MAX_LEAD_MS) return;
  const earliest = new Date(at.getTime() + MIN_LEAD_MS).toISOString();
  const latest = new Date(at.getTime() + MAX_LEAD_MS).toISOString();
  const message = `must be 15 minutes to 30 days from now: ${earliest} to ${latest}`;
  throw new InputFault([{ path: ['starts_at'], message }]);
}

async function requireMultiplayer(experienceId: string): Promise<void> {
  const { listed, name } = await getExperience({ experienceId });
  if (!listed) throw new AppError('NOT_FOUND', 'There is no listed experience with this id.');
  const { multiplayer } = await getPlayable({ experienceId });
  if (multiplayer.supported) return;
  throw new AppError(
    'EXPERIENCE_ERROR',
    `${name} does not support multiplayer, so no lobby can be opened for an event.`,
    {
      details: { reason: 'multiplayer_not_supported' },
    },
  );
}

function tooManyEvents(): AppError {
  return quotaExceeded(`You have scheduled ${MAX_UPCOMING} upcoming events, the most at a time.`, {
    name: 'upcoming_events',
    limit: MAX_UPCOMING,
    next: 'An event that has begun no longer counts: demand.schedule.list shows when the next one begins.',
  });
}
