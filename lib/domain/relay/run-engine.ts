import { iso } from '@/lib/core/clock';
import { requireApp } from './apps';
import type { EngineInput, NewRoomEvent, Room } from './relay.schema';
import type { RelayApp, RelayStep } from './relay-app';

/** Effects that one input may lead to. */
const MAX_EFFECTS = 8;

/** The outcome of an input: the state after it, the events of its effects, and why it failed. */
export interface EngineResult {
  state: unknown;
  effects: NewRoomEvent[];
  fault: RelayStep<unknown>['fault'];
}

/** Applies an input without doing the effects. Pure, but for an input that holds a state. */
export function applyInput(app: RelayApp, state: unknown, input: EngineInput, at: string): RelayStep<unknown> {
  switch (input.kind) {
    case 'state':
      return { state: input.state };
    case 'tool':
      return app.callTool(state, input.call, at);
    case 'action':
      return app.userAction(state, input.action, at);
    case 'message':
      return { state: app.addMessage(state, input.message, at) };
    case 'effect':
      return app.completeEffect?.(state, input.result, at) ?? { state };
  }
}

/**
 * Does the effects that a step demands, one after the other, and applies their results. The key of an effect is the same
 * from one load of the state to the next.
 */
export async function completeStep(room: Room, step: RelayStep<unknown>, at: Date): Promise<EngineResult> {
  const app = requireApp(room.app);
  const effects: NewRoomEvent[] = [];
  let current = step;
  for (let count = 0; current.effect && app.perform; count++) {
    if (count === MAX_EFFECTS) throw new Error(`${app.id}: an input led to more than ${MAX_EFFECTS} effects`);
    const { fault } = current;
    const result = await app.perform(current.effect, { key: `${room.id}:${room.live.round}` });
    const input: EngineInput = { kind: 'effect', result };
    effects.push({ direction: 'internal', type: 'effect.completed', payload: result });
    current = applyInput(app, current.state, input, iso(at));
    current = { ...current, fault: current.fault ?? fault };
  }
  return { state: current.state, effects, fault: current.fault };
}

/** The first state of the application, as a change of the room. What waits for the person is withdrawn. */
export async function loadedState(room: Room, at: Date): Promise<Pick<Room, 'state' | 'live'>> {
  const state = await requireApp(room.app).load(iso(at));
  return { state, live: { ...room.live, approvals: [], round: room.live.round + 1 } };
}
