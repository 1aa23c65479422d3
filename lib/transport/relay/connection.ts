import { randomBytes } from 'node:crypto';
import { toAppError } from '@/lib/core/errors';
import type { JsonObject } from '@/lib/core/json';
import { log } from '@/lib/core/log';
import { TokenBucket } from '@/lib/core/token-bucket';
import { hashAddress, limitOfShare, takeLimit } from '@/lib/domain/limits';
import {
  countShownCharacters,
  DEFAULT_ROOM,
  type Frame,
  type Joined,
  joinAsAgent,
  joinAsHost,
  leaveRoom,
  logRefusal,
  type Member,
  makeFrame,
  RelayFault,
  withdrawCalls,
} from '@/lib/domain/relay';
import { relayPlaces, useOfAddress } from './address-use';
import { digestOf, doOnce, forgetRequests } from './done-requests';
import {
  isRequest,
  joinExt,
  joinPayload,
  type ReceivedFrame,
  readFrame,
  readPayload,
  UnreadableFrame,
} from './envelope';
import { FrameQueue } from './frame-queue';
import { messageTypesOf } from './message-types';

/** Longer frames are refused with INVALID_MESSAGE. */
export const MAX_FRAME_CHARACTERS = 256 * 1024;

/** Of what a person types. */
const MESSAGE_LIMIT = { perSecond: 5, burst: 10 };
/** What the events of one change take beside the frame. */
const EVENT_BYTES = 1_024;
/** A logged change shows the state in at most three lines: the answer, the news of it, and the next snapshot. */
const LINES_WITH_STATE = 3;
/** Frames over the limit that are answered before the connection is closed. */
const MAX_REFUSED = 100;
/** Requests of one connection that wait for another member: such a request blocks no other one. */
const MAX_WAITING = 64;
/** Refused frames of one connection that are logged one by one. */
const REFUSAL_LOG = { perSecond: 1, burst: 100 };

/** The socket below a connection, whatever it is. */
export interface RelaySocket {
  /** Sends a text, or closes the connection when the receiver is too slow. */
  send(text: string): void;
  close(reason: string): void;
  /** Stops and goes on reading; absent where that is not possible. */
  reading?: { pause(): void; resume(): void };
}

/** A frame that waits for its turn: as it was read, or why it could not be. */
type Waiting = { frame: ReceivedFrame; characters: number } | { fault: UnreadableFrame; text: string };

/** Who opened the connection. */
export interface RelayCaller {
  /** The signed-in owner of the browser, or the owner of the agent's credential. */
  ownerId: string | null;
  /** The only room that may be joined: the page is of another origin, which this room allows. */
  onlyRoom?: string;
  /** Where it comes from: what limits by address count. */
  address: string;
  /** Calls `onEnd` when the credential of the connection stops working. Returns the unsubscribe. */
  watch?(onEnd: () => void): () => void;
}

const newMemberId = () => randomBytes(18).toString('base64url');

/**
 * One connection of a page or an agent, over whichever socket. Frames are taken in order; answers and pushes come from
 * the room. Specification: external-agent-protocol.md; decisions.md, Relay and booking.
 */
export class RelayConnection {
  readonly #socket: RelaySocket;
  readonly #caller: RelayCaller;
  readonly #queue: FrameQueue<Waiting>;
  readonly #refusalLog = new TokenBucket(REFUSAL_LOG, performance.now());
  readonly #messageLimit = new TokenBucket(MESSAGE_LIMIT, performance.now());
  #refused = 0;
  #notLogged = 0;
  #waiting = 0;
  /** Frames in the queue that could not be read. */
  #unreadable = 0;
  #isClosed = false;
  #isJoining = false;
  #member: Member | null = null;
  #joined: Joined | null = null;
  #isResumed = false;
  readonly #stopWatching: () => void;
  readonly #release: (() => void) | null;

  constructor(socket: RelaySocket, caller: RelayCaller) {
    this.#socket = socket;
    this.#caller = caller;
    this.#queue = new FrameQueue((waiting) => this.#take(waiting), socket.reading ?? null);
    this.#release = relayPlaces().tryEnter({ key: caller.address });
    this.#send(makeFrame('relay.hello', {}));
    this.#stopWatching = caller.watch?.(() => this.#endCredential()) ?? (() => {});
  }

  /** Takes a text frame. Its turn comes when those before it are decided. */
  receive(text: string): void {
    if (this.#isClosed) return;
    const waiting = readWaiting(text);
    const replyTo = 'frame' in waiting ? waiting.frame.id : waiting.fault.replyTo;
    const isUnreadable = 'fault' in waiting;
    if (!useOfAddress(this.#caller.address).takeFrame())
      this.#refuseFlood('Too many frames from this address. Slow down.', replyTo);
    else if ((isUnreadable && this.#unreadable >= MAX_REFUSED) || !this.#queue.push(waiting))
      this.#refuseFlood('Too many frames at a time. Slow down.', replyTo);
    else if (isUnreadable) this.#unreadable++;
  }

  /** Refuses a frame that is no text. */
  receiveBinary(): void {
    if (this.#isClosed) return;
    this.#unreadable++;
    this.#queue.push({ fault: new UnreadableFrame('A frame is text, not binary.', null), text: '' });
  }

  /** Ends the connection after its socket has closed. */
  async closed(): Promise<void> {
    this.#isClosed = true;
    this.#queue.clear();
    this.#release?.();
    this.#stopWatching();
    const member = this.#member;
    const roomId = this.#joined?.roomId;
    if (!member || roomId === undefined) return;
    await leaveRoom(roomId, member).catch((error) => log.warn({ err: error }, 'could not leave a relay room'));
  }

  /** Resolves when the next frame may be taken: this one is decided, or waits for another member. */
  #take(waiting: Waiting): Promise<void> {
    if (this.#isClosed) return Promise.resolve();
    if ('fault' in waiting) {
      this.#unreadable--;
      this.#refuse(waiting.fault, { type: 'unreadable', payload: { text: waiting.text } }, waiting.fault.replyTo);
      return Promise.resolve();
    }
    const { frame, characters } = waiting;
    return new Promise((goOn) => {
      this.#handle(frame, characters, goOn)
        .catch((thrown) => this.#refuse(thrown, frame, frame.id))
        .finally(goOn);
    });
  }

  async #handle(frame: ReceivedFrame, characters: number, goOn: () => void): Promise<void> {
    if (frame.type === 'relay.join') return this.#join(frame);
    const types = messageTypesOf(this.#joined?.isRemote === true);
    const type = Object.hasOwn(types, frame.type) ? types[frame.type] : undefined;
    if (!type) throw new RelayFault('INVALID_MESSAGE', `type: there is no message ${JSON.stringify(frame.type)}.`);
    const [member, joined] = [this.#member, this.#joined];
    if (!member || !joined) throw new RelayFault('SESSION_NOT_ACTIVE', 'Send relay.join first.');
    if (!type.from.includes(member.role))
      throw new RelayFault('INVALID_MESSAGE', `type: ${frame.type} is not a message of ${member.role}s.`);
    if (frame.type === 'user.message' && !this.#messageLimit.take(performance.now()))
      throw new RelayFault('INVALID_MESSAGE', `At most ${MESSAGE_LIMIT.perSecond} messages a second. Slow down.`);
    // The line of a snapshot shows only what the change before it was counted for.
    const stateCharacters = frame.type === 'snapshot.get' ? 0 : LINES_WITH_STATE * countShownCharacters(joined.roomId);
    await this.#countStored(joined.roomId, characters + stateCharacters);
    if (this.#waiting >= MAX_WAITING && frame.type === 'tool.call')
      throw new RelayFault('TOOL_EXECUTION_FAILED', `${MAX_WAITING} of your calls wait. Wait for the answer to one.`);
    const from = {
      roomId: joined.roomId,
      memberId: member.memberId,
      role: member.role,
      requestId: frame.id,
      replyTo: frame.replyTo,
      ...(member.role === 'agent' && isRequest(frame) ? { digest: digestOf(frame), isResumed: this.#isResumed } : {}),
    };
    if (type.beginsSession) forgetRequests(member.memberId);
    const waited = this.#countWaiting(goOn);
    await doOnce(frame, { member, isResumed: this.#isResumed }, async (isDone) => {
      const wasDone = (await type.handle({ ...from, isDone, onWait: waited.begin }, frame.payload)) !== false;
      return wasDone && type.changes === true;
    }).finally(waited.end);
  }

  /** Lets the next frame be taken when a request begins to wait for another member. */
  #countWaiting(goOn: () => void): { begin: () => void; end: () => void } {
    let isWaiting = false;
    const begin = () => {
      if (!isWaiting) this.#waiting++;
      isWaiting = true;
      goOn();
    };
    const end = () => {
      if (isWaiting) this.#waiting--;
    };
    return { begin, end };
  }

  /** Counts what a frame and its events store and log. @throws RATE_LIMITED */
  async #countStored(roomId: string, characters: number): Promise<void> {
    const bytes = characters + EVENT_BYTES;
    await takeLimit('relay_room_bytes', roomId, bytes);
    await takeLimit('relay_address_bytes', this.#caller.address, bytes);
  }

  async #join(frame: ReceivedFrame): Promise<void> {
    if (this.#joined || this.#isJoining) throw new RelayFault('INVALID_MESSAGE', 'This connection has joined already.');
    const { role, sessionId, token } = readPayload(joinPayload, frame.payload, 'INVALID_MESSAGE');
    const ext = readPayload(joinExt, frame.ext ?? {}, 'INVALID_MESSAGE');
    const earlier = role === 'agent' ? ext.member : undefined;
    const isNew = role === 'agent' && earlier === undefined;
    const member: Member = {
      memberId: earlier ?? newMemberId(),
      role,
      extended: frame.ext !== null,
      lastId: null,
      send: (text) => this.#socket.send(text),
      replace: (reason) => this.#end(reason),
    };
    const joining = {
      member,
      after: isNew ? null : ext.after,
      welcome: (joined: Joined) => {
        this.#isResumed = earlier !== undefined && (joined.isKnown || ext.after !== null);
        this.#welcome(frame, member, joined);
      },
    };
    const { onlyRoom = null, ownerId } = this.#caller;
    const visitor = { roomName: sessionId?.trim() || onlyRoom || DEFAULT_ROOM, ownerId };
    if (onlyRoom !== null && visitor.roomName !== onlyRoom)
      throw new RelayFault('SESSION_NOT_ACTIVE', 'sessionId: this connection was opened for another room.');
    // Each member that comes and goes is an event of the room's session.
    await takeLimit('relay_address_bytes', this.#caller.address, EVENT_BYTES);
    this.#isJoining = true;
    try {
      const joined =
        role === 'agent'
          ? await joinAsAgent(joining, { ...visitor, token: ext.token ?? token ?? null })
          : await joinAsHost(joining, {
              ...visitor,
              participant: ext.participant ?? '',
              appId: ext.app,
              asksFirst: ext.asksFirst,
              countNewRoom: () => takeLimit('relay_room', this.#caller.address),
              openedFrom: hashAddress(this.#caller.address),
              maxRooms: limitOfShare('relay_rooms', 'address'),
            });
      if (this.#isClosed) await leaveRoom(joined.roomId, member);
    } finally {
      this.#isJoining = false;
    }
  }

  #welcome(frame: ReceivedFrame, member: Member, joined: Joined): void {
    this.#member = member;
    this.#joined = joined;
    const { role, memberId } = member;
    const answer = makeFrame('relay.joined', { role, sessionId: joined.roomName }, frame.id);
    const ext: JsonObject = { member: memberId, seq: joined.seq, ...joined.page };
    this.#send(member.extended ? { ...answer, ext } : answer);
  }

  /** Closes the connection because its credential does not work any more: the person is not asked about its calls. */
  #endCredential(): void {
    const [member, roomId] = [this.#member, this.#joined?.roomId];
    if (member && roomId !== undefined)
      withdrawCalls(roomId, member).catch((error) => log.warn({ err: error }, 'could not withdraw the calls'));
    this.#end('The credential of this connection does not work any more.');
  }

  /** Says why and closes the connection. */
  #end(reason: string): void {
    if (this.#isClosed) return;
    this.#send(makeFrame('error', { code: 'SESSION_NOT_ACTIVE', message: reason }));
    this.#isClosed = true;
    this.#socket.close(reason);
  }

  #refuseFlood(message: string, replyTo: string | undefined): void {
    this.#refused++;
    if (this.#refused > MAX_REFUSED) {
      this.#end('Too many frames.');
      return;
    }
    this.#notLogged++;
    this.#send(makeFrame('error', { code: 'INVALID_MESSAGE', message }, replyTo));
  }

  /** Answers a refused frame, and logs it while a session runs. */
  #refuse(thrown: unknown, received: { type: string; payload: JsonObject }, replyTo: string | undefined): void {
    if (this.#isClosed) return;
    const error = errorPayload(thrown);
    this.#send(makeFrame('error', error, replyTo));
    const [member, joined] = [this.#member, this.#joined];
    if (!member || !joined) return;
    if (!this.#refusalLog.take(performance.now())) {
      this.#notLogged++;
      return;
    }
    const from = { roomId: joined.roomId, memberId: member.memberId, role: member.role, requestId: replyTo };
    const refusal = { ...from, received, error, notLogged: this.#notLogged };
    this.#notLogged = 0;
    this.#countStored(joined.roomId, JSON.stringify(received).length)
      .then(() => logRefusal(refusal))
      .catch((failure) => log.debug({ err: failure }, 'could not log a refused frame'));
  }

  #send(frame: Frame): void {
    this.#socket.send(JSON.stringify(frame));
  }
}

/** Reads a frame before its turn: a refusal of it then names its id. */
function readWaiting(text: string): Waiting {
  try {
    const frame = readFrame(text);
    if (text.length > MAX_FRAME_CHARACTERS)
      throw new UnreadableFrame(`A frame has at most ${MAX_FRAME_CHARACTERS} characters.`, frame);
    return { frame, characters: text.length };
  } catch (thrown) {
    if (thrown instanceof UnreadableFrame) return { fault: thrown, text };
    throw thrown;
  }
}

/** The payload of an `error` frame; what is not the caller's fault says nothing of its cause. */
function errorPayload(thrown: unknown): JsonObject {
  if (thrown instanceof RelayFault) return { code: thrown.code, message: thrown.message };
  const error = toAppError(thrown);
  if (error.code === 'INTERNAL_ERROR') log.error({ err: error.cause ?? error }, 'a relay request failed');
  return { code: 'TOOL_EXECUTION_FAILED', message: error.message };
}
