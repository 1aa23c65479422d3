import { iso, now } from '@/lib/core/clock';
import { type Change, changeRoom } from './change-room';
import { FIRST_STATE } from './frames';
import { logFileOf, writeLogFile } from './log-file';
import { type Approval, type NewRoomEvent, RelayFault, type Requester, type Room, type StudyOf } from './relay.schema';
import { loadedState } from './run-engine';
import { nextSessionNumber } from './sessions.repo';

/** @throws RelayFault SESSION_NOT_ACTIVE when the page is not open */
export function requireHost(room: Room): void {
  if (room.hostId === null) throw new RelayFault('SESSION_NOT_ACTIVE', 'The page of this session is not open.');
}

/** The id of the running session. @throws RelayFault SESSION_NOT_ACTIVE when none runs or the page is not open */
export function requireSession(room: Room): string {
  requireHost(room);
  if (room.sessionId === null) throw new RelayFault('SESSION_NOT_ACTIVE', 'No session runs. Send session.start first.');
  return room.sessionId;
}

/** The event that answers a request. */
export function answerTo(
  { memberId, requestId }: Requester,
  type: string,
  payload: Record<string, unknown>,
): NewRoomEvent {
  const internal = { member: memberId, ...(requestId === undefined ? {} : { replyTo: requestId }) };
  return { direction: 'out', type, payload, audience: 'member', internal };
}

/** The event of a request as it was received. */
export function received(
  { memberId, requestId }: Requester,
  type: string,
  payload: Record<string, unknown>,
): NewRoomEvent {
  const internal = { member: memberId, ...(requestId === undefined ? {} : { id: requestId }) };
  return { direction: 'in', type, payload, internal };
}

/**
 * Tells agents what the person or the page does although nothing that is shown has changed: those that know nothing but
 * the specification hear of it as well.
 */
export const noticeForAgents = (notice: string): NewRoomEvent => ({
  direction: 'out',
  type: 'state.updated',
  payload: { source: 'user', notice },
  audience: 'agents',
});

/** The event of a state that has changed. */
export const stateUpdated = (source: 'user' | 'agent' | 'system'): NewRoomEvent => ({
  direction: 'out',
  type: 'state.updated',
  payload: { source },
  audience: 'room',
});

/** `s-20260213-001`. @param day `YYYY-MM-DD` */
const sessionIdOf = (day: string, number: number): string =>
  `s-${day.replaceAll('-', '')}-${String(number).padStart(3, '0')}`;

/**
 * Starts a study session with the state that the page shows. While a session of the same study and participant runs,
 * its id is the answer: a second agent takes part in it, and one that comes back goes on. A session of another
 * participant is never entered: it is ended for a new one when no agent takes part in it any more.
 * Two statements. Specification: external-agent-protocol.md, 4.1 and 4.2.
 * @throws RelayFault SESSION_NOT_ACTIVE when the page is not open · INVALID_PARAMS without study or participant, and
 *   while the session of another participant runs
 */
export async function startSession(of: Requester & StudyOf): Promise<void> {
  const started = await changeRoom(of.roomId, (room, at) => {
    requireHost(room);
    const study = requireStudy(of);
    if (room.sessionId === null) return nothing(false);
    if (isOf(room, study)) return { ...takingPart(room, of), value: true };
    if (isAbandoned(room, of)) return endedWithState(room, 'abandoned', at, false);
    throw new OtherParticipant();
  });
  if (!started) await openSession(of);
}

class OtherParticipant extends RelayFault {
  constructor() {
    super(
      'INVALID_PARAMS',
      'participantId: a session of another study or participant runs here. Send session.end first, or use another page.',
    );
  }
}

/** The study and participant of a request. @throws RelayFault INVALID_PARAMS when one is missing */
function requireStudy({ studyId, participantId }: StudyOf): StudyOf {
  for (const [field, value] of Object.entries({ studyId, participantId }))
    if (value === '') throw new RelayFault('INVALID_PARAMS', `${field}: must be a text, not blank.`);
  return { studyId, participantId };
}

/** Whether the running session is of this study and participant; true where that is not known. */
const isOf = ({ live: { study } }: Room, { studyId, participantId }: StudyOf): boolean =>
  study === undefined || (study.studyId === studyId && study.participantId === participantId);

const nothing = <Value>(value: Value): Change<Value> => ({ next: {}, events: [], value });

/** Whether no agent takes part in the running session but the one that asks, which has come after its start. */
function isAbandoned(room: Room, { memberId }: Requester): boolean {
  const { participants } = room.live;
  return !room.live.agents.some(({ id }) => participants.includes(id)) && !participants.includes(memberId);
}

/** An agent takes part in the running session. */
function takingPart(room: Room, of: Requester & StudyOf) {
  const participants = [...new Set([...room.live.participants, of.memberId])];
  const answer = answerTo(of, 'session.started', { sessionId: room.sessionId });
  return { next: { live: { ...room.live, participants } }, events: [startReceived(of), answer] };
}

async function openSession(of: Requester & StudyOf): Promise<void> {
  const day = iso(now()).slice(0, 10);
  const id = sessionIdOf(day, await nextSessionNumber(day));
  await changeRoom(of.roomId, (room) => {
    requireHost(room);
    const study = requireStudy(of);
    if (room.sessionId !== null && !isOf(room, study)) throw new OtherParticipant();
    if (room.sessionId !== null) return { ...takingPart(room, of), value: undefined };
    const answer = answerTo(of, 'session.started', { sessionId: id });
    const view: NewRoomEvent = { direction: 'internal', type: FIRST_STATE, payload: {} };
    return {
      next: { sessionId: id, live: { ...room.live, controller: 'agent', participants: [of.memberId], study } },
      events: [startReceived(of), { ...answer, audience: 'room' }, view],
      session: { kind: 'start', id, ...study },
      value: undefined,
    };
  });
}

const startReceived = (of: Requester & StudyOf): NewRoomEvent =>
  received(of, 'session.start', { studyId: of.studyId, participantId: of.participantId });

/**
 * Ends the running session: closes its log, writes the log's file and resets the state. All members are notified.
 * Two statements and a file. Specification: external-agent-protocol.md, 4.1 and 6.
 * @throws RelayFault SESSION_NOT_ACTIVE
 */
export async function endSession(of: Requester & { reason: string }): Promise<void> {
  await changeRoom(of.roomId, (room, at) => {
    requireSession(room);
    return endedWithState(room, of.reason, at, undefined, of);
  });
}

/** Ends a session whose page is gone for good. */
export async function endLeftSession(roomId: string, sessionId: string, reason: string): Promise<void> {
  await changeRoom(roomId, (room, at) =>
    room.sessionId === sessionId ? endedWithState(room, reason, at, undefined) : nothing(undefined),
  );
}

async function endedWithState<Value>(
  room: Room,
  reason: string,
  at: Date,
  value: Value,
  requester: Requester | null = null,
): Promise<Change<Value>> {
  const ended = endedSession(room, { reason, requester });
  const loaded = await loadedState({ ...room, ...ended.next }, at);
  return {
    ...ended,
    next: { ...ended.next, ...loaded },
    events: [...ended.events, { ...stateUpdated('system'), outsideSession: true }],
    value,
  };
}

/** Events that say that these calls do not wait for the person any more. */
export function withdrawApprovals(approvals: readonly Approval[]): NewRoomEvent[] {
  return approvals.map(({ id, toolName }) => ({
    direction: 'internal',
    type: 'approval.decided',
    payload: { approvalId: id, toolName, status: 'cancelled' },
    audience: 'room',
  }));
}

/** The end of a room's session, as a change without the state after it. */
export function endedSession(
  room: Room,
  { reason, requester = null }: { reason: string; requester?: Requester | null },
): Omit<Change<undefined>, 'value'> {
  const sessionId = room.sessionId as string;
  const payload = { sessionId, logFile: logFileOf(sessionId), stateReset: true };
  const answer = requester ? answerTo(requester, 'session.ended', payload) : null;
  const ended: NewRoomEvent = { direction: 'out', type: 'session.ended', payload, ...answer, audience: 'room' };
  const asked: NewRoomEvent = requester
    ? received(requester, 'session.end', { reason })
    : { direction: 'internal', type: 'session.end', payload: { reason } };
  const { study: _study, ...live } = room.live;
  return {
    next: { sessionId: null, live: { ...live, controller: 'agent', approvals: [], participants: [] } },
    events: [asked, ...withdrawApprovals(room.live.approvals), ended],
    session: { kind: 'end', id: sessionId, reason },
    beforeSending: () => writeLogFile(sessionId),
  };
}
