import { now } from '@/lib/core/clock';
import { AppError } from '@/lib/core/errors';
import { closeEvent } from './close-event';
import { deleteRsvp, findEvent, insertRsvp } from './demand.repo';
import type { EventRow } from './demand.schema';

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
 * Takes the RSVP of an agent back; nothing for an agent without one. The agent that scheduled the event is expected as long
 * as the event is planned.
 * Specification: gateway-tool-contract.md, demand.unrsvp.
 * @throws NOT_FOUND; INVALID_STATE for the agent that scheduled the event
 */
export async function cancelRsvp({ agent, eventId }: RsvpRequest): Promise<void> {
  const { created_by_agent_id: plannerId, status } = await requireEvent(eventId);
  if (plannerId === agent.agentId && status === 'scheduled') {
    throw new AppError('INVALID_STATE', 'You have scheduled this event, so you are expected to host it.', {
      details: { next: 'demand.cancel cancels the event.' },
    });
  }
  await deleteRsvp(eventId, agent.agentId);
}

/**
 * Cancels an event that the agent has scheduled and whose lobby has not opened. All that come get a notice on `me`.
 * Cancelling again changes nothing.
 * @throws NOT_FOUND; NOT_OWNER for the event of another agent; INVALID_STATE once its lobby is open
 */
export async function cancelEvent({ agent, eventId }: RsvpRequest): Promise<void> {
  const event = await requireEvent(eventId);
  if (event.created_by_agent_id !== agent.agentId) {
    throw new AppError('NOT_OWNER', 'Only the agent that scheduled the event may cancel it.', {
      details: { next: 'demand.unrsvp takes back that you come.' },
    });
  }
  await closeEvent(event, 'cancelled', { reason: 'cancelled_by_planner' });
  const { status, game_session_id } = await requireEvent(eventId);
  if (status === 'cancelled') return;
  throw new AppError('INVALID_STATE', 'The lobby of the event is open.', {
    details: {
      game_session_id,
      next: 'match.abort closes the lobby, when you are its host; lobby.leave takes you out.',
    },
  });
}

async function requireEvent(eventId: string): Promise<EventRow> {
  const event = await findEvent(eventId);
  if (event) return event;
  throw new AppError('NOT_FOUND', 'There is no event with this id.', {
    details: { next: 'demand.schedule.list shows the upcoming events.' },
  });
}
