import path from 'node:path';
import { iso, now } from '@/lib/core/clock';
import { env } from '@/lib/core/env';
import type { JsonObject } from '@/lib/core/json';
import { log } from '@/lib/core/log';
import { type Change, changeRoom } from './change-room';
import { FIRST_STATE } from './frames';
import { writeBoundedFile } from './log-files';
import { toJsonl, toLogLines } from './log-lines';
import { type NewRoomEvent, RelayFault, type Requester, type Room, type StudyOf } from './relay.schema';
import { mergeView } from './remote-app';
import { withoutRequests } from './requests';
import { answerTo, received, stateUpdated, withdrawApprovals } from './room-events';
import { loadedState } from './run-engine';
import { findSession, nextSessionNumber, readSessionEvents } from './sessions.repo';

/** @throws RelayFault SESSION_NOT_ACTIVE when the page is not open */
function requireHost(room: Room): void {
  if (room.hostId === null) throw new RelayFault('SESSION_NOT_ACTIVE', 'The page of this session is not open.');
}

/** The id of the running session. @throws RelayFault SESSION_NOT_ACTIVE when none runs or the page is not open */
export function requireSession(room: Room): string {
  requireHost(room);
  return requireRunning(room);
}

function requireRunning(room: Room): string {
  if (room.sessionId === null) throw new RelayFault('SESSION_NOT_ACTIVE', 'No session runs. Send session.start first.');
  return room.sessionId;
}

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
  const isPart = await changeRoom(of.roomId, async (room, at) => (await takePart(room, of, at)) ?? nothing(false));
  if (!isPart) await beginSession(of);
}

/**
 * What session.start does in a room in which a session runs: the agent takes part in it (true), or it is ended for a new
 * one (false). Null when none runs. @throws RelayFault as startSession
 */
export async function takePart(room: Room, of: Requester & StudyOf, at: Date): Promise<Change<boolean> | null> {
  requireHost(room);
  const study = requireStudy(room, of);
  if (room.sessionId === null) return null;
  if (isOf(room, study)) return { ...takingPart(room, of), value: true };
  if (isAbandoned(room, of)) return endedWithState(room, { reason: 'abandoned' }, at, false);
  throw new OtherParticipant();
}

class OtherParticipant extends RelayFault {
  constructor() {
    super(
      'INVALID_PARAMS',
      'participantId: a session of another study or participant runs here. Send session.end first, or use another page.',
    );
  }
}

/**
 * The study and participant of a request. A room that was made for a participant says them itself.
 * @throws RelayFault INVALID_PARAMS when one is missing or differs
 */
function requireStudy(room: Room, { studyId, participantId }: StudyOf): StudyOf {
  if (room.studyId !== null && room.participantId !== null) {
    if ((studyId !== '' && studyId !== room.studyId) || (participantId !== '' && participantId !== room.participantId))
      throw new RelayFault('INVALID_PARAMS', 'studyId, participantId: this room is of another one. Leave both out.');
    return { studyId: room.studyId, participantId: room.participantId };
  }
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

/** Begins a session with the state that the page shows. Two statements. @throws RelayFault as startSession */
export async function beginSession(of: Requester & StudyOf): Promise<void> {
  const day = iso(now()).slice(0, 10);
  const id = sessionIdOf(day, await nextSessionNumber(day));
  await changeRoom(of.roomId, (room) => {
    requireHost(room);
    const study = requireStudy(room, of);
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
 * @param of.answer what a page that runs the application answered; null when it did not
 * @throws RelayFault SESSION_NOT_ACTIVE
 */
export async function endSession(of: Requester & { reason: string; answer?: JsonObject | null }): Promise<void> {
  const { reason, answer } = of;
  await changeRoom(of.roomId, (room, at) => {
    if (answer === undefined) requireHost(room);
    requireRunning(room);
    return endedWithState(room, { reason, requester: of, answer }, at, undefined);
  });
}

/** Ends a session whose page is gone for good. */
export async function endLeftSession(roomId: string, sessionId: string, reason: string): Promise<void> {
  await changeRoom(roomId, (room, at) =>
    room.sessionId === sessionId ? endedWithState(room, { reason }, at, undefined) : nothing(undefined),
  );
}

/** Why a session ends, at whose request, and what the page that runs the application answered. */
interface Ending {
  reason: string;
  requester?: Requester | null;
  answer?: JsonObject | null | undefined;
}

async function endedWithState<Value>(room: Room, ending: Ending, at: Date, value: Value): Promise<Change<Value>> {
  const ended = endedSession(room, ending);
  const loaded = await loadedState({ ...room, ...ended.next }, at);
  const state = ending.answer ? mergeView(loaded.state, ending.answer) : loaded.state;
  return {
    ...ended,
    next: { ...ended.next, ...loaded, state },
    events: [...ended.events, { ...stateUpdated('system'), outsideSession: true }],
    value,
  };
}

/** The end of a room's session, as a change without the state after it. */
export function endedSession(
  room: Room,
  { reason, requester = null, answer }: Ending,
): Omit<Change<undefined>, 'value'> {
  const sessionId = room.sessionId as string;
  const stateReset = answer === undefined || (answer !== null && answer.stateReset !== false);
  const payload = { sessionId, logFile: logFileOf(sessionId), stateReset };
  const reply = requester ? answerTo(requester, 'session.ended', payload) : null;
  const ended: NewRoomEvent = { direction: 'out', type: 'session.ended', payload, ...reply, audience: 'room' };
  const asked: NewRoomEvent = requester
    ? received(requester, 'session.end', { reason })
    : { direction: 'internal', type: 'session.end', payload: { reason } };
  const unanswered = withoutRequests(room, () => true, 'The session has ended.').events;
  const { study: _study, requests: _requests, ...live } = room.live;
  return {
    next: { sessionId: null, live: { ...live, controller: 'agent', approvals: [], participants: [] } },
    events: [asked, ...withdrawApprovals(room.live.approvals), ...unanswered, ended],
    session: { kind: 'end', id: sessionId, reason },
    beforeSending: () => writeLogFile(sessionId),
  };
}

/** The name of a session's log, below the data directory. */
const logFileOf = (sessionId: string): string => `logs/study/${sessionId}.jsonl`;

/**
 * Writes the log of a session that has ended, page by page. A file that cannot be written stops no session: the log is
 * downloaded from the database.
 */
async function writeLogFile(sessionId: string): Promise<void> {
  try {
    const session = await findSession(sessionId);
    if (!session) return;
    const lines = toLogLines(session, readSessionEvents(session));
    await writeBoundedFile(path.join(env().BOTPLAY_DATA_DIR, logFileOf(sessionId)), toJsonl(lines));
  } catch (error) {
    log.error({ err: error, sessionId }, 'could not write the log of a study session');
  }
}
