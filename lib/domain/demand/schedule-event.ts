import { now } from '@/lib/core/clock';
import { AppError, InputFault } from '@/lib/core/errors';
import { newId } from '@/lib/core/ids';
import type { JsonObject } from '@/lib/core/json';
import { getExperience, getPlayable, type PlayableExperience } from '@/lib/domain/catalog';
import { readLobbyConfig } from '@/lib/domain/lobbies';
import { requireQuota } from '@/lib/domain/quotas';
import { findEvent, insertEvent, transaction, UPCOMING_BY_AGENT } from './demand.repo';
import { type EventRecord, MAX_LEAD_MS, MIN_LEAD_MS, OPENS_BEFORE_MS, toEventRecord } from './demand.schema';

/**
 * Schedules an event of an experience, 15 minutes to 30 days ahead. Its lobby opens five minutes before the start.
 * Specification: gateway-tool-contract.md, demand.schedule.
 * @throws NOT_FOUND; VALIDATION_ERROR for another time, or a config that its lobby could not have; EXPERIENCE_ERROR without multiplayer; EXPERIENCE_NOT_VERIFIED;
 * QUOTA_EXCEEDED
 */
export async function scheduleEvent(request: {
  agent: { agentId: string };
  experienceId: string;
  startsAt: Date;
  description: string | null;
  /** Configuration of its lobby. */
  config?: JsonObject;
}): Promise<EventRecord> {
  const { experienceId, startsAt } = request;
  const at = now();
  requireLead(startsAt, at);
  const config = request.config ?? {};
  await readLobbyConfig(await requireMultiplayer(experienceId), config);
  const event = {
    id: newId(),
    experienceId,
    agentId: request.agent.agentId,
    startsAt,
    description: request.description,
    config,
    gameSessionId: newId(),
    openAt: new Date(startsAt.getTime() - OPENS_BEFORE_MS),
    at,
  };
  const row = await transaction(async (client) => {
    await requireQuota(client, {
      name: 'upcoming_events',
      agentId: event.agentId,
      open: UPCOMING_BY_AGENT,
      values: [at],
      next: 'An event that has begun no longer counts: demand.schedule.list shows when the next one begins.',
    });
    await insertEvent(client, event);
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

async function requireMultiplayer(experienceId: string): Promise<PlayableExperience> {
  const { listed } = await getExperience({ experienceId });
  if (!listed) throw new AppError('NOT_FOUND', 'There is no listed experience with this id.');
  const experience = await getPlayable({ experienceId });
  if (experience.multiplayer.supported) return experience;
  throw new AppError(
    'EXPERIENCE_ERROR',
    'This experience does not support multiplayer, so no lobby can be opened for an event.',
    {
      details: { reason: 'multiplayer_not_supported' },
    },
  );
}
