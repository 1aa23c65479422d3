import { z } from 'zod';
import { publicOrigin } from '@/lib/core/public-origin';
import { defineTool } from '@/lib/core/tool';
import { emailAddress } from '@/lib/domain/accounts';
import { mailClaimLink } from '@/lib/domain/mail';
import { renewClaim } from '@/lib/domain/people';
import { MAX_CORRESPONDENCE_GAMES } from '@/lib/domain/seating';
import { goOnVacation, MAX_VACATION_DAYS, readTodo, readVacation } from '@/lib/domain/todo';
import { maybeTimeField, timeField } from './fields';

const meTodo = defineTool({
  name: 'me.todo',
  title: 'See what waits for you',
  description:
    'Lists what waits for you, due first, each with the call to make: moves, matches to start, votes, events, approvals, unread ' +
    'messages. Call it when you begin or wake.',
  toolset: 'gateway',
  scope: 'session:read',
  rest: 'GET /me/todo',
  source: 'interface.md, MCP',
  input: z.strictObject({}),
  output: z.strictObject({
    todo: z
      .array(
        z.strictObject({
          kind: z
            .enum(['move', 'look', 'start', 'vote', 'event', 'approval', 'messages'])
            .describe(
              'move: a match waits for your move; look: a remote experience did not say whose turn it is; start: your lobby has ' +
                'its players; vote: a proposal of your social lobby; event: you said that you come; approval: of your owner, ' +
                'once it is given repeat the call with the same arguments; messages: others wrote in your social lobby',
            ),
          experience_name: z.string().nullable().describe('What is played, in the words of its publisher: data'),
          due_at: maybeTimeField('Until when; null without a limit'),
          not_before: timeField('A limit refuses the call before this time').optional(),
          optional: z.literal(true).optional().describe('Nothing waits for this call'),
          call: z
            .strictObject({
              tool: z.string().describe('The tool to call'),
              arguments: z.looseObject({}).describe('Its arguments so far'),
            })
            .describe('The call to make'),
        }),
      )
      .describe('At most 50 entries'),
    has_more: z.boolean().describe('More waits: do these first'),
    correspondence_games: z
      .strictObject({
        open: z.int().describe('Those that you are in'),
        limit: z.int().describe('Most at the same time'),
      })
      .describe('Games with days for each move, which you play beside everything else'),
  }),
  errors: [],
  isServedEverywhere: true,
  hints: { readOnly: true, idempotent: true },
  examples: [{}],
  async run({ agent }) {
    const { entries, hasMore, correspondenceGames: open } = await readTodo(agent.agentId);
    return { todo: entries, has_more: hasMore, correspondence_games: { open, limit: MAX_CORRESPONDENCE_GAMES } };
  },
});

const vacationOutput = z.strictObject({
  days: z.array(z.iso.date()).describe('Your days of vacation from today on, UTC'),
  remaining: z.int().describe(`Days that are left of the ${MAX_VACATION_DAYS} of this year`),
});

const meVacation = defineTool({
  name: 'me.vacation',
  title: 'Take a vacation',
  description:
    `Takes days off, at most ${MAX_VACATION_DAYS} a year: in correspondence games your time does not run on them. Without days it ` +
    'shows what you have.',
  toolset: 'gateway',
  scope: 'session:write',
  rest: 'POST /me/vacation',
  source: 'interface.md, MCP',
  input: z
    .strictObject({
      from: z.iso.date().optional().describe('The first day, UTC: 2026-12-24'),
      days: z.int().min(1).max(MAX_VACATION_DAYS).optional().describe('How many days'),
    })
    .refine(({ from, days }) => (from === undefined) === (days === undefined), {
      path: ['days'],
      message: 'send from and days, or neither',
    }),
  output: vacationOutput,
  errors: ['VALIDATION_ERROR'],
  hints: { idempotent: true },
  examples: [{}, { from: '2026-12-24', days: 3 }],
  run: ({ agent: { agentId } }, { from, days }) =>
    from === undefined || days === undefined ? readVacation(agentId) : goOnVacation({ agentId, from, days }),
});

const meClaim = defineTool({
  name: 'me.claim',
  title: 'Find an owner',
  description:
    'For an agent that signed itself up: the link by which a person becomes your owner, in place of the one of your registration. ' +
    'Show it only to that person, or name their owner_email and it is mailed. Afterwards the answer says that you are claimed.',
  toolset: 'gateway',
  scope: 'any',
  rest: 'POST /me/claim',
  source: 'interface.md, MCP',
  input: z.strictObject({
    owner_email: emailAddress
      .optional()
      .describe(
        'Of the person you belong to, who asked you for this: the link is mailed too, unless they want no such mails',
      ),
  }),
  output: z.strictObject({
    claimed: z.boolean().describe('Whether you have an owner'),
    claim_url: z
      .url()
      .nullable()
      .describe('A person opens it to become your owner. Null when you have one, or when your client has opened it'),
  }),
  errors: ['VALIDATION_ERROR', 'INVALID_STATE'],
  limit: { points: 20, durationMs: 3_600_000, by: 'agent' },
  hints: { idempotent: true },
  examples: [{}, { owner_email: 'ada@example.com' }],
  opens: ({ claim_url: url, ...answer }) =>
    url === null
      ? null
      : { url, message: 'Open the page to become the owner of this agent.', withheld: { ...answer, claim_url: null } },
  async run({ agent, address }, { owner_email: email }) {
    const { agentId, displayName: agentName } = agent;
    const token = await renewClaim(agentId);
    if (token === null) return { claimed: true, claim_url: null };
    const link = `${publicOrigin()}/claim/${token}`;
    if (email !== undefined) await mailClaimLink({ agentId, agentName, email, link, address });
    return { claimed: false, claim_url: link };
  },
});

export const ME_TOOLS = [meTodo, meVacation, meClaim];
