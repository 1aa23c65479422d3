import { z } from 'zod';
import { validationError } from './errors';

/** The last row of a page: lists are read on from it, never by counting rows. */
export interface PageCursor {
  at: Date;
  id: string;
}

const cursorForm = z.tuple([z.int().min(0).max(8.64e15), z.uuid()]);

/** The opaque text of a cursor. */
export function writeCursor({ at, id }: PageCursor): string {
  return Buffer.from(JSON.stringify([at.getTime(), id])).toString('base64url');
}

/** @throws VALIDATION_ERROR when the text is no cursor of ours. */
export function readCursor(text: string): PageCursor {
  try {
    const [atMs, id] = cursorForm.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
    return { at: new Date(atMs), id };
  } catch {
    throw validationError([{ path: ['cursor'], message: 'Is not a cursor of this list' }]);
  }
}
