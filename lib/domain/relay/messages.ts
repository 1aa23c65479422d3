import { iso } from '@/lib/core/clock';
import { findJsonFault, type JsonObject, toStorable } from '@/lib/core/json';
import { requireApp } from './apps';
import { changeRoom } from './change-room';
import { type Controller, type EngineInput, type NewRoomEvent, RelayFault, type Requester } from './relay.schema';
import { answerTo, noticeForAgents, received, stateUpdated, withdrawApprovals } from './room-events';
import { applyInput, completeStep, loadedState } from './run-engine';
import { requireSession } from './sessions';

/**
 * Answers the current visible state and the tools. One statement.
 * Specification: external-agent-protocol.md, `snapshot.get`.
 * @throws RelayFault SESSION_NOT_ACTIVE
 */
export async function sendSnapshot(of: Requester): Promise<void> {
  await changeRoom(
    of.roomId,
    (room) => {
      const sessionId = requireSession(room);
      return {
        next: {},
        events: [received(of, 'snapshot.get', {}), answerTo(of, 'snapshot.state', { sessionId })],
        value: undefined,
      };
    },
    of,
  );
}

/**
 * Shows a message of an agent in the chat of the page. One statement.
 * Specification: external-agent-protocol.md, `agent.message`.
 * @throws RelayFault SESSION_NOT_ACTIVE
 */
export async function sendAgentMessage(of: Requester & { text: string }): Promise<void> {
  await changeRoom(
    of.roomId,
    (room, at) => {
      requireSession(room);
      const input: EngineInput = { kind: 'message', message: { from: 'agent', text: of.text } };
      const { state } = applyInput(requireApp(room.app), room.state, input, iso(at));
      return {
        next: { state },
        events: [received(of, 'agent.message', { text: of.text }), stateUpdated('agent')],
        value: undefined,
      };
    },
    of,
  );
}

/**
 * Adds what the person wrote to the chat and forwards it to the agents. One statement.
 * Specification: external-agent-protocol.md, `user.message`.
 */
export async function sendUserMessage(of: Requester & { text: string; stage?: string | undefined }): Promise<void> {
  await changeRoom(of.roomId, (room, at) => {
    const app = requireApp(room.app);
    const { text } = of;
    const input: EngineInput = { kind: 'message', message: { from: 'user', text } };
    const { state } = applyInput(app, room.state, input, iso(at));
    const stage = (app.isRemote ? of.stage : undefined) ?? app.stage(state);
    return {
      next: { state },
      events: [
        received(of, 'user.message', { text }),
        { direction: 'out', type: 'user.message', payload: { text, stage }, audience: 'agents' },
        stateUpdated('user'),
      ],
      value: undefined,
    };
  });
}

/**
 * Does what the person did in the page. It changes nothing that waits for the person's decision. One statement.
 * @throws RelayFault with the fault of the application
 */
export async function takeUserAction(of: Requester & { action: JsonObject }): Promise<void> {
  await changeRoom(of.roomId, async (room, at) => {
    const { action } = of;
    const input: EngineInput = { kind: 'action', action };
    const step = applyInput(requireApp(room.app), room.state, input, iso(at));
    if (step.fault && !step.effect) throw new RelayFault(step.fault.code, step.fault.message);
    const { state, effects, fault } = await completeStep(room, step, at);
    const acted = received(of, 'user.action', { action });
    const failure = fault ? [answerTo(of, 'error', { ...fault })] : [];
    return { next: { state }, events: [acted, ...effects, ...failure, stateUpdated('user')], value: undefined };
  });
}

/** Starts over with the first state of the application, when the person asks for it. One statement. */
export async function resetState(of: Requester): Promise<void> {
  await changeRoom(of.roomId, async (room, at) => {
    const loaded = await loadedState(room, at);
    return {
      next: loaded,
      events: [received(of, 'state.reset', {}), ...withdrawApprovals(room.live.approvals), stateUpdated('user')],
      value: undefined,
    };
  });
}

/** Hands control to the person or back to the agents, and says whether marked calls wait for the person. One statement. */
export async function setControl(
  of: Requester & { controller?: Controller | undefined; asksFirst?: boolean | undefined },
): Promise<void> {
  await changeRoom(of.roomId, (room) => {
    const { controller = room.live.controller, asksFirst = room.live.asksFirst } = of;
    const payload = { controller, asksFirst };
    const changed: NewRoomEvent = { ...received(of, 'control.changed', payload), audience: 'room' };
    const notice = controller === room.live.controller ? [] : [noticeForAgents(CONTROL_NOTICES[controller])];
    return { next: { live: { ...room.live, ...payload } }, events: [changed, ...notice], value: undefined };
  });
}

const CONTROL_NOTICES: Record<Controller, string> = {
  person: 'The person has taken over. Calls of agents are refused until they may go on.',
  agent: 'Agents may go on.',
};

/** Text of a frame that could not be read, and the size from which a payload is cut. */
const MAX_LOGGED_CHARACTERS = 16_384;

/**
 * Logs a frame that was refused before it reached the application, and the error that was sent. Does nothing while no
 * session runs. One statement.
 */
export async function logRefusal(
  of: Requester & { received: { type: string; payload: JsonObject }; error: JsonObject; notLogged: number },
): Promise<void> {
  await changeRoom(of.roomId, (room) => {
    if (room.sessionId === null) return { next: {}, events: [], value: undefined };
    const { type, payload } = of.received;
    const refused = received(of, type.slice(0, 100), withoutSecrets(type, cutTexts(payload)));
    const error: NewRoomEvent = { ...answerTo(of, 'error', of.error), audience: 'log' };
    const omitted: NewRoomEvent = { direction: 'internal', type: 'frames.omitted', payload: { count: of.notLogged } };
    return { next: {}, events: [...(of.notLogged > 0 ? [omitted] : []), refused, error], value: undefined };
  });
}

/** A payload that is stored: a long one, or one that PostgreSQL cannot store, as the beginning of its text. */
function cutTexts(payload: JsonObject): JsonObject {
  const text = typeof payload.text === 'string' && Object.keys(payload).length === 1 ? payload.text : null;
  const all = text ?? JSON.stringify(payload);
  if (all.length <= MAX_LOGGED_CHARACTERS && findJsonFault(payload) === null) return payload;
  return toStorable({ text: all.slice(0, MAX_LOGGED_CHARACTERS), characters: all.length });
}

/** A repeated relay.join may hold the token of another room. */
const withoutSecrets = (type: string, payload: JsonObject): JsonObject =>
  type === 'relay.join' ? { role: payload.role, sessionId: payload.sessionId } : payload;
