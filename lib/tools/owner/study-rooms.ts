import { z } from 'zod';
import { defineTool, type OwnerOperation } from '@/lib/core/tool';
import { limitOfShare } from '@/lib/domain/limits';
import { listStudyRooms, makeStudyRooms, removeStudyRoom, renewStudyRoom, studyRoomSchema } from '@/lib/domain/relay';

const MAX_ROOMS_LISTED = 200;
const name = z.string().trim().min(1).max(200);
const webAddress = z.url({ protocol: /^https?$/ }).max(2_000);
const webOrigin = webAddress.refine(
  (url) => new URL(url).origin === url,
  'Is an origin, like https://ui.example, without a path',
);
const rooms = z.strictObject({ rooms: z.array(studyRoomSchema).describe('The newest first') });

/** Rooms of the relay that a researcher makes for the participants of a study. docs/relay.md, Rooms of a study. */
export const STUDY_ROOM_OPERATIONS: OwnerOperation[] = [
  defineTool({
    name: 'get_console_relay_rooms',
    title: 'List the rooms that you made for studies',
    caller: 'owner',
    rest: 'GET /console/relay/rooms',
    input: z.strictObject({}),
    output: rooms,
    examples: [{}],
    run: async ({ who, origin }) => ({
      rooms: await listStudyRooms({ ownerId: who.ownerId, origin, limit: MAX_ROOMS_LISTED }),
    }),
  }),
  defineTool({
    name: 'post_console_relay_rooms',
    title: 'Make a room of the relay for each participant of a study',
    caller: 'owner',
    rest: 'POST /console/relay/rooms',
    restStatus: 201,
    input: z.strictObject({
      app: z.enum(['booking', 'remote']).default('booking').describe('The cinema, or remote: a page of your own'),
      study_id: name.describe('The study'),
      participant_ids: z.array(name).min(1).max(50).describe('The participants: one room each'),
      page_url: webAddress.optional().describe('Your page; its origin may connect, and page_link leads to it'),
      allowed_origins: z.array(webOrigin).max(10).default([]).describe('Further origins whose pages may connect'),
    }),
    output: rooms,
    errors: ['QUOTA_EXCEEDED'],
    examples: [
      { study_id: 'pilot-01', participant_ids: ['P07', 'P08'] },
      { app: 'remote', study_id: 'pilot-01', participant_ids: ['P07'], page_url: 'https://ui.example/garden' },
    ],
    run: async ({ who, origin }, { app, study_id, participant_ids, page_url = null, allowed_origins }) => ({
      rooms: await makeStudyRooms({
        ownerId: who.ownerId,
        app,
        studyId: study_id,
        participantIds: participant_ids,
        allowedOrigins: allowed_origins,
        pageUrl: page_url,
        maxRooms: limitOfShare('study_rooms', 'owner'),
        origin,
      }),
    }),
  }),
  defineTool({
    name: 'post_console_relay_rooms_room_id_keys',
    title: 'Make new keys for a room of a study; who has the earlier ones is disconnected',
    caller: 'owner',
    rest: 'POST /console/relay/rooms/{room_id}/keys',
    input: z.strictObject({ room_id: z.uuid().describe('The room') }),
    output: studyRoomSchema,
    examples: [{ room_id: '0190f3a0-0000-7000-8000-000000000001' }],
    run: ({ who, origin }, { room_id }) => renewStudyRoom({ ownerId: who.ownerId, roomId: room_id, origin }),
  }),
  defineTool({
    name: 'delete_console_relay_rooms_room_id',
    title: 'Delete a room of a study; its sessions and logs stay',
    caller: 'owner',
    rest: 'DELETE /console/relay/rooms/{room_id}',
    input: z.strictObject({ room_id: z.uuid().describe('The room') }),
    output: z.strictObject({ deleted: z.boolean().describe('It is gone') }),
    errors: ['INVALID_STATE'],
    examples: [{ room_id: '0190f3a0-0000-7000-8000-000000000001' }],
    async run({ who }, { room_id }) {
      await removeStudyRoom({ ownerId: who.ownerId, roomId: room_id });
      return { deleted: true };
    },
  }),
];
