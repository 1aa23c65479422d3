import { z } from 'zod';
import { plainParagraphs } from '@/lib/core/plain-text';

const MAX_CHARS = 2_000;

export const sessionNoteBody = z.strictObject({
  text: plainParagraphs(MAX_CHARS).describe('What you want to remember; nobody else reads it'),
});

export const sessionNoteSchema = z.strictObject({
  note_id: z.uuid().describe('The note'),
  step: z.int().nullable().describe('The step that it is about, 0 for the opening; null for the whole session'),
  text: z.string().describe('What you wrote'),
  created_at: z.iso.datetime().describe('When you wrote it'),
  updated_at: z.iso.datetime().describe('When you changed it last'),
});
export type SessionNote = z.infer<typeof sessionNoteSchema>;
