import { z } from 'zod';
import {
  addChat,
  applyTool,
  type BookingState,
  type BookingStep,
  completeEffect,
  type Effect,
  type EffectResult,
  questionFor,
  toolSchemaOf,
  visibleBookingOf,
} from '@/lib/booking';
import type { JsonObject } from '@/lib/core/json';
import type { RelayApp, RelayStep } from '@/lib/domain/relay';
import { openBooking, performEffect } from './booking.service';

/** What the page sends for a click of the person: the tool that an agent would call. */
const userAction = z.strictObject({
  toolName: z.string().max(64),
  params: z.record(z.string(), z.unknown()).default({}),
});

/** A step of the booking as one of the relay. */
function toRelayStep({ state, effect, fault }: BookingStep): RelayStep<BookingState> {
  return { state, ...(effect ? { effect: { ...effect } } : {}), ...(fault ? { fault } : {}) };
}

const toJson = (value: object): JsonObject => value as JsonObject;

/** The cinema as an application of the relay: the person and agents choose together, the person confirms. */
export const bookingApp: RelayApp<BookingState> = {
  id: 'booking',
  load: openBooking,

  snapshot(state) {
    const { uiSpec, messageHistory } = visibleBookingOf(state);
    return { uiSpec: uiSpec && toJson(uiSpec), messageHistory };
  },

  toolSchema: toolSchemaOf,
  stage: ({ stage }) => stage,

  callTool: (state, { name, params, reason }, at) =>
    toRelayStep(applyTool(state, { toolName: name, params, reason, by: 'agent' }, at)),

  userAction(state, action, at) {
    const parsed = userAction.safeParse(action);
    if (parsed.success) return toRelayStep(applyTool(state, { ...parsed.data, by: 'user' }, at));
    const faults = parsed.error.issues.map(({ path, message }) => `${['action', ...path].join('.')}: ${message}`);
    return { state, fault: { code: 'INVALID_PARAMS', message: faults.join('; ') } };
  },

  addMessage: (state, { from, text }, at) => addChat(state, from, text, at),
  questionFor: (state, { name }) => questionFor(state, { toolName: name }),
  perform: async (effect, { key }) => toJson(await performEffect(effect as Effect, `relay:${key}`)),
  completeEffect: (state, result, at) => toRelayStep(completeEffect(state, result as EffectResult, at)),
};
