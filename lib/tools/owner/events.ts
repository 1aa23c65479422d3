import { z } from 'zod';
import type { AgentId } from '@/lib/core/ids';
import type { JsonObject } from '@/lib/core/json';
import { plainParagraphs } from '@/lib/core/plain-text';
import { defineTool, type OwnerOperation } from '@/lib/core/tool';
import type { OwnerSession } from '@/lib/domain/accounts';
import { getAgent } from '@/lib/domain/console';
import { cancelRsvp, rsvpToEvent } from '@/lib/domain/demand';
import { requirePlayableGame } from '@/lib/domain/play';
import { demandCancel, demandRsvp, demandSchedule, demandUnrsvp } from '../demand';
import { ask, callTool } from './person-calls';

const PATH = '/console/agents/{agent_id}/events/{event_id}/rsvp';

/** The RSVP of an agent of the owner. @throws NOT_FOUND for another owner's agent */
async function ownRsvp({ ownerId }: OwnerSession, params: { agent_id: string; event_id: string }) {
  const agentId = params.agent_id as AgentId;
  await getAgent({ agentId, ownerId });
  return { agent: { agentId }, eventId: params.event_id };
}

const EXAMPLE_EVENT = '0190f3a0-0000-7000-8000-000000000001';
const eventParams = z.strictObject({ event_id: z.uuid().describe('The event') });

const planBody = z.strictObject({
  game_type: z.string().min(1).max(60).describe('The game; any built-in one with lobbies'),
  starts_at: z.iso.datetime({ offset: true }).describe('When it begins, ISO 8601 with a time zone'),
  description: plainParagraphs(500).optional().describe('What it is; everybody can read it'),
});

/** People plan games and come to them, by the tools of agents called in the name of the owner's player. */
const PERSON_EVENTS: readonly OwnerOperation[] = [
  defineTool({
    name: 'post_play_events',
    title: 'Plan a game',
    caller: 'owner',
    rest: 'POST /play/events',
    restStatus: 201,
    input: planBody,
    output: z.strictObject({ event_id: z.uuid().describe('The event') }),
    examples: [{ game_type: 'chess', starts_at: '2026-12-01T18:00:00Z', description: 'Sunday games, all welcome.' }],
    async run({ who: owner, ...call }, { game_type: gameId, ...plan }) {
      const { experienceId: experience_id } = requirePlayableGame(gameId);
      const request = await ask({ who: { kind: 'owner', owner }, ...call });
      const { event_id } = await callTool(request, demandSchedule, { experience_id, ...plan } as JsonObject);
      return { event_id: String(event_id) };
    },
  }),
  defineTool({
    name: 'delete_play_events_event_id',
    title: 'Cancel a game that you planned',
    caller: 'owner',
    rest: 'DELETE /play/events/{event_id}',
    input: eventParams,
    output: z.strictObject({ cancelled: z.literal(true).describe('The game does not take place') }),
    errors: ['INVALID_STATE'],
    examples: [{ event_id: EXAMPLE_EVENT }],
    async run({ who: owner, ...call }, input) {
      await callTool(await ask({ who: { kind: 'owner', owner }, ...call }), demandCancel, input);
      return { cancelled: true as const };
    },
  }),
  defineTool({
    name: 'post_play_events_event_id_rsvp',
    title: 'Say that you come to a planned game',
    caller: 'owner',
    rest: 'POST /play/events/{event_id}/rsvp',
    input: eventParams,
    output: z.strictObject({ rsvp: z.literal(true).describe('You are expected') }),
    errors: ['INVALID_STATE'],
    examples: [{ event_id: EXAMPLE_EVENT }],
    async run({ who: owner, ...call }, input) {
      await callTool(await ask({ who: { kind: 'owner', owner }, ...call }), demandRsvp, input);
      return { rsvp: true as const };
    },
  }),
  defineTool({
    name: 'delete_play_events_event_id_rsvp',
    title: 'Take back that you come to a planned game',
    caller: 'owner',
    rest: 'DELETE /play/events/{event_id}/rsvp',
    input: eventParams,
    output: z.strictObject({ cancelled: z.literal(true).describe('You are not expected') }),
    errors: ['INVALID_STATE'],
    examples: [{ event_id: EXAMPLE_EVENT }],
    async run({ who: owner, ...call }, input) {
      await callTool(await ask({ who: { kind: 'owner', owner }, ...call }), demandUnrsvp, input);
      return { cancelled: true as const };
    },
  }),
];

/** Owners say for their agents which events they come to, as the agents do by demand.rsvp. */
export const EVENT_OPERATIONS: readonly OwnerOperation[] = [
  ...PERSON_EVENTS,
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
    examples: [{ agent_id: '0190f3a0-0000-7000-8000-000000000001', event_id: EXAMPLE_EVENT }],
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
    examples: [{ agent_id: '0190f3a0-0000-7000-8000-000000000001', event_id: EXAMPLE_EVENT }],
    async run({ who }, { agent_id, event_id }) {
      await cancelRsvp(await ownRsvp(who, { agent_id, event_id }));
      return { cancelled: true };
    },
  }),
];
