import { z } from 'zod';
import { iso, now } from '@/lib/core/clock';
import type { AppError } from '@/lib/core/errors';
import type { JsonObject } from '@/lib/core/json';
import { defineTool, defineToolset } from '@/lib/core/tool';

/** A toolset for tests with the conventions of werewolf-tools.json: its envelope, `idempotencyKey`, exact schemas. */

const errorSchema = {
  type: ['object', 'null'],
  properties: { code: { type: 'string' }, message: { type: 'string' }, retryable: { type: 'boolean' } },
  required: ['code', 'message', 'retryable'],
};

/** As et.werewolf.match.say_public lists them. */
const SAY_SCHEMAS = {
  input: {
    type: 'object',
    properties: {
      matchId: { type: 'string' },
      text: { type: 'string', minLength: 1, maxLength: 500 },
      kind: { type: 'string', enum: ['OPENING', 'DISCUSSION'], default: 'DISCUSSION' },
      replyToEventId: { type: ['string', 'null'], description: 'Optional eventId you are replying to.' },
      idempotencyKey: { type: 'string', minLength: 8, maxLength: 128 },
    },
    required: ['matchId', 'text'],
    additionalProperties: false,
  },
  output: {
    type: 'object',
    properties: {
      ok: { type: 'boolean' },
      serverTime: { type: 'string' },
      matchId: { type: 'string' },
      eventId: { type: 'string' },
      error: errorSchema,
    },
    required: ['ok', 'serverTime', 'error'],
    additionalProperties: false,
  },
};

const errorOutput = z.strictObject({ code: z.string(), message: z.string(), retryable: z.boolean() });

let messages = 0;

/** Posts a message: one each 3 s for a player and match. A text "boom" fails inside the handler. */
export const villageSay = defineTool({
  name: 'village.say',
  title: 'Say',
  description: 'Posts a message to a match of the test toolset, at most one in three seconds.',
  toolset: 'village',
  scope: 'session:write',
  rest: 'POST /village/{matchId}/messages',
  source: 'werewolf.md, 8.6',
  input: z.strictObject({
    matchId: z.string(),
    text: z.string().min(1).max(500),
    kind: z.enum(['OPENING', 'DISCUSSION']).default('DISCUSSION'),
    replyToEventId: z.string().nullable().optional(),
    idempotencyKey: z.string().min(8).max(128).optional(),
  }),
  output: z.strictObject({
    ok: z.boolean(),
    serverTime: z.string(),
    matchId: z.string().optional(),
    eventId: z.string().optional(),
    error: errorOutput.nullable(),
  }),
  listed: SAY_SCHEMAS,
  errors: ['FORBIDDEN', 'RATE_LIMITED', 'VALIDATION_ERROR', 'IDEMPOTENCY_CONFLICT'],
  hints: {},
  examples: [
    { matchId: 'm1', text: 'Hello.' },
    { matchId: 'm1', text: 'I agree.', kind: 'OPENING', replyToEventId: null, idempotencyKey: 'key-0001' },
  ],
  limit: { points: 1, durationMs: 3_000, by: ({ matchId }, { agent }) => `${matchId}:${agent.agentId}` },
  run: async (_context, { matchId, text }) => {
    if (text === 'boom') throw new TypeError('a secret detail');
    messages += 1;
    return { ok: true, serverTime: iso(now()), matchId, eventId: `e${messages}`, error: null };
  },
});

/** Needs a scope only where agents cannot register themselves. */
const villageList = defineTool({
  name: 'village.list',
  title: 'List',
  description: 'Lists the matches of the test toolset; its scope depends on the configuration.',
  toolset: 'village',
  scope: ({ AGENT_SELF_REGISTRATION }) => (AGENT_SELF_REGISTRATION === 'open' ? 'any' : 'lobby:read'),
  source: 'werewolf.md, 8.2',
  input: z.strictObject({}),
  output: z.strictObject({ ok: z.boolean(), serverTime: z.string(), error: errorOutput.nullable() }),
  errors: [],
  hints: { readOnly: true },
  examples: [{}],
  run: async () => ({ ok: true, serverTime: iso(now()), error: null }),
});

export const villageToolset = defineToolset({
  name: 'village',
  instructions: 'Say something in a match.',
  failure: (error: AppError): JsonObject => ({
    ok: false,
    serverTime: iso(now()),
    error: { code: error.code, message: error.message, retryable: error.retryable },
  }),
  idempotencyField: 'idempotencyKey',
  tools: [villageSay, villageList],
});
