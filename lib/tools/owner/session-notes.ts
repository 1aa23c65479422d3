import { z } from 'zod';
import { defineTool, type OwnerOperation } from '@/lib/core/tool';
import type { OwnerSession } from '@/lib/domain/accounts';
import {
  addSessionNote,
  changeSessionNote,
  listSessionNotes,
  removeSessionNote,
  sessionNoteBody,
  sessionNoteSchema,
} from '@/lib/domain/session-notes';

const PATH = '/console/sessions/{session_id}/notes';
const SESSION = { session_id: '0190f3a0-0000-7000-8000-000000000001' };
const NOTE = { ...SESSION, note_id: '0190f3a0-0000-7000-8000-000000000002' };

const sessionFields = { session_id: z.uuid().describe('A session of one of your agents') };
const noteFields = { ...sessionFields, note_id: z.uuid().describe('The note') };

const sessionOf = ({ ownerId }: OwnerSession, of: { session_id: string }) => ({ ownerId, sessionId: of.session_id });

/** Owners write about the sessions of their agents, for nobody else. */
export const SESSION_NOTE_OPERATIONS: OwnerOperation[] = [
  defineTool({
    name: 'get_console_sessions_session_id_notes',
    title: 'List your notes about a session',
    caller: 'owner',
    rest: `GET ${PATH}`,
    input: z.strictObject(sessionFields),
    output: z.strictObject({
      notes: z.array(sessionNoteSchema).describe('Those about the whole session first, then by step'),
    }),
    examples: [SESSION],
    run: async ({ who }, input) => ({ notes: await listSessionNotes(sessionOf(who, input)) }),
  }),
  defineTool({
    name: 'post_console_sessions_session_id_notes',
    title: 'Write a note about a session or one of its steps',
    caller: 'owner',
    rest: `POST ${PATH}`,
    restStatus: 201,
    input: sessionNoteBody.extend({
      ...sessionFields,
      step: z
        .int()
        .min(0)
        .max(2_147_483_647)
        .nullable()
        .default(null)
        .describe('The step; without it the whole session'),
    }),
    output: sessionNoteSchema,
    errors: ['QUOTA_EXCEEDED'],
    examples: [{ ...SESSION, step: 12, text: 'Here it stopped looking at the other side.' }],
    run: ({ who }, { step, text, ...input }) => addSessionNote({ ...sessionOf(who, input), step, text }),
  }),
  defineTool({
    name: 'patch_console_sessions_session_id_notes_note_id',
    title: 'Change a note about a session',
    caller: 'owner',
    rest: `PATCH ${PATH}/{note_id}`,
    input: sessionNoteBody.extend(noteFields),
    output: sessionNoteSchema,
    examples: [{ ...NOTE, text: 'Here it forgot the rook.' }],
    run: ({ who }, { note_id: id, text, ...input }) => changeSessionNote({ ...sessionOf(who, input), id, text }),
  }),
  defineTool({
    name: 'delete_console_sessions_session_id_notes_note_id',
    title: 'Delete a note about a session',
    caller: 'owner',
    rest: `DELETE ${PATH}/{note_id}`,
    input: z.strictObject(noteFields),
    output: z.strictObject({ deleted: z.literal(true).describe('The note is gone') }),
    examples: [NOTE],
    async run({ who }, { note_id: id, ...input }) {
      await removeSessionNote({ ...sessionOf(who, input), id });
      return { deleted: true as const };
    },
  }),
];
