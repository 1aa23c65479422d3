import { z } from 'zod';
import { iso, now } from '@/lib/core/clock';
import { type ErrorCode, validationError } from '@/lib/core/errors';
import type { JsonObject } from '@/lib/core/json';
import { isRoleName, publicName } from '@/lib/core/public-name';
import { BOARD_URI, type CallLimit, defineTool, type ToolContext } from '@/lib/core/tool';
import {
  actInWerewolf,
  DEFAULT_QUEUE,
  joinQueue,
  leaveQueue,
  listWerewolfMatches,
  playerIdOf,
  REQUIRED_PLAYERS,
  readMatchEvents,
  readMatchState,
  readQueueStatus,
} from '@/lib/domain/werewolf';
import type { WerewolfEventType, WerewolfMove } from '@/lib/games/werewolf';
import { messageSchema, reasonSchema, wolfMessageSchema } from '@/lib/games/werewolf/moves';
import { specified } from './werewolf-schemas';

const EXAMPLE_MATCH = '0199a3c0-6d2e-7c10-8f4b-2b7f0c1d9e03';
const EXAMPLE_KEY = 'key-00000001';

const idempotencyKey = z
  .string()
  .min(8)
  .max(128)
  .optional()
  .describe('A repeated call with the same key and arguments takes effect once and answers the same');
const matchId = z.string().describe('Id of the match');
const targetField = z.string().describe('playerId of the target, such as p:3; see requiredAction.allowedTargets');
const queueId = z.string().min(1).max(64).default(DEFAULT_QUEUE).describe(`Only ${DEFAULT_QUEUE} exists`);

const READ_ERRORS: readonly ErrorCode[] = ['MATCH_NOT_FOUND', 'RATE_LIMITED', 'VALIDATION_ERROR'];
const QUEUE_ERRORS: readonly ErrorCode[] = ['UNSUPPORTED_QUEUE', 'VALIDATION_ERROR'];
const ACT_ERRORS: readonly ErrorCode[] = [
  'MATCH_NOT_FOUND',
  'NOT_A_PLAYER',
  'WRONG_PHASE',
  'PLAYER_DEAD',
  'IDEMPOTENCY_CONFLICT',
  'RATE_LIMITED',
  'VALIDATION_ERROR',
];
const NIGHT_ERRORS: readonly ErrorCode[] = [...ACT_ERRORS, 'WRONG_ROLE', 'INVALID_TARGET'];

/** Talk about a player with the name of a role could not be understood. */
const townName = publicName(32).refine((name) => !isRoleName(name), 'Must not be a role of the game');

/** A successful answer in the envelope of werewolf.md, 8.4. */
const succeed = (fields: JsonObject, serverTime = iso(now())): JsonObject => ({
  ok: true,
  serverTime,
  ...fields,
  error: null,
});

/** One counter for the tools that read a match. werewolf.md, 8.6. */
const READ_LIMIT: CallLimit = { name: 'et.werewolf.match.read', points: 2, durationMs: 1_000, by: 'agent' };

/**
 * Reads a text that fits the listed schema more closely than the schema says: such a fault is an answer of the tool, not one
 * of the protocol. werewolf.md, 2.
 * @throws VALIDATION_ERROR
 */
function readText(schema: z.ZodType<string>, field: string, text: string): string {
  const read = schema.safeParse(text);
  if (read.success) return read.data;
  throw validationError(read.error.issues.map(({ message }) => ({ path: [field], message })));
}

const queueJoin = defineTool({
  ...specified('et.werewolf.queue.join'),
  scope: 'lobby:write',
  input: z.strictObject({
    preferredDisplayName: z.string().min(1).max(32).optional(),
    queueId,
    idempotencyKey,
  }),
  errors: [...QUEUE_ERRORS, 'AGENT_BUSY', 'IDEMPOTENCY_CONFLICT'],
  hints: { idempotent: true },
  speaks: ({ preferredDisplayName }) => preferredDisplayName !== undefined,
  examples: [{}, { preferredDisplayName: 'Ada', queueId: DEFAULT_QUEUE, idempotencyKey: EXAMPLE_KEY }],
  run: async ({ agent }, { preferredDisplayName, ...input }) => {
    const displayName =
      preferredDisplayName === undefined
        ? agent.displayName
        : readText(townName, 'preferredDisplayName', preferredDisplayName);
    const answer = await joinQueue({ agent: { agentId: agent.agentId, displayName }, queueId: input.queueId });
    return succeed({ ...answer });
  },
});

const queueLeave = defineTool({
  ...specified('et.werewolf.queue.leave'),
  isServedEverywhere: true,
  scope: 'lobby:write',
  input: z.strictObject({ queueId, idempotencyKey }),
  errors: [...QUEUE_ERRORS, 'IDEMPOTENCY_CONFLICT'],
  hints: { idempotent: true },
  examples: [{}, { queueId: DEFAULT_QUEUE, idempotencyKey: EXAMPLE_KEY }],
  run: async ({ agent }, input) => {
    const { removed, size } = await leaveQueue({ agentId: agent.agentId, queueId: input.queueId });
    return succeed({ removed, queue: { queueId: input.queueId, size, requiredPlayers: REQUIRED_PLAYERS } });
  },
});

const queueStatus = defineTool({
  ...specified('et.werewolf.queue.status'),
  scope: 'lobby:read',
  input: z.strictObject({ queueId }),
  errors: QUEUE_ERRORS,
  hints: { readOnly: true },
  examples: [{}, { queueId: DEFAULT_QUEUE }],
  run: async ({ agent }, input) =>
    succeed({ ...(await readQueueStatus({ agentId: agent.agentId, queueId: input.queueId })) }),
});

const matchesList = defineTool({
  ...specified('et.werewolf.matches.list'),
  scope: 'lobby:read',
  input: z.strictObject({
    status: z.enum(['ACTIVE', 'ENDED', 'ALL']).default('ACTIVE').describe('Which matches'),
    limit: z.int().min(1).max(50).default(20).describe('How many, newest first'),
  }),
  errors: ['VALIDATION_ERROR'],
  hints: { readOnly: true },
  examples: [{}, { status: 'ALL', limit: 50 }],
  run: async (_context, input) => succeed({ matches: await listWerewolfMatches(input) }),
});

const getState = defineTool({
  ...specified('et.werewolf.match.get_state'),
  drawnBy: BOARD_URI,
  scope: 'lobby:read',
  input: z.strictObject({
    matchId,
    includeTranscriptSummary: z.boolean().default(true).describe('false: publicSummary is empty'),
    includeRecentPublicMessages: z.boolean().default(false).describe('true: with the newest messages'),
    recentPublicMessagesLimit: z.int().min(1).max(50).default(20).describe('How many messages'),
  }),
  errors: READ_ERRORS,
  hints: { readOnly: true },
  examples: [
    { matchId: EXAMPLE_MATCH },
    {
      matchId: EXAMPLE_MATCH,
      includeTranscriptSummary: false,
      includeRecentPublicMessages: true,
      recentPublicMessagesLimit: 10,
    },
  ],
  limit: READ_LIMIT,
  run: async ({ agent }, input) => {
    const state = await readMatchState({
      matchId: input.matchId,
      agentId: agent.agentId,
      withSummary: input.includeTranscriptSummary,
      recentMessages: input.includeRecentPublicMessages ? input.recentPublicMessagesLimit : 0,
    });
    return succeed({ state: { ...state } });
  },
});

/** Applies a move and answers what the fields of its answer are made from. */
async function act(
  { agent, idempotencyKey, signal }: ToolContext,
  input: { matchId: string },
  move: WerewolfMove,
  eventType: WerewolfEventType,
) {
  const { matchId: id } = input;
  const { seat, event, at } = await actInWerewolf({ agent, matchId: id, move, eventType, idempotencyKey, signal });
  return { playerId: playerIdOf(seat), event, at, answer: { matchId: id, eventId: event?.id ?? '' } };
}

const ready = defineTool({
  ...specified('et.werewolf.match.ready'),
  scope: 'session:write',
  input: z.strictObject({ matchId, idempotencyKey }),
  errors: ACT_ERRORS,
  hints: { idempotent: true },
  ownsIdempotency: true,
  asksInDomain: true,
  examples: [{ matchId: EXAMPLE_MATCH }, { matchId: EXAMPLE_MATCH, idempotencyKey: EXAMPLE_KEY }],
  run: async (context, input) => {
    const { playerId, at } = await act(context, input, { type: 'ready' }, 'player_ready');
    return succeed({ matchId: input.matchId, playerId, ready: true }, at);
  },
});

const sayPublic = defineTool({
  ...specified('et.werewolf.match.say_public'),
  scope: 'session:write',
  input: z.strictObject({
    matchId,
    text: z.string().min(1).max(500).describe('What you say to everyone'),
    kind: z
      .enum(['OPENING', 'DISCUSSION', 'DEFENSE', 'LAST_WORDS'])
      .default('DISCUSSION')
      .describe('OPENING in DAY_OPENING, the others in DAY_DISCUSSION'),
    replyToEventId: z.string().nullable().optional().describe('The id of a public message of this match'),
    idempotencyKey,
  }),
  errors: [...ACT_ERRORS, 'ALREADY_SUBMITTED'],
  hints: {},
  ownsIdempotency: true,
  asksInDomain: true,
  examples: [
    { matchId: EXAMPLE_MATCH, text: 'I was at home all night.', kind: 'OPENING' },
    {
      matchId: EXAMPLE_MATCH,
      text: 'That is not what you said yesterday.',
      kind: 'DISCUSSION',
      replyToEventId: null,
      idempotencyKey: EXAMPLE_KEY,
    },
  ],
  run: async (context, { kind, replyToEventId, ...input }) => {
    const text = readText(messageSchema, 'text', input.text);
    const move = { type: 'say', text, kind, replyToEventId: replyToEventId || null } as const;
    const { playerId, event, at, answer } = await act(context, input, move, 'message_sent');
    return succeed({ ...answer, message: { playerId, kind: String(event?.data.kind ?? kind), text } }, at);
  },
});

const vote = defineTool({
  ...specified('et.werewolf.match.vote'),
  scope: 'session:write',
  input: z.strictObject({
    matchId,
    targetPlayerId: targetField.nullable().describe('playerId of a living player, or null to abstain'),
    reason: z.string().max(200).nullable().optional(),
    idempotencyKey,
  }),
  errors: [...ACT_ERRORS, 'INVALID_TARGET'],
  hints: { idempotent: true },
  ownsIdempotency: true,
  asksInDomain: true,
  examples: [
    { matchId: EXAMPLE_MATCH, targetPlayerId: 'p:3', reason: 'It accused the seer.', idempotencyKey: EXAMPLE_KEY },
    { matchId: EXAMPLE_MATCH, targetPlayerId: null },
  ],
  run: async (context, { targetPlayerId, reason, ...input }) => {
    const move = {
      type: 'vote',
      targetPlayerId,
      reason: reason ? readText(reasonSchema, 'reason', reason) : null,
    } as const;
    const { playerId, at, answer } = await act(context, input, move, 'vote_cast');
    return succeed({ ...answer, vote: { voterPlayerId: playerId, targetPlayerId } }, at);
  },
});

/** The four tools of the night under one name: counts of each would tell that the pack talks, or that the seer lives. */
const NIGHT_METRIC = 'et.werewolf.match.night';

const wolfChat = defineTool({
  ...specified('et.werewolf.match.night.wolf_chat'),
  countedAs: NIGHT_METRIC,
  scope: 'session:write',
  input: z.strictObject({
    matchId,
    text: z.string().min(1).max(400).describe('What you say to the other werewolf'),
    idempotencyKey,
  }),
  errors: [...ACT_ERRORS, 'WRONG_ROLE'],
  hints: {},
  ownsIdempotency: true,
  asksInDomain: true,
  examples: [
    { matchId: EXAMPLE_MATCH, text: 'The one on seat 4 talks too much.' },
    { matchId: EXAMPLE_MATCH, text: 'Agreed.', idempotencyKey: EXAMPLE_KEY },
  ],
  run: async (context, input) => {
    const text = readText(wolfMessageSchema, 'text', input.text);
    const { playerId, at, answer } = await act(context, input, { type: 'wolf_chat', text }, 'wolf_message_sent');
    return succeed({ ...answer, message: { playerId, text } }, at);
  },
});

/** What the tools of the night that choose a player share. */
const targetTool = {
  countedAs: NIGHT_METRIC,
  scope: 'session:write' as const,
  input: z.strictObject({ matchId, targetPlayerId: targetField, idempotencyKey }),
  errors: NIGHT_ERRORS,
  hints: {},
  ownsIdempotency: true,
  asksInDomain: true,
  examples: [
    { matchId: EXAMPLE_MATCH, targetPlayerId: 'p:4' },
    { matchId: EXAMPLE_MATCH, targetPlayerId: 'p:4', idempotencyKey: EXAMPLE_KEY },
  ],
};

const wolfKill = defineTool({
  ...specified('et.werewolf.match.night.wolf_kill'),
  ...targetTool,
  run: async (context, { targetPlayerId, ...input }) => {
    const { playerId, at, answer } = await act(context, input, { type: 'wolf_kill', targetPlayerId }, 'target_chosen');
    return succeed({ ...answer, selection: { byPlayerId: playerId, targetPlayerId } }, at);
  },
});

const seerInspect = defineTool({
  ...specified('et.werewolf.match.night.seer_inspect'),
  ...targetTool,
  errors: [...NIGHT_ERRORS, 'ALREADY_SUBMITTED'],
  run: async (context, { targetPlayerId, ...input }) => {
    const move = { type: 'seer_inspect', targetPlayerId } as const;
    const { event, at, answer } = await act(context, input, move, 'player_inspected');
    return succeed({ ...answer, result: { targetPlayerId, alignment: String(event?.data.alignment) } }, at);
  },
});

const doctorProtect = defineTool({
  ...specified('et.werewolf.match.night.doctor_protect'),
  ...targetTool,
  run: async (context, { targetPlayerId, ...input }) => {
    const move = { type: 'doctor_protect', targetPlayerId } as const;
    const { playerId, at, answer } = await act(context, input, move, 'player_protected');
    return succeed({ ...answer, protection: { byPlayerId: playerId, targetPlayerId } }, at);
  },
});

const eventsGet = defineTool({
  ...specified('et.werewolf.match.events.get'),
  scope: 'lobby:read',
  input: z.strictObject({
    matchId,
    afterEventId: z.string().nullable().optional(),
    limit: z.int().min(1).max(200).default(50).describe('How many'),
  }),
  errors: [...READ_ERRORS, 'ARCHIVED'],
  hints: { readOnly: true },
  examples: [{ matchId: EXAMPLE_MATCH }, { matchId: EXAMPLE_MATCH, afterEventId: null, limit: 200 }],
  limit: READ_LIMIT,
  run: async ({ agent }, { matchId: id, afterEventId, limit }) => {
    const request = { matchId: id, agentId: agent.agentId, afterEventId: afterEventId ?? null, limit };
    return succeed({ matchId: id, events: await readMatchEvents(request) });
  },
});

/** The tools of werewolf.md, in its order. */
export const WEREWOLF_TOOLS = [
  queueJoin,
  queueLeave,
  queueStatus,
  matchesList,
  getState,
  ready,
  sayPublic,
  vote,
  wolfChat,
  wolfKill,
  seerInspect,
  doctorProtect,
  eventsGet,
];
