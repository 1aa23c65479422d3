import { z } from 'zod';
import { isUlid } from '@/lib/core/ids';
import type { SpectatorView } from '@/lib/domain/streams';

const stream = z.string().min(1).max(120);

export const subscribeInput = z.strictObject({
  stream,
  /** Event id to continue from. */
  after: z.string().refine(isUlid, 'must be the id of an event').optional(),
  view: z.enum(['public', 'omniscient']).default('public'),
});
export type SubscribeInput = z.output<typeof subscribeInput>;

export const unsubscribeInput = z.strictObject({ stream });

/** Answers of an acknowledgement. */
export type Acknowledge = (answer: unknown) => void;

/** The Socket.IO room of those who get the events of a view. */
export const roomName = (name: string, view: SpectatorView): string => `${view} ${name}`;

/** The Socket.IO room of the browsers of one person. */
export const personalRoomName = (name: string, key: string): string => `person ${key} ${name}`;

/** The Socket.IO room of all who watch a stream, in any view. */
export const presenceRoom = (name: string): string => `presence ${name}`;
