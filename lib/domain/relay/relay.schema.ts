import type { JsonObject } from '@/lib/core/json';
import type { RoomAudience, StreamEvent, StreamHead } from '@/lib/core/stream';
import type { ChatMessage, HistoryMessage, RelayErrorCode, ToolCall, ToolSchemaEntry, VisibleState } from './relay-app';

/** The room that agents join when they name none. Specification: external-agent-protocol.md, 4.0. */
export const DEFAULT_ROOM = 'default';

export type Role = 'host' | 'agent';

/** Who acts now: while the person has taken over, the calls of agents are refused. */
export type Controller = 'agent' | 'person';

/** A call that waits for the person, or that the person has approved and nobody has made yet. */
export interface Approval {
  id: string;
  status: 'pending' | 'approved';
  toolName: string;
  params: JsonObject;
  reason: string;
  question: string;
  /** Of the tool, its arguments and the question: the approval is for nothing else. */
  hash: string;
  /** The members whose calls wait for it. */
  members?: string[];
  /** ISO 8601. Afterwards it can neither be decided nor used. */
  expiresAt: string;
}

/** Of whom a session is. */
export interface StudyOf {
  studyId: string;
  participantId: string;
}

/** A request of an agent that was forwarded to the page. */
export interface ForwardedRequest {
  /** The id of the frame that the page was sent. */
  id: string;
  type: 'session.start' | 'snapshot.get' | 'tool.call' | 'session.end';
  memberId: string;
  /** The id of the agent's frame. */
  requestId?: string;
  payload: JsonObject;
  /** ISO 8601. */
  askedAt: string;
  expiresAt: string;
}

/** What changes often in a room and is not the application's. */
export interface Live {
  controller: Controller;
  /** Whether calls that the application marks wait for the person. */
  asksFirst: boolean;
  /** The agents that are connected, and the process that serves each. */
  agents: { id: string; process: string }[];
  approvals: Approval[];
  /** The agents that have started the running session or asked for it. */
  participants: string[];
  /** The events of the room before the participant whose page it has now; nobody who comes back is sent them. */
  eventsBefore?: number;
  /** How often the application's state was loaded; names effects. */
  round: number;
  /** Whose session runs. Absent in rooms whose session began before this was kept. */
  study?: StudyOf;
  /** Requests that wait for an answer of the page, where it runs the application. */
  requests?: ForwardedRequest[];
  /** How often the page has asked for a new join token; none before the first time. */
  tokenRound?: number;
  /** How often the researcher has made new keys for the room; none before the first time. */
  keyRound?: number;
}

/** Where a person's page and agents meet. */
export interface Room {
  id: string;
  name: string;
  app: string;
  isOpen: boolean;
  participantHash: string;
  ownerId: string | null;
  /** The owner who made the room for a study; null for a room that a page opened. */
  madeBy: string | null;
  studyId: string | null;
  participantId: string | null;
  allowedOrigins: string[];
  hostId: string | null;
  hostProcess: string | null;
  sessionId: string | null;
  eventCount: number;
  version: number;
  /** The end of the stream `relay:<id>`. */
  head: StreamHead;
  live: Live;
  state: unknown;
}

/** What the engine is given. */
export type EngineInput =
  | { kind: 'state'; state: unknown }
  | { kind: 'tool'; call: ToolCall }
  | { kind: 'action'; action: JsonObject }
  | { kind: 'message'; message: ChatMessage }
  | { kind: 'effect'; result: JsonObject };

/** Of an event, what never leaves the server. */
export interface EventInternals {
  /** Only in sessions that were recorded before `view`: they are replayed from the inputs. */
  input?: EngineInput;
  /** The `id` of the frame that this event is. */
  id?: string;
  /** Of the type and the content of that frame, and the process that received it; of requests of agents. */
  digest?: string;
  process?: string;
  /** The `id` of the frame by which the page is asked. */
  forwardedAs?: string;
  /** The forwarded request that this event answers. */
  answers?: string;
  /** The member whose request this event answers, and the request's id. */
  member?: string;
  replyTo?: string;
}

/** Something that happens in a room. */
export interface NewRoomEvent {
  direction: 'in' | 'out' | 'internal';
  type: string;
  payload: JsonObject;
  /** Default `log`. `member` is the one that `internal.member` names. */
  audience?: RoomAudience;
  internal?: EventInternals;
  /** Does not belong to the session that ends with this change. */
  outsideSession?: boolean;
}

/** The data of an event in the stream of a room. Only `payload` and `place` leave the server. */
export type RoomEventData = Pick<NewRoomEvent, 'direction' | 'payload' | 'internal'> & {
  /** Counts the events of the room: `seq` of its frames. */
  place: number;
  /** Counts the events of the study session: a line of its log. Absent outside of sessions. */
  index?: number;
  /** What was shown differently from this event on. Only in sessions. */
  view?: ViewChange;
};

/** What pages and agents may see: the read surfaces of the specification. */
export interface View extends VisibleState {
  toolSchema: readonly ToolSchemaEntry[];
}

/** How what is shown has changed. What is absent is as before. */
export interface ViewChange {
  uiSpec?: JsonObject | null;
  /** The last `kept` messages stay between the other ones. */
  messages?: { first: HistoryMessage[]; kept: number; added: HistoryMessage[] };
  toolSchema?: readonly ToolSchemaEntry[];
}

/** An event in the stream of a room. */
export type RoomEvent = StreamEvent & { audience: RoomAudience; data: RoomEventData };

/** Where a request comes from. */
export interface Requester {
  roomId: string;
  /** Names the member's connection; every client that knows it may resume it. */
  memberId: string;
  role: Role;
  /** The `id` of the frame. */
  requestId?: string;
  /** Of the type and the content of a request of an agent: the same request has the same id and digest. */
  digest?: string;
  /** The agent has come back: it may have sent the request before its connection broke. */
  isResumed?: boolean;
  /** This process knows that the same request was done. */
  isDone?: boolean;
  /** The request that a page answers. */
  replyTo?: string;
  /** The id by which the page was asked, of a request that it answers. */
  forwardedAs?: string;
  /** Called when the request begins to wait for another member: the next one of the connection may be taken. */
  onWait?(): void;
}

/** A request that is answered by an `error` frame. Specification: external-agent-protocol.md, section 5. */
export class RelayFault extends Error {
  readonly code: RelayErrorCode;

  constructor(code: RelayErrorCode, message: string) {
    super(message);
    this.name = 'RelayFault';
    this.code = code;
  }
}
