import type { JsonObject } from '@/lib/core/json';
import type { RoomAudience } from '@/lib/core/stream';
import { requireApp } from './apps';
import { joinTokenOf } from './find-room';
import { logLinkOf } from './log-link';
import type { Role, Room, RoomEvent } from './relay.schema';
import type { ToolSchemaEntry, VisibleState } from './relay-app';

/** The version of every envelope. Specification: external-agent-protocol.md, section 3. */
export const PROTOCOL = 'mvp-0.2';

/** A frame that the relay sends. */
export interface Frame {
  v: typeof PROTOCOL;
  type: string;
  id?: string;
  replyTo?: string;
  payload: JsonObject;
  /** The place of the event in the room; only to members that asked for extensions. */
  seq?: number;
  ext?: JsonObject;
}

/** A frame of a type that the specification has. */
export function makeFrame(type: string, payload: JsonObject, replyTo?: string): Frame {
  return { v: PROTOCOL, type, ...(replyTo === undefined ? {} : { replyTo }), payload };
}

/** The messages that every member gets; the other ones are for members that asked for extensions, and for the asker. */
const SPECIFIED: ReadonlySet<string> = new Set(['state.updated', 'user.message', 'session.ended']);

/** Messages that show the state: their logged payload is without it. */
export const WITH_STATE: ReadonlySet<string> = new Set(['state.updated', 'tool.result', 'snapshot.state']);

/** The event of a log that has the state with which the session began. */
export const FIRST_STATE = 'state.shown';

/** Tells the asker that a page still works on a call. */
export const PROGRESS = 'tool.progress';

/** Shows the page its new join token, which is not stored with the event. */
export const TOKEN_RENEWED = 'token.renewed';

/** Whom a frame is for. */
export interface Recipient {
  memberId: string;
  role: Role;
  /** The member asked for extensions: more messages, and `seq` beside the envelope. */
  extended: boolean;
}

/** The audiences of a room whose events a member may be sent. */
export const audiencesOf = (role: Role): RoomAudience[] => ['room', role === 'host' ? 'host' : 'agents', 'member'];

/** Whether a member is sent an event. */
export function isSentTo(
  { audience, type, data: { internal, direction } }: RoomEvent,
  { memberId, role, extended }: Recipient,
): boolean {
  if (!audiencesOf(role).includes(audience)) return false;
  // A frame that answers nothing yet names a request: a client of the specification would take it for the answer.
  if (type === PROGRESS && !extended) return false;
  // A request of an agent that the page is asked to do.
  if (audience === 'host' && direction === 'in') return true;
  const isAsker = internal?.member === memberId;
  return audience === 'member' ? isAsker : isAsker || extended || SPECIFIED.has(type);
}

/** What pages and agents may see of a room now. */
export function visibleState(room: Room): VisibleState {
  return room.state === null ? { uiSpec: null, messageHistory: [] } : requireApp(room.app).snapshot(room.state);
}

const writers = new WeakMap<Room, FrameWriter>();

/**
 * What a room shows at one version, and its text, each made once: for the frames of all members, and to find what the next
 * version shows differently.
 */
export class FrameWriter {
  readonly #room: Room;
  #visible: VisibleState | null = null;
  #tools: readonly ToolSchemaEntry[] | null = null;
  #specText: string | null = null;
  #historyText: string | null = null;
  #toolsText: string | null = null;

  /** The writer of a room at one version; it is made once. */
  static of(room: Room): FrameWriter {
    const writer = writers.get(room) ?? new FrameWriter(room);
    writers.set(room, writer);
    return writer;
  }

  private constructor(room: Room) {
    this.#room = room;
  }

  get visible(): VisibleState {
    this.#visible ??= visibleState(this.#room);
    return this.#visible;
  }

  get tools(): readonly ToolSchemaEntry[] {
    const { app, state } = this.#room;
    this.#tools ??= state === null ? [] : requireApp(app).toolSchema(state);
    return this.#tools;
  }

  get specText(): string {
    this.#specText ??= JSON.stringify(this.visible.uiSpec);
    return this.#specText;
  }

  get historyText(): string {
    this.#historyText ??= JSON.stringify(this.visible.messageHistory);
    return this.#historyText;
  }

  get toolsText(): string {
    this.#toolsText ??= JSON.stringify(this.tools);
    return this.#toolsText;
  }

  get stateCharacters(): number {
    return this.#stateJson().length;
  }

  /** The text of an event for a member. A message that shows the state shows the newest one. */
  write({ type, data }: RoomEvent, { memberId, extended, role }: Recipient): string {
    const { payload, place, internal } = data;
    const isAnswer = internal?.member === memberId && internal.replyTo !== undefined;
    const head = JSON.stringify({
      v: PROTOCOL,
      type,
      ...(role === 'host' && internal?.forwardedAs !== undefined ? { id: internal.forwardedAs } : {}),
      ...(isAnswer ? { replyTo: internal.replyTo } : {}),
      ...(extended ? { seq: place } : {}),
    });
    const ext =
      extended && type === 'session.ended'
        ? `,"ext":${JSON.stringify({ log: logLinkOf(String(payload.sessionId)) })}`
        : '';
    return `${head.slice(0, -1)},"payload":${this.#payloadText(type, payload)}${ext}}`;
  }

  #payloadText(type: string, payload: JsonObject): string {
    if (type === TOKEN_RENEWED) return JSON.stringify({ joinToken: joinTokenOf(this.#room) });
    const text = JSON.stringify(payload);
    if (!WITH_STATE.has(type)) return text;
    const state = this.#stateJson();
    const all = text === '{}' ? `{${state}}` : `${text.slice(0, -1)},${state}}`;
    return type === 'snapshot.state' ? `${all.slice(0, -1)},"toolSchema":${this.toolsText}}` : all;
  }

  #stateJson(): string {
    return `"uiSpec":${this.specText},"messageHistory":${this.historyText}`;
  }
}
