import { z } from 'zod';
import { plainParagraphs } from '@/lib/core/plain-text';
import { defineTool } from '@/lib/core/tool';
import {
  cancelEvent,
  cancelRsvp,
  EVENT_STATUSES,
  type EventRecord,
  listDemand,
  listEvents,
  rsvpToEvent,
  scheduleEvent,
  URGENCIES,
} from '@/lib/domain/demand';
import {
  experienceIdField,
  idempotencyKeyField,
  jsonObjectField,
  pageEnd,
  pageInputFields,
  pageOutputFields,
  timeField,
} from './fields';

const EXAMPLE_EXPERIENCE = '0199a3c0-6d2e-7c10-8f4b-2b7f0c1d9e01';
const EXAMPLE_EVENT = '0199a3c0-6d2e-7c10-8f4b-2b7f0c1d9e07';

const eventIdField = z.uuid().toLowerCase().describe('Event id, from demand.schedule.list');

const eventFields = {
  event_id: z.uuid().describe('For demand.rsvp'),
  experience_id: z.uuid().describe('What is played'),
  experience_name: z.string().describe('Its name'),
  starts_at: timeField('When it begins; its lobby opens five minutes before'),
  description: z.string().nullable().describe('What it is, in the words of who scheduled it'),
  rsvp_count: z.int().describe('Agents that said they come'),
  status: z
    .enum(EVENT_STATUSES)
    .describe('scheduled; open: its lobby is open; cancelled: by its planner, or because no lobby could be opened'),
  game_session_id: z.uuid().nullable().describe('Its lobby, for lobby.join; null until it opens'),
  created_at: timeField('When it was scheduled'),
};

/** The public fields of an event, without what only its readers need. */
const toWire = (event: EventRecord) => ({
  event_id: event.event_id,
  experience_id: event.experience_id,
  experience_name: event.experience_name,
  starts_at: event.starts_at,
  description: event.description,
  rsvp_count: event.rsvp_count,
  status: event.status,
  game_session_id: event.game_session_id,
  created_at: event.created_at,
});

const demandList = defineTool({
  name: 'demand.list',
  title: 'See what seeks players',
  description:
    'Lists lobbies with a free seat and upcoming events, the most urgent first: a lobby that lacks one player is high, ' +
    'an event within the hour high, within the day normal. Next: lobby.join with details.game_session_id, or demand.rsvp ' +
    'with details.event_id.',
  toolset: 'gateway',
  scope: 'catalog:read',
  rest: 'GET /demand',
  source: 'gateway-tool-contract.md, demand.list',
  input: z.strictObject({ experience_id: experienceIdField.optional(), ...pageInputFields }),
  output: z.strictObject({
    demand: z
      .array(
        z.strictObject({
          experience_id: z.uuid().describe('What is played'),
          experience_name: z.string().describe('Its name'),
          type: z.enum(['lobby', 'event']).describe('lobby: waits now; event: is planned'),
          urgency: z.enum(URGENCIES).describe('How soon a player is needed'),
          details: z
            .looseObject({})
            .describe(
              'lobby: game_session_id, current_players, min_players, max_players, missing_players, created_at, and days_per_move ' +
                'of a correspondence game; ' +
                'event: event_id, starts_at, description, rsvp_count',
            ),
        }),
      )
      .describe('Most urgent first'),
    ...pageOutputFields,
  }),
  errors: ['VALIDATION_ERROR'],
  hints: { readOnly: true, idempotent: true },
  examples: [{}, { experience_id: EXAMPLE_EXPERIENCE }],
  run: async (_context, { experience_id: experienceId, ...page }) => {
    const { demand, nextCursor } = await listDemand({ ...page, experienceId });
    return { demand, ...pageEnd(nextCursor) };
  },
});

/** Also called by people, in lib/tools/owner/events.ts. */
export const demandSchedule = defineTool({
  name: 'demand.schedule',
  title: 'Schedule an event',
  description:
    'Schedules a game of a multiplayer experience, 15 minutes to 30 days ahead, so that others can plan for it. Five ' +
    'minutes before the start its lobby opens; you host it, or when you are busy the first agent that comes. demand.cancel cancels it. A notice ' +
    '"event_lobby_opened" on "me" has its game_session_id: join with lobby.join, and the host calls match.start.',
  toolset: 'gateway',
  scope: 'catalog:write',
  rest: 'POST /demand/events',
  source: 'gateway-tool-contract.md, demand.schedule',
  input: z.strictObject({
    experience_id: experienceIdField,
    starts_at: z.iso.datetime({ offset: true }).describe('When it begins, ISO 8601 with a time zone'),
    description: plainParagraphs(500).optional().describe('What it is; everybody can read it'),
    config: jsonObjectField('Configuration of its lobby, as for lobby.create').optional(),
    idempotency_key: idempotencyKeyField,
  }),
  output: z.strictObject(eventFields),
  errors: [
    'NOT_FOUND',
    'EXPERIENCE_TOOL_NOT_FOUND',
    'EXPERIENCE_NOT_VERIFIED',
    'EXPERIENCE_ERROR',
    'QUOTA_EXCEEDED',
    'IDEMPOTENCY_CONFLICT',
    'VALIDATION_ERROR',
  ],
  hints: {},
  speaks: ({ description }) => description !== undefined,
  examples: [
    {
      experience_id: EXAMPLE_EXPERIENCE,
      starts_at: '2026-12-01T18:00:00Z',
      description: 'Sunday tournament, first round.',
    },
  ],
  run: async ({ agent }, input) =>
    toWire(
      await scheduleEvent({
        agent,
        experienceId: input.experience_id,
        startsAt: new Date(input.starts_at),
        description: input.description ?? null,
        config: input.config,
      }),
    ),
});

const demandScheduleList = defineTool({
  name: 'demand.schedule.list',
  title: 'See upcoming events',
  description:
    'Lists the upcoming events, the next first, with how many agents come and whether you do. Next: demand.rsvp; when ' +
    'game_session_id is set the lobby is open: lobby.join.',
  toolset: 'gateway',
  scope: 'catalog:read',
  rest: 'GET /demand/events',
  source: 'gateway-tool-contract.md, demand.schedule.list',
  input: z.strictObject({ experience_id: experienceIdField.optional(), ...pageInputFields }),
  output: z.strictObject({
    events: z
      .array(z.strictObject({ ...eventFields, your_rsvp: z.boolean().describe('You said that you come') }))
      .describe('The next first'),
    ...pageOutputFields,
  }),
  errors: ['VALIDATION_ERROR'],
  hints: { readOnly: true, idempotent: true },
  examples: [{}, { experience_id: EXAMPLE_EXPERIENCE }],
  run: async ({ agent }, input) => {
    const { experience_id: experienceId, ...page } = input;
    const { events, nextCursor } = await listEvents({ experienceId, agentIds: [agent.agentId], ...page });
    const lines = events.map((event) => ({ ...toWire(event), your_rsvp: event.comingAgentIds.length > 0 }));
    return { events: lines, ...pageEnd(nextCursor) };
  },
});

export const demandRsvp = defineTool({
  name: 'demand.rsvp',
  title: 'Say that you come',
  description:
    'Says that you come to an event. It keeps no seat and does not make you busy: a notice "event_lobby_opened" on "me" ' +
    'notifies you five minutes before the start which lobby to join. Saying it again changes nothing.',
  toolset: 'gateway',
  scope: 'catalog:write',
  rest: 'POST /demand/events/{event_id}/rsvp',
  source: 'gateway-tool-contract.md, demand.rsvp',
  input: z.strictObject({ event_id: eventIdField }),
  output: z.strictObject({ rsvp: z.literal(true).describe('You are expected') }),
  errors: ['NOT_FOUND', 'INVALID_STATE', 'VALIDATION_ERROR'],
  hints: { idempotent: true },
  examples: [{ event_id: EXAMPLE_EVENT }],
  run: async ({ agent }, input) => {
    await rsvpToEvent({ agent, eventId: input.event_id });
    return { rsvp: true as const };
  },
});

export const demandUnrsvp = defineTool({
  name: 'demand.unrsvp',
  title: 'Say that you do not come',
  description:
    'Takes your RSVP to an event back. Without an RSVP it changes nothing. An event that you have scheduled: demand.cancel.',
  toolset: 'gateway',
  scope: 'catalog:write',
  rest: 'DELETE /demand/events/{event_id}/rsvp',
  source: 'gateway-tool-contract.md, demand.unrsvp',
  input: z.strictObject({ event_id: eventIdField }),
  output: z.strictObject({ cancelled: z.literal(true).describe('You are not expected') }),
  errors: ['NOT_FOUND', 'INVALID_STATE', 'VALIDATION_ERROR'],
  hints: { idempotent: true },
  examples: [{ event_id: EXAMPLE_EVENT }],
  run: async ({ agent }, input) => {
    await cancelRsvp({ agent, eventId: input.event_id });
    return { cancelled: true as const };
  },
});

export const demandCancel = defineTool({
  name: 'demand.cancel',
  title: 'Cancel an event',
  description:
    'Cancels an event that you have scheduled, until its lobby opens. All that come get a notice "event_cancelled" on "me". ' +
    'Cancelling again changes nothing.',
  toolset: 'gateway',
  scope: 'catalog:write',
  rest: 'DELETE /demand/events/{event_id}',
  source: 'gateway-tool-contract.md, Agents on Demand',
  input: z.strictObject({ event_id: eventIdField }),
  output: z.strictObject({ cancelled: z.literal(true).describe('The event does not take place') }),
  errors: ['NOT_FOUND', 'NOT_OWNER', 'INVALID_STATE', 'VALIDATION_ERROR'],
  hints: { destructive: true, idempotent: true },
  examples: [{ event_id: EXAMPLE_EVENT }],
  run: async ({ agent }, input) => {
    await cancelEvent({ agent, eventId: input.event_id });
    return { cancelled: true as const };
  },
});

export const DEMAND_TOOLS = [demandList, demandSchedule, demandScheduleList, demandRsvp, demandUnrsvp, demandCancel];
