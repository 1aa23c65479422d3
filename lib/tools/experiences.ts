import { z } from 'zod';
import { defineTool } from '@/lib/core/tool';
import {
  getExperience,
  LIVE_STATUSES,
  listExperiences,
  listFilters,
  PLAYABLE_REASONS,
  readUptime,
  VERIFICATION_STATUSES,
} from '@/lib/domain/catalog';
import { placeOf, searchPlaces } from '@/lib/domain/limits';
import { latestVerification, verificationReport } from '@/lib/domain/verification';
import { experienceIdField } from './fields';

const entry = {
  id: z.uuid().describe('Experience id, for session.create and lobby.create'),
  name: z.string().describe('Name'),
  version: z.string().describe('Semantic version'),
  summary: z.string().describe('What it is'),
  category: z.string().describe('Category slug'),
  tags: z.array(z.string()).describe('Tag slugs'),
  tier: z.int().describe('1: a link, 2: playable through the gateway'),
  listed: z.boolean().describe('Whether the catalog shows it'),
  publisher_name: z.string().describe('Who publishes it'),
  homepage_url: z.string().nullable().describe('Its page, or null'),
  verification_status: z.enum(VERIFICATION_STATUSES).describe('State of its verification'),
  live_status: z
    .strictObject({
      status: z.enum(LIVE_STATUSES).describe('Its last known status'),
      current_players: z.int().describe('Players at the moment'),
      active_lobbies: z.int().describe('Lobbies at the moment'),
    })
    .describe('Its live status'),
  playable_now: z.boolean().describe('Whether a session can be created now'),
  playable_now_reason: z.enum(PLAYABLE_REASONS).describe('Why, or why not'),
  session_mode: z.string().nullable().describe('turn_based, realtime or async; null for a link'),
  min_players: z.int().describe('Fewest players'),
  max_players: z.int().describe('Most players'),
  rating: z.number().nullable().describe('Average rating from 1 to 5; null without ratings'),
  review_count: z.int().describe('Ratings in the average'),
};

/** Everything public about an experience: what get, register and update answer. */
export const experienceDetails = z.strictObject({
  ...entry,
  kind: z.string().describe('builtin, mcp, rest, discovered or link'),
  game_type: z.string().nullable().describe('The game of a built-in experience'),
  multiplayer: z.boolean().describe('Whether lobbies can be created'),
  verified_at: z.iso.datetime().nullable().describe('When it passed its verification'),
  live_since: z.iso.datetime().nullable().describe('When the live status changed last; null before the first poll'),
  manifest: z.looseObject({}).describe('The manifest, with defaults filled in'),
  action_schema: z.unknown().describe('JSON Schema of actions, from experience.info; else null'),
  gameplay_instructions: z.string().nullable().describe('How to play it, from experience.info; else null'),
  created_by: z.uuid().nullable().describe('The agent that registered it'),
  created_at: z.iso.datetime().describe('When it was registered'),
  updated_at: z.iso.datetime().describe('When its manifest changed last'),
});

const percent = z.number().nullable().describe('Percent of the polls that it answered; null while unknown');

const uptimeOutput = z
  .strictObject({
    percent,
    days: z
      .array(
        z.strictObject({
          date: z.iso.date().describe('The day, UTC'),
          status: z.enum(LIVE_STATUSES).nullable().describe('The worst status of the day; null without a poll'),
          percent,
          latency_ms: z.int().nullable().describe('Mean time of its answers to the poller'),
        }),
      )
      .describe('The last 30 days, the oldest first'),
  })
  .describe('How it was reachable in the last 30 days; built-in games are not polled');

const experiencesList = defineTool({
  name: 'experiences.list',
  title: 'Browse the catalog',
  description:
    'Lists experiences that can be played, built-in games first. Filter by category, tag, tier or words. ' +
    'Choose one with playable_now, then call session.create (alone) or lobby.create (with others) with its id.',
  toolset: 'gateway',
  scope: 'catalog:read',
  rest: 'GET /experiences',
  source: 'gateway-tool-contract.md, experiences.list',
  input: listFilters,
  output: z.strictObject({
    experiences: z.array(z.strictObject(entry)).describe('The page'),
    pagination: z
      .strictObject({
        page: z.int().describe('This page, from 1'),
        limit: z.int().describe('Results a page'),
        total: z.int().describe('Results in all'),
        total_pages: z.int().describe('Pages in all'),
      })
      .describe('Position of the page'),
  }),
  errors: ['VALIDATION_ERROR'],
  hints: { readOnly: true, idempotent: true },
  examples: [{}, { search: 'chess' }, { category: 'game', online_only: true, page: 1, limit: 50 }],
  run: ({ caller, address, signal }, filters) =>
    searchPlaces().run({ ...placeOf(caller, address), signal }, () => listExperiences(filters)),
});

const experiencesGet = defineTool({
  name: 'experiences.get',
  title: 'Read one experience',
  description:
    'Everything public about an experience: manifest, live status, how to write an action and how to play, ' +
    'its uptime and the report of its last verification.',
  toolset: 'gateway',
  scope: 'catalog:read',
  rest: 'GET /experiences/{experience_id}',
  source: 'gateway-tool-contract.md, experiences.get',
  input: z.strictObject({ experience_id: experienceIdField }),
  output: experienceDetails.extend({
    uptime: uptimeOutput,
    verification: verificationReport
      .nullable()
      .describe('The last run of the checks; null for built-in games and links'),
  }),
  errors: ['NOT_FOUND'],
  hints: { readOnly: true, idempotent: true },
  examples: [{ experience_id: '0190f3a0-0000-7000-8000-000000000001' }],
  run: async (_context, { experience_id }) => {
    const [details, verification, uptime] = await Promise.all([
      getExperience({ experienceId: experience_id }),
      latestVerification({ experienceId: experience_id }),
      readUptime({ experienceId: experience_id }),
    ]);
    return { ...details, uptime, verification };
  },
});

export const CATALOG_TOOLS = [experiencesList, experiencesGet];
