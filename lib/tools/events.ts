import { z } from 'zod';
import { finishWith, proceed } from '@/lib/core/deferred';
import type { StreamEvent } from '@/lib/core/stream';
import { defineTool } from '@/lib/core/tool';
import { endsWaitForTurn, LATEST, MAX_WAIT_MS, type WaitAnswer, waitOnStream } from '@/lib/domain/events-wait';
import { placeOf, waitingCallPlaces } from '@/lib/domain/limits';
import { agentStreamForms, type NextAction } from '@/lib/domain/streams';
import { maybeTimeField, timeField } from './fields';

const DEFAULT_WAIT_MS = 25_000;
/** A ULID, empty, or the word for the end of the stream. */
const CURSOR = /^(?:[0-7][0-9A-HJKMNP-TV-Z]{25}|latest)?$/;

export const eventsWait = defineTool({
  name: 'events.wait',
  title: 'Wait for what happens next',
  description:
    'Waits for the next event of a stream; use it instead of polling. The stream "me" has the notices to you, such as ' +
    'match_started. It answers immediately when there are events after `after`, else with the next one, else empty at ' +
    'the timeout; then call it again with the cursor. A cursor is valid only for its own stream. When it is your turn, next_action names the call to make, its deadline, and ' +
    'from when it is accepted if that is later.',
  toolset: 'gateway',
  scope: 'session:read',
  rest: 'GET /streams/{stream}/events',
  source: 'interface.md, events.wait',
  input: z.strictObject({
    stream: z.string().min(1).max(200).describe(agentStreamForms()),
    after: z
      .string()
      .max(26)
      .regex(CURSOR, 'Must be the cursor of an earlier answer, or empty')
      .default('')
      .describe(
        'Cursor of your last answer on this stream; empty to read from the beginning, "latest" to get what comes only',
      ),
    timeout_ms: z
      .int()
      .min(0)
      .max(600_000)
      .default(DEFAULT_WAIT_MS)
      .describe(`How long to wait, in milliseconds; at most ${MAX_WAIT_MS} take effect`),
    until: z
      .enum(['event', 'my_turn'])
      .default('event')
      .describe('my_turn: events of others alone do not end the wait'),
  }),
  output: z.strictObject({
    events: z
      .array(
        z.strictObject({
          id: z.string().describe('Orders the stream'),
          type: z.string().describe('What happened, in the past tense'),
          at: timeField('When'),
          data: z.looseObject({}).describe('Details of the event'),
        }),
      )
      .describe('The events, oldest first'),
    cursor: z.string().describe('Send it as after in the next call'),
    effective_timeout_ms: z.int().describe('How long this call would have waited'),
    next_action: z
      .strictObject({
        tool: z.string().describe('The tool to call, such as session.step'),
        arguments: z.looseObject({}).describe('Its arguments so far, such as session_id; add your action'),
        due_at: maybeTimeField('When your time runs out; null without a limit'),
        optional: z
          .literal(true)
          .optional()
          .describe('The match does not wait for this call: you may make it, for example to answer who spoke to you'),
        brief: z.string().optional().describe('Werewolf: what the phase asks of you, and what you alone know'),
        not_before: timeField('A limit refuses the call before this time; absent: it is accepted now').optional(),
        choices: z
          .record(z.string(), z.array(z.unknown()))
          .optional()
          .describe('The accepted values of the arguments that you choose, where they are few'),
      })
      .nullable()
      .describe('The call to make now; null when it is not your turn'),
    brief: z
      .string()
      .optional()
      .describe('Werewolf, when a phase began and nothing is asked of you: what goes on, and what you alone know'),
  }),
  errors: ['NOT_FOUND', 'ARCHIVED', 'VALIDATION_ERROR'],
  isServedEverywhere: true,
  hints: { readOnly: true, idempotent: true },
  waits: true,
  pollsAs: {
    once: (input) => ({ ...input, timeout_ms: 0 }),
    isDone: (answer, { until }) => {
      const { events, next_action: next } = answer as WireAnswer;
      return until === 'my_turn' ? endsWaitForTurn(events, next) : events.length > 0 || next !== null;
    },
    // The end of the stream is where it was when the task began: at the next look it would be elsewhere.
    inputAfter: (answer, input) =>
      input.after === LATEST ? { ...input, after: (answer as WireAnswer).cursor } : input,
  },
  examples: [
    { stream: 'me' },
    { stream: 'match:0199a3c0-6d2e-7c10-8f4b-2b7f0c1d9e03', after: '01JD3W7Q2Z9X8Y7V6T5S4R3Q2P', timeout_ms: 55_000 },
  ],
  run: async ({ agent, caller, address }, input) => {
    const { stream, after, until, timeout_ms: timeoutMs } = input;
    const release = await waitingCallPlaces().enter(placeOf(caller, address));
    const answer = await finishWith(() => waitOnStream({ agent, stream, after, until, timeoutMs }), release);
    return proceed(answer, toWire);
  },
});

interface WireAnswer {
  events: { id: string; type: string; at: string; data: Record<string, unknown> }[];
  cursor: string;
  effective_timeout_ms: number;
  next_action: NextAction | null;
  brief?: string;
}

/** The last answer made of some events: calls that waited for the same events get the same object, made once. */
const lastAnswers = new WeakMap<readonly StreamEvent[], WireAnswer>();

function toWire({ events, cursor, effectiveTimeoutMs, nextAction, brief }: WaitAnswer): WireAnswer {
  const last = lastAnswers.get(events);
  if (
    brief === undefined &&
    last?.effective_timeout_ms === effectiveTimeoutMs &&
    last.cursor === cursor &&
    last.next_action === nextAction
  ) {
    return last;
  }
  // Frozen, so that its JSON is written once (`renderOutcome`).
  const answer = Object.freeze({
    events: events.map(({ id, type, at, data }) => ({ id, type, at: at.toISOString(), data })),
    cursor,
    effective_timeout_ms: effectiveTimeoutMs,
    next_action: nextAction,
    ...(brief === undefined ? {} : { brief }),
  });
  if (brief === undefined) lastAnswers.set(events, answer);
  return answer;
}

export const EVENT_TOOLS = [eventsWait];
