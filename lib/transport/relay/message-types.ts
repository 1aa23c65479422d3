import type { JsonObject } from '@/lib/core/json';
import {
  callTool,
  cancelForwarded,
  decideApproval,
  endSession,
  forwardCall,
  forwardEnd,
  forwardMessage,
  forwardSnapshot,
  forwardStart,
  publishView,
  type Requester,
  type Role,
  renewJoinToken,
  resetState,
  sendAgentMessage,
  sendSnapshot,
  sendUserMessage,
  setControl,
  startSession,
  takeAnswer,
  takeProgress,
  takeUserAction,
  withdrawCalls,
} from '@/lib/domain/relay';
import {
  actionPayload,
  callPayload,
  controlPayload,
  decisionPayload,
  endPayload,
  progressPayload,
  readPayload,
  startPayload,
  textPayload,
  userMessagePayload,
} from './envelope';

/** A message that a member may send. */
interface MessageType {
  /** Who may send it. */
  from: readonly Role[];
  /** Whether doing it twice would change something twice. */
  changes?: true;
  /** Whether a session begins with it. */
  beginsSession?: true;
  /**
   * Does what the message asks; the answer reaches the member as an event of its room. False when it was refused by such
   * an event. @throws RelayFault
   */
  handle(requester: Requester, payload: JsonObject): Promise<unknown>;
}

type MessageTypes = Readonly<Record<string, MessageType>>;

/** Every message but relay.join, where the server runs the application. external-agent-protocol.md, 4.1, and docs/relay.md. */
const MESSAGE_TYPES: MessageTypes = {
  'session.start': {
    from: ['agent', 'host'],
    beginsSession: true,
    handle: (requester, payload) => startSession({ ...requester, ...readPayload(startPayload, payload) }),
  },
  'snapshot.get': { from: ['agent', 'host'], handle: (requester) => sendSnapshot(requester) },
  'tool.call': {
    from: ['agent'],
    changes: true,
    handle: (requester, payload) => callTool(requester, readPayload(callPayload, payload)),
  },
  'agent.message': {
    from: ['agent'],
    changes: true,
    handle: (requester, payload) => sendAgentMessage({ ...requester, ...readPayload(textPayload, payload) }),
  },
  'session.end': {
    from: ['agent', 'host'],
    handle: (requester, payload) => endSession({ ...requester, ...readPayload(endPayload, payload) }),
  },
  'user.message': {
    from: ['host'],
    changes: true,
    handle: (requester, payload) => sendUserMessage({ ...requester, ...readPayload(userMessagePayload, payload) }),
  },
  'user.action': {
    from: ['host'],
    changes: true,
    handle: (requester, payload) => takeUserAction({ ...requester, ...readPayload(actionPayload, payload) }),
  },
  'state.reset': { from: ['host'], handle: (requester) => resetState(requester) },
  'control.set': {
    from: ['host'],
    handle: (requester, payload) => setControl({ ...requester, ...readPayload(controlPayload, payload) }),
  },
  'token.renew': { from: ['host'], handle: (requester) => renewJoinToken(requester) },
  'approval.decide': {
    from: ['host'],
    handle: (requester, payload) => {
      const { approvalId, approved } = readPayload(decisionPayload, payload);
      return decideApproval({ ...requester, approvalId, isApproved: approved });
    },
  },
  'tool.cancel': { from: ['agent'], handle: (requester) => withdrawCalls(requester.roomId, requester) },
};

/** An answer of the page to a request that was forwarded to it. */
const answer = (type: string): MessageType => ({
  from: ['host'],
  handle: (requester, payload) => takeAnswer(requester, type, payload),
});

const {
  'state.reset': _reset,
  'user.action': _action,
  'approval.decide': _decide,
  'session.end': endByHost,
  ...common
} = MESSAGE_TYPES;

/** Where the page runs the application: requests of agents go to it, and its answers back. docs/relay.md, A page of your own. */
const REMOTE_MESSAGE_TYPES: MessageTypes = {
  ...common,
  'session.start': {
    from: ['agent'],
    beginsSession: true,
    handle: (requester, payload) => forwardStart({ ...requester, ...readPayload(startPayload, payload) }),
  },
  'snapshot.get': { from: ['agent'], handle: (requester) => forwardSnapshot(requester) },
  'tool.call': {
    from: ['agent'],
    changes: true,
    handle: (requester, payload) => forwardCall(requester, readPayload(callPayload, payload)),
  },
  'agent.message': {
    from: ['agent'],
    changes: true,
    handle: (requester, payload) => forwardMessage({ ...requester, ...readPayload(textPayload, payload) }),
  },
  'session.end': {
    from: ['agent', 'host'],
    handle: (requester, payload) =>
      requester.role === 'host'
        ? (endByHost as MessageType).handle(requester, payload)
        : forwardEnd({ ...requester, ...readPayload(endPayload, payload) }),
  },
  'tool.cancel': { from: ['agent'], handle: (requester) => cancelForwarded(requester) },
  'tool.progress': {
    from: ['host'],
    handle: (requester, payload) => takeProgress({ ...requester, ...readPayload(progressPayload, payload) }),
  },
  'state.updated': { from: ['host'], handle: (requester, payload) => publishView(requester, payload) },
  'tool.result': answer('tool.result'),
  'snapshot.state': answer('snapshot.state'),
  'session.started': answer('session.started'),
  'session.ended': answer('session.ended'),
  error: answer('error'),
};

/** The messages of a room, by who runs its application. */
export const messageTypesOf = (isRemote: boolean): MessageTypes => (isRemote ? REMOTE_MESSAGE_TYPES : MESSAGE_TYPES);
