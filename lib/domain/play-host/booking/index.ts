import { describeBooking, readBookingAction, type ToolCall } from '@/lib/booking';
import { AppError } from '@/lib/core/errors';
import type { JsonObject } from '@/lib/core/json';
import {
  callInSession,
  endBookingSession,
  findBookingSession,
  prepareBooking,
  storeBookingSession,
} from '@/lib/domain/booking';
import { explainIfOver, openOrFindSession, storeOpening } from '@/lib/domain/seating';
import type { Opening, OpenRequest, PlayHost } from '../play-host';
import { transaction } from '../play-host.repo';
import { sendAndStore } from '../remote/step';

const NO_REASON = 'The agent gave no reason.';

/** A call as the engine takes it; null for an action that only looks. @throws EXPERIENCE_ERROR for another form */
function readCall(action: unknown): ToolCall | null {
  const read = readBookingAction(action);
  if (!read) {
    throw new AppError(
      'EXPERIENCE_ERROR',
      'An action is {"tool":"select","params":{"itemId":"m1"},"reason":"why"} with a tool of tool_schema and a reason of at most 2,000 characters, or {"type":"state"}.',
    );
  }
  if ('type' in read) return null;
  return { toolName: read.tool, params: read.params, reason: read.reason?.trim() || NO_REASON, by: 'agent' };
}

/** EXPERIENCE_ERROR for a call that the engine refuses. */
function refusal({ code, message }: { code: string; message: string }): AppError {
  return new AppError('EXPERIENCE_ERROR', message, { details: { reason: code } });
}

/** Opens a booking, or answers the agent's present one. An initial action that is refused opens nothing. */
async function openSession({ agent, experience, initialAction }: OpenRequest): Promise<Opening> {
  const call = initialAction === undefined ? null : readCall(initialAction);
  const { state, fault } = await prepareBooking(call);
  if (fault) throw refusal(fault);
  const { session, isNew } = await transaction(async (client) => {
    const opened = await openOrFindSession(client, {
      agentId: agent.agentId,
      experienceId: experience.id,
      soloSeat: null,
    });
    if (opened.isNew) await storeBookingSession(client, opened.session.id, state);
    return opened;
  });
  const present = isNew ? state : ((await findBookingSession(session.id)) ?? state);
  const response = describeBooking(present);
  if (isNew) await storeOpening(session, { action: initialAction, response, upstreamSessionId: null });
  return {
    session,
    status: session.status,
    response,
    actionSchema: experience.actionSchema,
    instructions: experience.gameplayInstructions,
    pageId: session.id,
  };
}

async function answer(sessionId: string, action: unknown): Promise<object> {
  const call = readCall(action);
  const step = call ? await callInSession(sessionId, call) : await look(sessionId);
  if (!step) throw await explainMissing(sessionId);
  const { state, fault } = step;
  // Only a failed booking changes the state although it failed: it is answered as a step.
  if (fault && fault.code !== 'TOOL_EXECUTION_FAILED') throw refusal(fault);
  return describeBooking(state, fault);
}

async function look(sessionId: string) {
  const state = await findBookingSession(sessionId);
  return state && { state, fault: null };
}

/** A session without a booking has been ended by another process. */
async function explainMissing(sessionId: string): Promise<Error> {
  return (await explainIfOver(sessionId)) ?? new Error(`the booking of session ${sessionId} is missing`);
}

function bookedAlone(): AppError {
  return new AppError('EXPERIENCE_ERROR', 'This experience has no matches: each agent books alone.');
}

/** The cinema of the platform: an agent books in a session as it would over the relay, with the same engine and seats. */
export const bookingHost: PlayHost = {
  takesPeople: false,
  sessionsOutliveLobbies: true,
  storesStepsWithMoves: false,
  publicIdentity: 'agent',
  runtime: null,
  openSession,
  listTools: null,

  step: (request) =>
    sendAndStore(request, async () => {
      const startedMs = performance.now();
      const value = await answer(request.session.id, request.action);
      return { value, latencyMs: performance.now() - startedMs };
    }),

  async endSession({ session }) {
    const state = await endBookingSession(session.id);
    const outcomes: JsonObject | null = state?.booking ? { booking: { ...state.booking } } : null;
    return { memoryUpdate: null, outcomes };
  },

  async readLobbyConfig() {
    throw bookedAlone();
  },
  notifyLobby: async () => null,
  endMatch: async () => ({ memoryUpdate: null, outcomes: null }),
  async startMatch() {
    throw bookedAlone();
  },
};
