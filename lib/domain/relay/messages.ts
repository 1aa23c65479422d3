import { iso } from '@/lib/core/clock';
import type { JsonObject } from '@/lib/core/json';
import { requireApp } from './apps';
import { changeRoom } from './change-room';
import { type Controller, type EngineInput, type NewRoomEvent, RelayFault, type Requester } from './relay.schema';
import { applyInput, completeStep, loadedState } from './run-engine';
import { answerTo, requireSession, stateUpdated, withdrawApprovals } from './sessions';

/**
 * Answers the current visible state and the tools. One statement.
 * Specification: external-agent-protocol.md, `snapshot.get`.
 * @throws RelayFault SESSION_NOT_ACTIVE
 */
export async function sendSnapshot(of: Requester): Promise<void> {
  await changeRoom(of.roomId, (room) => {
    const sessionId = requireSession(room);
    const asked: NewRoomEvent = { direction: 'in', type: 'snapshot.get', payload: {} };
    return { next: {}, events: [asked, answerTo(of, 'snapshot.state', { sessionId })], value: undefined };
  });
}

/**
 * Shows a message of an agent in the chat of the page. One statement.
 * Specification: external-agent-protocol.md, `agent.message`.
 * @throws RelayFault SESSION_NOT_ACTIVE
 */
export async function sendAgentMessage(of: Requester & { text: string }): Promise<void> {
  await changeRoom(of.roomId, (room, at) => {
    requireSession(room);
    const input: EngineInput = { kind: 'message', message: { from: 'agent', text: of.text } };
    const { state } = applyInput(requireApp(room.app), room.state, input, iso(at));
    const message: NewRoomEvent = {
      direction: 'in',
      type: 'agent.message',
      payload: { text: of.text },
      internal: { input },
    };
    return { next: { state }, events: [message, stateUpdated('agent')], value: undefined };
  });
}

/**
 * Adds what the person wrote to the chat and forwards it to the agents. One statement.
 * Specification: external-agent-protocol.md, `user.message`.
 */
export async function sendUserMessage(of: Requester & { text: string }): Promise<void> {
  await changeRoom(of.roomId, (room, at) => {
    const app = requireApp(room.app);
    const { text } = of;
    const input: EngineInput = { kind: 'message', message: { from: 'user', text } };
    const { state } = applyInput(app, room.state, input, iso(at));
    const stage = app.stage(state);
    return {
      next: { state },
      events: [
        { direction: 'in', type: 'user.message', payload: { text }, internal: { input } },
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
    const acted: NewRoomEvent = { direction: 'in', type: 'user.action', payload: { action }, internal: { input } };
    const failure = fault ? [answerTo(of, 'error', { ...fault })] : [];
    return { next: { state }, events: [acted, ...effects, ...failure, stateUpdated('user')], value: undefined };
  });
}

/** Starts over with the first state of the application, at the wish of the person. One statement. */
export async function resetState(of: Requester): Promise<void> {
  await changeRoom(of.roomId, async (room, at) => {
    const loaded = await loadedState(room, at);
    const input: EngineInput = { kind: 'state', state: loaded.state };
    const reset: NewRoomEvent = { direction: 'in', type: 'state.reset', payload: {}, internal: { input } };
    return {
      next: loaded,
      events: [reset, ...withdrawApprovals(room.live.approvals), stateUpdated('user')],
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
    const changed: NewRoomEvent = {
      direction: 'in',
      type: 'control.changed',
      payload: { controller, asksFirst },
      audience: 'room',
    };
    return { next: { live: { ...room.live, controller, asksFirst } }, events: [changed], value: undefined };
  });
}
