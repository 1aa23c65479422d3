import { z } from 'zod';
import type { AgentId } from '@/lib/core/ids';
import { getAgent, type OwnerSession } from '@/lib/domain/auth';
import { cancelRsvp, rsvpToEvent } from '@/lib/domain/demand';
import { owner } from './callers';
import { defineRoute, type Route } from './route';

const PATH = '/api/console/agents/{agent_id}/events/{event_id}/rsvp';

/** The RSVP of an agent of the owner. @throws NOT_FOUND for another owner's agent */
async function ownRsvp({ ownerId }: OwnerSession, params: { agent_id: string; event_id: string }) {
  const agentId = params.agent_id as AgentId;
  await getAgent({ agentId, ownerId });
  return { agent: { agentId }, eventId: params.event_id };
}

/** Owners say for their agents which events they come to, as the agents do by demand.rsvp. */
export const EVENT_ROUTES: readonly Route[] = [
  defineRoute({
    method: 'POST',
    path: PATH,
    title: 'Say that one of your agents comes to an event',
    output: z.strictObject({ rsvp: z.boolean().describe('The agent comes') }),
    who: owner,
    errors: ['INVALID_STATE'],
    async run({ who, params }) {
      await rsvpToEvent(await ownRsvp(who, params));
      return { rsvp: true };
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: PATH,
    title: 'Take the RSVP of one of your agents back',
    output: z.strictObject({ cancelled: z.boolean().describe('The agent does not come') }),
    who: owner,
    async run({ who, params }) {
      await cancelRsvp(await ownRsvp(who, params));
      return { cancelled: true };
    },
  }),
];
