import { randomBytes } from 'node:crypto';
import { toAppError } from '@/lib/core/errors';
import type { JsonObject } from '@/lib/core/json';
import { log } from '@/lib/core/log';
import { hashAddress, limitOfShare, takeLimit } from '@/lib/domain/limits';
import {
  DEFAULT_ROOM,
  type Frame,
  type Joined,
  joinAsAgent,
  joinAsHost,
  leaveRoom,
  type Member,
  makeFrame,
  RelayFault,
  resendAnswer,
  withdrawCalls,
} from '@/lib/domain/relay';
import { relayPlaces, useOfAddress } from './address-use';
import { DoneRequests } from './done-requests';
import {
  joinExt,
  joinPayload,
  type ReceivedFrame,
  readFrame,
  readPayload,
  readReplyTo,
  UnreadableFrame,
} from './envelope';
import { FrameLimit } from './frame-limit';
import { MESSAGE_TYPES } from './message-types';

/** Longer frames are refused with INVALID_MESSAGE. */
export const MAX_FRAME_CHARACTERS = 256 * 1024;

const LIMIT = { perSecond: 200, burst: 400 };
/** Of what a person types. */
const MESSAGE_LIMIT = { perSecond: 5, burst: 10 };
/** What the events of one change take beside the frame. */
const EVENT_BYTES = 1_024;
/** Frames over the limit that are answered before the connection is closed. */
const MAX_REFUSED = 100;
/** Requests of one connection that are worked on together: a call that waits for the person blocks no other one. */
const MAX_OPEN = 64;

/** The socket below a connection, whatever it is. */
export interface RelaySocket {
  /** Sends a text, or closes the connection when the receiver is too slow. */
  send(text: string): void;
  close(reason: string): void;
}

/** Who opened the connection. */
export interface RelayCaller {
  /** The signed-in owner of the browser, or the owner of the agent's credential. */
  ownerId: string | null;
  /** Where it comes from: what limits by address count. */
  address: string;
  /** Calls `onEnd` when the credential of the connection stops working. Returns the unsubscribe. */
  watch?(onEnd: () => void): () => void;
}

/** Requests that are being worked on, by member and id: a member that comes back may send them again. */
const working = new Set<string>();
const done = new DoneRequests();

const newMemberId = () => randomBytes(18).toString('base64url');

/**
 * One connection of a page or an agent, over whichever socket. Frames are taken in order; answers and pushes come from
 * the room. Specification: external-agent-protocol.md; decisions.md, Relay and booking.
 */
export class RelayConnection {
  readonly #socket: RelaySocket;
  readonly #caller: RelayCaller;
  readonly #limit = new FrameLimit(LIMIT, performance.now());
  readonly #messageLimit = new FrameLimit(MESSAGE_LIMIT, performance.now());
  #refused = 0;
  #open = 0;
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
    this.#release = relayPlaces().tryEnter({ key: caller.address });
    this.#send(makeFrame('relay.hello', {}));
    this.#stopWatching = caller.watch?.(() => this.#endCredential()) ?? (() => {});
  }

  /** Takes a text frame. */
  receive(text: string): void {
    if (this.#isClosed) return;
    if (!this.#limit.take(performance.now())) {
      this.#refuseFlood(`At most ${LIMIT.perSecond} frames a second. Slow down.`, text);
      return;
    }
    if (!useOfAddress(this.#caller.address).takeFrame()) {
      this.#refuseFlood('Too many frames from this address. Slow down.', text);
      return;
    }
    let frame: ReceivedFrame;
    try {
      if (text.length > MAX_FRAME_CHARACTERS)
        throw new UnreadableFrame(`A frame has at most ${MAX_FRAME_CHARACTERS} characters.`, null);
      frame = readFrame(text);
    } catch (thrown) {
      this.#refuse(thrown, thrown instanceof UnreadableFrame ? thrown.replyTo : undefined);
      return;
    }
    this.#handle(frame, text.length).catch((thrown) => this.#refuse(thrown, frame.id));
  }

  /** Refuses a frame that is no text. */
  receiveBinary(): void {
    if (!this.#isClosed) this.#refuse(new RelayFault('INVALID_MESSAGE', 'A frame is text, not binary.'), undefined);
  }

  /** Ends the connection after its socket has closed. */
  async closed(): Promise<void> {
    this.#isClosed = true;
    this.#release?.();
    this.#stopWatching();
    const member = this.#member;
    const roomId = this.#joined?.roomId;
    if (!member || roomId === undefined) return;
    await leaveRoom(roomId, member).catch((error) => log.warn({ err: error }, 'could not leave a relay room'));
  }

  async #handle(frame: ReceivedFrame, characters: number): Promise<void> {
    if (frame.type === 'relay.join') return this.#join(frame);
    const type = Object.hasOwn(MESSAGE_TYPES, frame.type) ? MESSAGE_TYPES[frame.type] : undefined;
    if (!type) throw new RelayFault('INVALID_MESSAGE', `type: there is no message ${JSON.stringify(frame.type)}.`);
    const [member, joined] = [this.#member, this.#joined];
    if (!member || !joined) throw new RelayFault('SESSION_NOT_ACTIVE', 'Send relay.join first.');
    if (!type.from.includes(member.role))
      throw new RelayFault('INVALID_MESSAGE', `type: ${frame.type} is not a message of ${member.role}s.`);
    if (frame.type === 'user.message' && !this.#messageLimit.take(performance.now()))
      throw new RelayFault('INVALID_MESSAGE', `At most ${MESSAGE_LIMIT.perSecond} messages a second. Slow down.`);
    if (frame.type !== 'snapshot.get') await this.#countStored(joined.roomId, characters);
    if (this.#open >= MAX_OPEN) throw new RelayFault('INVALID_MESSAGE', 'Wait for the answers to earlier requests.');
    const requester = { roomId: joined.roomId, memberId: member.memberId, role: member.role, requestId: frame.id };
    if (type.beginsSession) done.forget(member.memberId);
    await this.#once(frame, member, joined, async () => {
      const isDone = (await type.handle(requester, frame.payload)) !== false;
      if (isDone && type.changes && isRequest(frame)) done.add(member.memberId, frame);
    });
  }

  /** Counts what a frame stores: itself and the events that follow. @throws RATE_LIMITED */
  async #countStored(roomId: string, characters: number): Promise<void> {
    const bytes = characters + EVENT_BYTES;
    await takeLimit('relay_room_bytes', roomId, bytes);
    await takeLimit('relay_address_bytes', this.#caller.address, bytes);
  }

  /** Works on a request; one that this member sent before its connection broke is not done twice. */
  async #once(frame: ReceivedFrame, member: Member, joined: Joined, work: () => Promise<void>): Promise<void> {
    const key = isRequest(frame) ? `${member.memberId} ${frame.id}` : null;
    if (key !== null && working.has(key)) {
      if (this.#isResumed) return;
      throw new RelayFault('INVALID_MESSAGE', 'id: an unanswered request has the same id.');
    }
    if (key !== null) working.add(key);
    this.#open++;
    try {
      if (this.#isResumed && isRequest(frame) && (await resendAnswer(joined.roomId, member, frame.id))) return;
      if (isRequest(frame) && done.has(member.memberId, frame)) {
        if (this.#isResumed) return;
        throw new RelayFault('INVALID_MESSAGE', 'id: the same request was done already. A new one has a new id.');
      }
      await work();
    } finally {
      this.#open--;
      if (key !== null) working.delete(key);
    }
  }

  async #join(frame: ReceivedFrame): Promise<void> {
    if (this.#joined || this.#isJoining) throw new RelayFault('INVALID_MESSAGE', 'This connection has joined already.');
    const { role, sessionId, token } = readPayload(joinPayload, frame.payload, 'INVALID_MESSAGE');
    const ext = readPayload(joinExt, frame.ext ?? {}, 'INVALID_MESSAGE');
    const isResumed = role === 'agent' && ext.member !== undefined;
    const member: Member = {
      memberId: isResumed ? (ext.member as string) : newMemberId(),
      role,
      extended: frame.ext !== null,
      lastId: null,
      send: (text) => this.#socket.send(text),
      replace: (reason) => this.#end(reason),
    };
    const joining = { member, after: ext.after, welcome: (joined: Joined) => this.#welcome(frame, member, joined) };
    const visitor = { roomName: sessionId?.trim() || DEFAULT_ROOM, ownerId: this.#caller.ownerId };
    this.#isJoining = true;
    this.#isResumed = isResumed;
    try {
      const joined =
        role === 'agent'
          ? await joinAsAgent(joining, { ...visitor, token: ext.token ?? token ?? null })
          : await joinAsHost(joining, {
              ...visitor,
              participant: ext.participant ?? '',
              appId: ext.app,
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

  #refuseFlood(message: string, text: string): void {
    this.#refused++;
    if (this.#refused > MAX_REFUSED) {
      this.#isClosed = true;
      this.#socket.close('Too many frames.');
      return;
    }
    this.#refuse(new RelayFault('INVALID_MESSAGE', message), readReplyTo(text));
  }

  #refuse(thrown: unknown, replyTo: string | undefined): void {
    if (this.#isClosed) return;
    this.#send(makeFrame('error', errorPayload(thrown), replyTo));
  }

  #send(frame: Frame): void {
    this.#socket.send(JSON.stringify(frame));
  }
}

const isRequest = (frame: ReceivedFrame): frame is ReceivedFrame & { id: string } => frame.id !== undefined;

/** The payload of an `error` frame; what is not the caller's fault says nothing of its cause. */
function errorPayload(thrown: unknown): JsonObject {
  if (thrown instanceof RelayFault) return { code: thrown.code, message: thrown.message };
  const error = toAppError(thrown);
  if (error.code === 'INTERNAL_ERROR') log.error({ err: error.cause ?? error }, 'a relay request failed');
  return { code: 'TOOL_EXECUTION_FAILED', message: error.message };
}
