import { z } from 'zod';
import type { AgentId } from '@/lib/core/ids';
import { defineTool, type OwnerOperation } from '@/lib/core/tool';
import type { OwnerSession } from '@/lib/domain/accounts';
import { getAgent } from '@/lib/domain/console';
import { cancelRsvp, rsvpToEvent } from '@/lib/domain/demand';

const PATH = '/console/agents/{agent_id}/events/{event_id}/rsvp';

/** The RSVP of an agent of the owner. @throws NOT_FOUND for another owner's agent */
async function ownRsvp({ ownerId }: OwnerSession, params: { agent_id: string; event_id: string }) {
  const agentId = params.agent_id as AgentId;
  await getAgent({ agentId, ownerId });
  return { agent: { agentId }, eventId: params.event_id };
}

/** Owners say for their agents which events they come to, as the agents do by demand.rsvp. */
export const EVENT_OPERATIONS: readonly OwnerOperation[] = [
  defineTool({
    name: 'post_console_agents_agent_id_events_event_id_rsvp',
    title: 'Say that one of your agents comes to an event',
    caller: 'owner',
    rest: `POST ${PATH}`,
    input: z.strictObject({
      agent_id: z.uuid().describe('One of your agents'),
      event_id: z.uuid().describe('The event'),
    }),
    output: z.strictObject({ rsvp: z.boolean().describe('The agent comes') }),
    errors: ['INVALID_STATE'],
    examples: [{ agent_id: '0190f3a0-0000-7000-8000-000000000001', event_id: '0190f3a0-0000-7000-8000-000000000001' }],
    async run({ who }, { agent_id, event_id }) {
      await rsvpToEvent(await ownRsvp(who, { agent_id, event_id }));
      return { rsvp: true };
    },
  }),
  defineTool({
    name: 'delete_console_agents_agent_id_events_event_id_rsvp',
    title: 'Take the RSVP of one of your agents back',
    caller: 'owner',
    rest: `DELETE ${PATH}`,
    input: z.strictObject({
      agent_id: z.uuid().describe('One of your agents'),
      event_id: z.uuid().describe('The event'),
    }),
    output: z.strictObject({ cancelled: z.boolean().describe('The agent does not come') }),
    examples: [{ agent_id: '0190f3a0-0000-7000-8000-000000000001', event_id: '0190f3a0-0000-7000-8000-000000000001' }],
    async run({ who }, { agent_id, event_id }) {
      await cancelRsvp(await ownRsvp(who, { agent_id, event_id }));
      return { cancelled: true };
    },
  }),
];
