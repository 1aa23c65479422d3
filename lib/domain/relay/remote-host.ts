import { iso } from '@/lib/core/clock';
import { cutText } from '@/lib/core/cut-text';
import type { JsonObject } from '@/lib/core/json';
import { TAKEN_OVER } from './call-tool';
import { type Change, changeRoom } from './change-room';
import { ANSWER_MS, forwardRequest, MAX_ANSWER_MS } from './forward-request';
import { PROGRESS } from './frames';
import {
  type ForwardedRequest,
  type NewRoomEvent,
  RelayFault,
  type Requester,
  type Room,
  type StudyOf,
} from './relay.schema';
import type { RelayErrorCode } from './relay-app';
import { mergeView } from './remote-app';
import {
  forwardedEvent,
  requesterOf,
  requireHostItself,
  requireRequest,
  waitingRequests,
  withoutRequests,
} from './requests';
import { answerTo, stateUpdated } from './room-events';
import { beginSession, endSession, requireSession, takePart } from './sessions';

const fault = (code: RelayErrorCode, message: string) => new RelayFault(code, message);

/** How long a page may take to begin or end a session. */
const SESSION_MS = 10_000;

/** Forwards a call of a tool to the page. @throws RelayFault · false when it was refused by an answer */
export async function forwardCall(
  of: Requester,
  call: { toolName: string; params: JsonObject; reason: string },
): Promise<boolean> {
  const check = (room: Room) => {
    requireSession(room);
    if (call.reason.trim() === '') throw fault('INVALID_PARAMS', 'reason: say in a sentence why you call this tool.');
    if (room.live.controller === 'person') throw fault('TOOL_EXECUTION_FAILED', TAKEN_OVER);
    if ((room.state as { uiSpec?: unknown } | null)?.uiSpec == null)
      throw fault('NO_ACTIVE_SPEC', 'The page has not shown anything yet.');
    return null;
  };
  return (
    (await forwardRequest(of, { type: 'tool.call', payload: { ...call }, check, isOvertaken: true })) === 'answered'
  );
}

/** Forwards snapshot.get to the page. @throws RelayFault SESSION_NOT_ACTIVE */
export async function forwardSnapshot(of: Requester): Promise<void> {
  const check = (room: Room) => {
    requireSession(room);
    return null;
  };
  await forwardRequest(of, { type: 'snapshot.get', payload: {}, check, isOvertaken: true });
}

/** Shows the page a message of an agent; nothing is answered. One statement. @throws RelayFault SESSION_NOT_ACTIVE */
export async function forwardMessage(of: Requester & { text: string }): Promise<void> {
  await changeRoom(
    of.roomId,
    (room) => {
      requireSession(room);
      return { next: {}, events: [forwardedEvent(of, 'agent.message', { text: of.text })], value: undefined };
    },
    of,
  );
}

/** Asks the page to begin a session; one that runs is taken part in, as in every room. @throws RelayFault as startSession */
export async function forwardStart(of: Requester & StudyOf): Promise<void> {
  const study = { studyId: of.studyId, participantId: of.participantId };
  let isAbandoned = false;
  const check = async (room: Room, at: Date): Promise<Change<'decided'> | null> => {
    const change = await takePart(room, of, at);
    if (!change) return null;
    isAbandoned = !change.value;
    return { ...change, value: 'decided' };
  };
  const forward = () =>
    forwardRequest(of, { type: 'session.start', payload: study, check, isOvertaken: false, timeoutMs: SESSION_MS });
  await forward();
  if (!isAbandoned) return;
  isAbandoned = false;
  await forward();
}

/** Asks the page to end the session. It ends also when the page does not answer. @throws RelayFault SESSION_NOT_ACTIVE */
export async function forwardEnd(of: Requester & { reason: string }): Promise<void> {
  const check = (room: Room) => {
    requireSession(room);
    return null;
  };
  const payload = { reason: of.reason };
  const request = { type: 'session.end' as const, payload, check, isOvertaken: false, timeoutMs: SESSION_MS };
  const outcome = await forwardRequest(of, request);
  if (outcome !== 'expired') return;
  await endSession({ ...of, reason: of.reason, answer: null }).catch((thrown) => {
    // It ended while the page was waited for: all members were notified.
    if (!(thrown instanceof RelayFault && thrown.code === 'SESSION_NOT_ACTIVE')) throw thrown;
  });
}

/** Takes an answer of the page to a request that was forwarded. @throws RelayFault */
export async function takeAnswer(of: Requester, type: string, payload: JsonObject): Promise<void> {
  const request = await changeRoom<ForwardedRequest | null>(of.roomId, (room) => {
    const answered = requireRequest(room, of, type === 'error' ? [] : [REQUESTS[type] as string]);
    const state = type === 'error' ? room.state : mergeView(room.state, payload);
    const left = waitingRequests(room).filter((one) => one !== answered);
    const next = { live: { ...room.live, requests: left }, ...(state === room.state ? {} : { state }) };
    if (type === 'session.ended') return { next: {}, events: [], value: answered };
    if (type === 'session.started') return { next, events: [], value: answered };
    return { next, events: eventsOf(room, answered, type, payload, state !== room.state), value: null };
  });
  if (!request) return;
  const asked = requesterOf(of.roomId, request);
  if (type === 'session.started') await beginForwarded(asked, request);
  else await endSession({ ...asked, reason: String(request.payload.reason ?? ''), answer: payload });
}

/** Which request an answer answers. */
const REQUESTS: Readonly<Record<string, string>> = {
  'tool.result': 'tool.call',
  'snapshot.state': 'snapshot.get',
  'session.started': 'session.start',
  'session.ended': 'session.end',
};

/** Begins the session that the page has accepted; when another one began meanwhile, the agent is refused. */
async function beginForwarded(asked: Requester, { payload }: ForwardedRequest): Promise<void> {
  const study = { studyId: String(payload.studyId), participantId: String(payload.participantId) };
  await beginSession({ ...asked, ...study }).catch(async (thrown) => {
    if (!(thrown instanceof RelayFault)) throw thrown;
    const error = answerTo(asked, 'error', { code: thrown.code, message: thrown.message });
    await changeRoom(asked.roomId, () => ({ next: {}, events: [error], value: undefined }));
  });
}

function eventsOf(
  room: Room,
  request: ForwardedRequest,
  type: string,
  payload: JsonObject,
  isViewNew: boolean,
): NewRoomEvent[] {
  const asked = requesterOf(room.id, request);
  const toAgents: NewRoomEvent = { ...stateUpdated('agent'), audience: 'agents' };
  const changed = isViewNew ? [toAgents] : [];
  if (type === 'snapshot.state') return [answerTo(asked, type, { sessionId: room.sessionId }), ...changed];
  const error = errorOf(payload);
  const answer =
    type === 'error'
      ? answerTo(asked, 'error', { ...error })
      : answerTo(asked, 'tool.result', { ok: payload.ok !== false, toolName: request.payload.toolName });
  if (request.type !== 'tool.call') return [answer, ...changed];
  const outcome = type === 'error' ? { ok: false, error: { ...error } } : { ok: payload.ok !== false };
  const called = { direction: 'out' as const, type: 'tool.called', payload: { ...request.payload, ...outcome } };
  return [answer, called, ...changed];
}

const CODES: ReadonlySet<unknown> = new Set<RelayErrorCode>([
  'INVALID_MESSAGE',
  'SESSION_NOT_ACTIVE',
  'UNKNOWN_TOOL',
  'INVALID_PARAMS',
  'NO_ACTIVE_SPEC',
  'TOOL_EXECUTION_FAILED',
]);
const MAX_MESSAGE = 1_000;

/** The error that a page answers; a code of its own becomes TOOL_EXECUTION_FAILED. */
const errorOf = ({ code, message }: JsonObject) => ({
  code: (CODES.has(code) ? code : 'TOOL_EXECUTION_FAILED') as RelayErrorCode,
  message: typeof message === 'string' ? cutText(message, MAX_MESSAGE) : 'The page could not do this.',
});

/** The page goes on with a request: it has the time again, ten minutes in all. The agent that asked is notified. One statement. */
export async function takeProgress(of: Requester & { text: string }): Promise<void> {
  await changeRoom(of.roomId, (room, at) => {
    const request = requireRequest(room, of, ['tool.call', 'snapshot.get']);
    const latest = Date.parse(request.askedAt) + MAX_ANSWER_MS;
    const expiresAt = iso(new Date(Math.min(at.getTime() + ANSWER_MS, latest)));
    const requests = waitingRequests(room).map((one) => (one === request ? { ...one, expiresAt } : one));
    const { forwardedAs: _notAnswered, ...asked } = requesterOf(room.id, request);
    const event = answerTo(asked, PROGRESS, { text: of.text });
    return { next: { live: { ...room.live, requests } }, events: [event], value: undefined };
  });
}

/** Takes what the page says that it shows, and shows it to the agents. One statement. @throws RelayFault */
export async function publishView(of: Requester, payload: JsonObject): Promise<void> {
  await changeRoom(of.roomId, (room) => {
    requireHostItself(room, of);
    const state = mergeView(room.state, payload);
    const source = payload.source === 'agent' || payload.source === 'system' ? payload.source : 'user';
    return { next: { state }, events: [{ ...stateUpdated(source), audience: 'agents' }], value: undefined };
  });
}

/** Takes back the calls of an agent that wait for the page. One statement. */
export async function cancelForwarded(of: Requester): Promise<void> {
  await changeRoom(of.roomId, (room) => ({
    ...withoutRequests(room, ({ memberId, type }) => memberId === of.memberId && type === 'tool.call', CANCELLED),
    value: undefined,
  }));
}

const CANCELLED = 'The agent has cancelled this call.';
