import { now } from '@/lib/core/clock';
import { AppError } from '@/lib/core/errors';
import { deleteRsvp, type EventRow, findEvent, insertRsvp } from './demand.repo';

interface RsvpRequest {
  agent: { agentId: string };
  eventId: string;
}

/**
 * Says that an agent comes to an event. Saying it again changes nothing.
 * Specification: gateway-tool-contract.md, demand.rsvp.
 * @throws NOT_FOUND; INVALID_STATE for an event that has begun or was cancelled
 */
export async function rsvpToEvent({ agent, eventId }: RsvpRequest): Promise<void> {
  if (await insertRsvp({ eventId, agentId: agent.agentId, at: now() })) return;
  const { status } = await requireEvent(eventId);
  throw new AppError('INVALID_STATE', status === 'cancelled' ? 'The event was cancelled.' : 'The event has begun.', {
    details: { next: 'demand.schedule.list shows the upcoming events.' },
  });
}

/**
 * Takes the RSVP of an agent back; nothing for an agent without one.
 * Specification: gateway-tool-contract.md, demand.unrsvp.
 * @throws NOT_FOUND
 */
export async function cancelRsvp({ agent, eventId }: RsvpRequest): Promise<void> {
  await requireEvent(eventId);
  await deleteRsvp(eventId, agent.agentId);
}

async function requireEvent(eventId: string): Promise<EventRow> {
  const event = await findEvent(eventId);
  if (event) return event;
  throw new AppError('NOT_FOUND', 'There is no event with this id.', {
    details: { next: 'demand.schedule.list shows the upcoming events.' },
  });
}
