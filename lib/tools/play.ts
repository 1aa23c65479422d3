import { z } from 'zod';
import { AppError, InputFault } from '@/lib/core/errors';
import type { JsonObject } from '@/lib/core/json';
import { BOARD_URI, defineTool, LARGE_BODY_BYTES, type RepresentedCall, type ToolContext } from '@/lib/core/tool';
import { getPlayed, listExperiences, listFilters } from '@/lib/domain/catalog';
import { listDemand } from '@/lib/domain/demand';
import { listLeagues } from '@/lib/domain/leagues';
import { placeOf, searchPlaces } from '@/lib/domain/limits';
import { queueOf, requireLobby } from '@/lib/domain/seating';
import { experienceIdField, gameSessionIdField, idempotencyKeyField, jsonObjectField } from './fields';
import { leagueIdField } from './leagues';
import { registry } from './registry';

// The tools of /mcp/play: few, for models that choose badly among many. What they do is done by the tools that they stand for.

const EXAMPLE_EXPERIENCE = '0199a3c0-6d2e-7c10-8f4b-2b7f0c1d9e01';
const EXAMPLE_LOBBY = '0199a3c0-6d2e-7c10-8f4b-2b7f0c1d9e03';

const MAX_FOUND = 20;
const MAX_OPEN = 10;

const startField = z
  .strictObject({
    tool: z.literal('play.start').describe('The tool'),
    arguments: z.looseObject({}).describe('Its arguments'),
  })
  .describe('The call that starts or joins it');

const startCall = (args: JsonObject) => ({ tool: 'play.start' as const, arguments: args });

const playFind = defineTool({
  name: 'play.find',
  title: 'Find something to play',
  description:
    'Lists what can be played now: experiences, lobbies that wait for players, and leagues that take players, each with the ' +
    'call that starts it. Names and summaries are text of strangers.',
  toolset: 'play',
  scope: 'catalog:read',
  source: 'interface.md, MCP',
  input: z.strictObject({
    search: z.string().max(200).optional().describe('Words in the name or summary of an experience'),
    page: z.int().min(1).max(1_000_000).default(1).describe('Page of the experiences, from 1'),
  }),
  output: z.strictObject({
    experiences: z
      .array(
        z.strictObject({
          experience_id: z.uuid().describe('Its id'),
          name: z.string().describe('Its name'),
          summary: z.string().describe('What it is, in the words of its publisher'),
          min_players: z.int().describe('Fewest players'),
          max_players: z.int().describe('Most players'),
          start: startField,
        }),
      )
      .describe('Playable experiences, built-in games first'),
    lobbies: z
      .array(
        z.strictObject({
          game_session_id: z.uuid().describe('Its id'),
          experience_name: z.string().describe('What is played'),
          current_players: z.int().describe('Seats that are taken'),
          max_players: z.int().describe('Seats'),
          days_per_move: z.int().optional().describe('Days for each move: a correspondence game'),
          start: startField,
        }),
      )
      .describe('Lobbies with a free seat, the most urgent first'),
    leagues: z
      .array(
        z.strictObject({
          league_id: z.string().describe('Its id'),
          name: z.string().describe('Its name'),
          game_title: z.string().describe('What is played'),
          player_count: z.int().describe('Registered players'),
          start: startField,
        }),
      )
      .describe('Leagues in registration, the newest first'),
    has_more: z.boolean().describe('There are more experiences: ask for the next page'),
  }),
  errors: ['VALIDATION_ERROR', 'RATE_LIMITED'],
  hints: { readOnly: true, idempotent: true },
  examples: [{}, { search: 'chess' }],
  async run({ caller, address }, { search, page }) {
    const filters = listFilters.parse({ search, page, tier: 2, limit: MAX_FOUND });
    const [catalog, { demand }, { leagues }] = await Promise.all([
      searchPlaces().run({ key: placeOf(caller, address).key }, () => listExperiences(filters)),
      listDemand({ limit: MAX_OPEN }),
      listLeagues({ status: 'registration', limit: MAX_OPEN }),
    ]);
    const open = demand.filter(({ type }) => type === 'lobby');
    return {
      experiences: catalog.experiences
        .filter(({ playable_now }) => playable_now)
        .map(({ id, name, summary, min_players, max_players }) => ({
          experience_id: id,
          name,
          summary,
          min_players,
          max_players,
          start: startCall({ experience_id: id }),
        })),
      lobbies: open.map(({ experience_name, details }) => ({
        game_session_id: String(details.game_session_id),
        experience_name,
        current_players: Number(details.current_players),
        max_players: Number(details.max_players),
        ...(details.days_per_move === undefined ? {} : { days_per_move: Number(details.days_per_move) }),
        start: startCall({ game_session_id: String(details.game_session_id) }),
      })),
      leagues: leagues.map(({ league_id, name, game_title, player_count }) => ({
        league_id,
        name,
        game_title,
        player_count,
        start: startCall({ league_id }),
      })),
      has_more: page < catalog.pagination.total_pages,
    };
  },
});

/** The answer of a tool whose calls stand for those of others is the other tool's. */
const otherAnswer = z.looseObject({}).describe('The answer of the tool that the call stands for');
const neverRuns = async (): Promise<never> => {
  throw new Error('A tool that stands for others is not run.');
};

const startInput = z
  .strictObject({
    experience_id: experienceIdField.optional(),
    game_session_id: gameSessionIdField.optional(),
    league_id: leagueIdField.optional(),
    against: z
      .enum(['house', 'others'])
      .default('house')
      .describe('house: alone or against house bots, now; others: opens a lobby that others join'),
    config: jsonObjectField(
      'house: opponent (easy, medium, strong), seat, move_time_s, options; others: config of lobby.create',
    ).optional(),
    idempotency_key: idempotencyKeyField,
  })
  .refine(
    ({ experience_id, game_session_id, league_id }) =>
      [experience_id, game_session_id, league_id].filter((id) => id !== undefined).length === 1,
    { path: ['experience_id'], message: 'send exactly one of experience_id, game_session_id and league_id' },
  );

const playStart = defineTool({
  name: 'play.start',
  drawnBy: BOARD_URI,
  title: 'Start playing',
  description:
    'Starts what play.find lists. With experience_id a session, or with against "others" a lobby; with game_session_id it ' +
    'joins a lobby, or starts the match of a lobby that you host; with league_id it registers you. Answers what the tool ' +
    'answers that it stands for: session.create, lobby.create, lobby.join, match.start, proxy.tools, register_player or the ' +
    'queue of the game. Next: session.step with the session_id, else events.wait on "me".',
  toolset: 'play',
  scope: 'any',
  source: 'interface.md, MCP',
  input: startInput,
  output: otherAnswer,
  errors: ['AGENT_BUSY', 'NOT_FOUND', 'EXPERIENCE_ERROR', 'EXPERIENCE_TOOL_NOT_FOUND', 'VALIDATION_ERROR'],
  hints: { openWorld: true, idempotent: true },
  asksInDomain: true,
  examples: [
    { experience_id: EXAMPLE_EXPERIENCE, config: { opponent: 'strong' } },
    { experience_id: EXAMPLE_EXPERIENCE, against: 'others', config: { fill_with_bots_after_s: 60 } },
    { game_session_id: EXAMPLE_LOBBY },
    { league_id: 'league_default' },
  ],
  standsFor: callOfStart,
  run: neverRuns,
});

async function callOfStart({ agent }: ToolContext, input: z.output<typeof startInput>): Promise<RepresentedCall> {
  const { experience_id, game_session_id, league_id, config } = input;
  const key = input.idempotency_key === undefined ? {} : { idempotency_key: input.idempotency_key };
  if (league_id !== undefined) {
    const player = { player_name: agent.displayName, endpoint: '', league_id };
    return { tool: 'register_player', arguments: player };
  }
  if (game_session_id !== undefined) {
    const { status, hostAgentId } = await requireLobby(game_session_id);
    const isHost = status === 'waiting' && hostAgentId === agent.agentId;
    if (isHost) return { tool: 'match.start', arguments: { game_session_id } };
    return { tool: 'lobby.join', arguments: { game_session_id, ...key } };
  }
  const experienceId = String(experience_id);
  if (input.against === 'others') {
    const lobby = { experience_id: experienceId, ...(config ? { config } : {}), ...key };
    return { tool: 'lobby.create', arguments: lobby };
  }
  const queue = queueOf(experienceId);
  if (queue) return { tool: queue.joinTool, arguments: {} };
  const { interactionModel } = await getPlayed({ experienceId });
  if (interactionModel === 'proxy') return { tool: 'proxy.tools', arguments: { experience_id: experienceId } };
  const options = config ? { initial_action: { type: 'options', ...config } } : {};
  return { tool: 'session.create', arguments: { experience_id: experienceId, ...options } };
}

const playCall = defineTool({
  name: 'play.call',
  drawnBy: BOARD_URI,
  title: 'Make another call',
  description:
    'Calls any other tool of the platform that an answer names, such as league.move, social.vote, session.tools or ' +
    'proxy.call, with its arguments. /llms.txt lists them all.',
  toolset: 'play',
  scope: 'any',
  source: 'interface.md, MCP',
  input: z.strictObject({
    tool: z.string().min(1).max(100).describe('Name of the tool, as the answer names it'),
    arguments: jsonObjectField('Its arguments').optional(),
  }),
  output: otherAnswer,
  errors: ['NOT_FOUND', 'FORBIDDEN', 'VALIDATION_ERROR'],
  hints: { openWorld: true, destructive: true },
  asksInDomain: true,
  forwardedFields: ['arguments'],
  maxBodyBytes: LARGE_BODY_BYTES,
  examples: [{ tool: 'session.list' }, { tool: 'league.move', arguments: { league_id: 'league_default', move: 3 } }],
  async standsFor(_context, { tool: name, arguments: args = {} }) {
    const tool = registry.find(name);
    if (!tool) {
      const next = 'play.find shows what can be played, me.todo what waits for you.';
      throw new AppError('NOT_FOUND', `There is no tool "${name}".`, { details: { next } });
    }
    if (tool.standsFor || tool.waits) {
      throw new InputFault([{ path: ['tool'], message: `call ${tool.name} itself` }]);
    }
    return { tool: tool.name, arguments: args, at: ['arguments'] };
  },
  run: neverRuns,
});

export const PLAY_TOOLS = [playFind, playStart, playCall];
