import type { Booking, Message, UiSpec } from '@/lib/booking';
import { changedItems } from './entries';

/** A call of an agent that waits for the person. */
export interface PendingApproval {
  approvalId: string;
  toolName: string;
  reason: string;
  question: string;
}

/** A call of an agent that failed. */
export interface FailedCall {
  toolName: string;
  reason: string;
  message: string;
}

type RelayStatus = 'connecting' | 'live' | 'reconnecting' | 'replaced';

/** What the page knows of its room at the relay. docs/relay.md, For the page of an application. */
export interface RelayPage {
  status: RelayStatus;
  /** The name that agents join by. */
  room: string;
  joinToken: string;
  /** Whether agents join without the token. */
  isOpen: boolean;
  agents: number;
  /** Whether the person has taken over. */
  isHeld: boolean;
  asksFirst: boolean;
  sessionId: string | null;
  spec: UiSpec | null;
  messages: Message[];
  approvals: PendingApproval[];
  /** Items that the last call of an agent changed. */
  changed: ReadonlySet<string>;
  /** The last call of an agent that failed; null after the next change. */
  failed: FailedCall | null;
  /** Why the last click of the person was refused. */
  problem: string | null;
  /** The id of the session that ended last, until the person goes on. */
  endedSession: string | null;
  /** What was booked in it: the page is reset, but the person needs the reference. */
  endedBooking: Booking | null;
  /** The number of the last frame, to continue after a broken connection. */
  seq: number | null;
}

/** A frame of the relay, as the page receives it. */
export interface RelayFrame {
  type: string;
  replyTo?: string;
  seq?: number;
  payload: Record<string, unknown>;
  ext?: Record<string, unknown>;
}

export const EMPTY_PAGE: RelayPage = {
  status: 'connecting',
  room: '',
  joinToken: '',
  isOpen: true,
  agents: 0,
  isHeld: false,
  asksFirst: true,
  sessionId: null,
  spec: null,
  messages: [],
  approvals: [],
  changed: new Set(),
  failed: null,
  problem: null,
  endedSession: null,
  endedBooking: null,
  seq: null,
};

const NOTHING: ReadonlySet<string> = new Set();

type Handler = (page: RelayPage, payload: Record<string, unknown>, frame: RelayFrame) => Partial<RelayPage>;

const HANDLERS: Readonly<Record<string, Handler>> = {
  'relay.joined': (_page, payload, { ext = {} }) => ({
    status: 'live',
    room: String(payload.sessionId),
    joinToken: String(ext.joinToken ?? ''),
    isOpen: ext.isOpen === true,
    agents: Number(ext.agents ?? 0),
    isHeld: ext.controller === 'person',
    asksFirst: ext.asksFirst === true,
    sessionId: (ext.session as { sessionId: string } | null)?.sessionId ?? null,
    spec: (ext.uiSpec as UiSpec | null) ?? null,
    messages: (ext.messageHistory as Message[] | undefined) ?? [],
    approvals: (ext.approvals as PendingApproval[] | undefined) ?? [],
    changed: NOTHING,
  }),
  'state.updated': (page, { source, uiSpec, messageHistory }) => {
    const spec = (uiSpec as UiSpec | null) ?? null;
    const isAgent = source === 'agent';
    return {
      spec,
      messages: messageHistory as Message[],
      changed: isAgent && spec ? changedItems(page.spec, spec) : NOTHING,
      problem: null,
      ...(isAgent ? {} : { failed: null }),
      ...(source === 'user' ? { endedSession: null } : {}),
    };
  },
  'tool.called': (_page, { toolName, reason, ok, error }) => ({
    failed:
      ok === true
        ? null
        : { toolName: String(toolName), reason: String(reason), message: (error as { message: string }).message },
  }),
  'presence.changed': (_page, { agents }) => ({ agents: Number(agents) }),
  'control.changed': (_page, { controller, asksFirst }) => ({
    isHeld: controller === 'person',
    asksFirst: asksFirst === true,
  }),
  'approval.requested': (page, payload) => {
    const approval = payload as unknown as PendingApproval;
    const others = page.approvals.filter(({ approvalId }) => approvalId !== approval.approvalId);
    return { approvals: [...others, approval] };
  },
  'approval.decided': (page, { approvalId }) => ({
    approvals: page.approvals.filter((one) => one.approvalId !== approvalId),
  }),
  'token.renewed': (_page, { joinToken }) => ({ joinToken: String(joinToken) }),
  'session.started': (_page, { sessionId }) => ({ sessionId: String(sessionId), endedSession: null }),
  'session.ended': (page, { sessionId }) => ({
    sessionId: null,
    endedSession: String(sessionId),
    endedBooking: page.spec?.state.booking ?? null,
    approvals: [],
  }),
  // Without replyTo, a newer page of the same person has the room.
  error: (_page, { message }, { replyTo }) =>
    replyTo === undefined ? { status: 'replaced' } : { problem: String(message) },
};

/** The page after a frame. Frames of unknown types change nothing. */
export function receiveFrame(page: RelayPage, frame: RelayFrame): RelayPage {
  const handler = Object.hasOwn(HANDLERS, frame.type) ? HANDLERS[frame.type] : undefined;
  const seq = frame.seq ?? (typeof frame.ext?.seq === 'number' ? frame.ext.seq : page.seq);
  return handler ? { ...page, ...handler(page, frame.payload, frame), seq } : { ...page, seq };
}
