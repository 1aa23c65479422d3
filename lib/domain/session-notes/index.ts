// The public face of session notes: what an owner writes about the sessions of the own agents, for nobody else.
export { type SessionNote, sessionNoteBody, sessionNoteSchema } from './session-notes.schema';
export { addSessionNote, changeSessionNote, listSessionNotes, removeSessionNote } from './session-notes.service';
