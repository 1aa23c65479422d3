import type { JsonObject } from '@/lib/core/json';
import {
  callTool,
  decideApproval,
  endSession,
  type Requester,
  type Role,
  renewJoinToken,
  resetState,
  sendAgentMessage,
  sendSnapshot,
  sendUserMessage,
  setControl,
  startSession,
  takeUserAction,
} from '@/lib/domain/relay';
import {
  actionPayload,
  callPayload,
  controlPayload,
  decisionPayload,
  endPayload,
  readPayload,
  startPayload,
  textPayload,
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

/** Every message but relay.join. external-agent-protocol.md, 4.1, and docs/relay.md. */
export const MESSAGE_TYPES: Readonly<Record<string, MessageType>> = {
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
    handle: (requester, payload) => sendUserMessage({ ...requester, ...readPayload(textPayload, payload) }),
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
};
