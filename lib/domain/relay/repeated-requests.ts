import { relayStream } from '@/lib/core/stream';
import { isProcessAlive, processId, readNewestEvents } from '@/lib/events';
import { PROGRESS } from './frames';
import type { Requester, Room, RoomEvent } from './relay.schema';

/** The newest events of a room, among which a repeated request is looked for. */
const MAX_EVENTS_READ = 400;
/** Requests that are done when they are stored: nothing answers them. */
const UNANSWERED: ReadonlySet<string> = new Set(['agent.message']);

/** A request that its member has sent before. It is answered with the answer that is stored, and not done again. */
export class RepeatedRequest extends Error {
  readonly room: Room;
  /** Null while there is none: one that comes later reaches the member as an event of its room. */
  readonly answer: RoomEvent | null;

  constructor(room: Room, answer: RoomEvent | null) {
    super('The request was sent before.');
    this.name = 'RepeatedRequest';
    this.room = room;
    this.answer = answer;
  }
}

/**
 * Requires that a request is not stored since the newest session of its room began: the same message with the same id, among
 * the newest events. Looks only for a member that has come back, and after another process was faster (`isAgain`): it may
 * have stored what the member sent there. At most one query, which reads a bounded number of events.
 * @throws RepeatedRequest
 */
export async function requireNew(room: Room, of: Requester, isAgain: boolean): Promise<void> {
  const { memberId: member, requestId: id, digest, isResumed = false, isDone = false } = of;
  if (digest === undefined || id === undefined || !(isResumed || isAgain)) return;
  const events = await readNewestEvents({
    stream: relayStream(room.id),
    audiences: 'all',
    limit: MAX_EVENTS_READ,
    contains: [{ internal: { member, id } }, { internal: { member, replyTo: id } }, { index: 0 }],
  });
  const ofSession = sinceLastStart(events as RoomEvent[]);
  const at = ofSession.findLastIndex(({ data: { internal } }) => internal?.digest === digest && internal.id === id);
  const request = at === -1 ? null : (ofSession[at] as RoomEvent);
  const answer = request ? findAnswer(ofSession.slice(at + 1), id) : null;
  const isElsewhere = request?.data.internal?.process !== processId();
  if (isDone || (request && (isResumed || isElsewhere) && !isLost(request, answer)))
    throw new RepeatedRequest(room, answer);
}

/** The event with index 0 is the first one of a session. */
const sinceLastStart = (events: RoomEvent[]): RoomEvent[] =>
  events.slice(
    Math.max(
      0,
      events.findLastIndex(({ data }) => data.index === 0),
    ),
  );

const findAnswer = (events: readonly RoomEvent[], id: string): RoomEvent | null =>
  events.find(({ type, data }) => data.internal?.replyTo === id && type !== PROGRESS) ?? null;

/** Whether a request has no answer and gets none: the process that worked on it is gone. */
const isLost = ({ type, data }: RoomEvent, answer: RoomEvent | null): boolean =>
  answer === null && !UNANSWERED.has(type) && !isProcessAlive(data.internal?.process ?? '');
