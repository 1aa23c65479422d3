import { z } from 'zod';
import { AppError } from '@/lib/core/errors';
import { isUlid } from '@/lib/core/ids';
import type { StreamEvent } from '@/lib/core/stream';

/** An event as a spectator's socket gets it. interface.md, Sockets. */
export interface WireEvent {
  stream: string;
  id: string;
  seq: number;
  type: string;
  at: string;
  data: Record<string, unknown>;
  /** Told only to those who see every audience: `seq` counts within it. */
  audience?: string;
}

/** The room of those who watch one stream in one way. */
export interface WatchedView {
  stream: string;
  view: 'public' | 'omniscient';
}

const stream = z.string().min(1).max(120);

export const subscribeInput = z.strictObject({
  stream,
  /** Event id to go on from. */
  after: z.string().refine(isUlid, 'must be the id of an event').optional(),
  view: z.enum(['public', 'omniscient']).default('public'),
});
export type SubscribeInput = z.output<typeof subscribeInput>;

export const unsubscribeInput = z.strictObject({ stream });

/** Answers of an acknowledgement. */
export type Acknowledge = (answer: unknown) => void;

/** The room of those who get the events of a view. */
export const roomName = ({ stream: name, view }: WatchedView): string => `${view} ${name}`;

/** The room of all who watch a stream, in whatever way. */
export const crowdName = (name: string): string => `crowd ${name}`;

/** The wire form of a stored event. */
export function toWire(event: StreamEvent, view: WatchedView['view']): WireEvent {
  const { stream: name, id, seq, type, data } = event;
  const wire: WireEvent = { stream: name, id, seq, type, at: event.at.toISOString(), data };
  return view === 'omniscient' ? { ...wire, audience: event.audience } : wire;
}

/** Another's private thing answers exactly as a missing one. */
export function noSuchStream(name: string): AppError {
  return new AppError('NOT_FOUND', `There is no stream "${name.slice(0, 120)}" to watch.`);
}
