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

/** The last row of a page of a list in which owners take turns: whose turn, the order within the turn, and the row. */
export interface TurnCursor {
  turn: number;
  ord: number;
  id: string;
}

const turnCursorForm = z.tuple([z.int32().min(0), z.int(), z.uuid()]);

/** The opaque text of a cursor of a list in turn. */
export function writeTurnCursor({ turn, ord, id }: TurnCursor): string {
  return Buffer.from(JSON.stringify([turn, ord, id])).toString('base64url');
}

/** @throws VALIDATION_ERROR when the text is no cursor of such a list. */
export function readTurnCursor(text: string): TurnCursor {
  try {
    const [turn, ord, id] = turnCursorForm.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
    return { turn, ord, id };
  } catch {
    throw validationError([{ path: ['cursor'], message: 'Is not a cursor of this list' }]);
  }
}
