import { z } from 'zod';
import { defineTool } from '@/lib/core/tool';
import { getExperience } from '@/lib/domain/catalog';
import { readLeaderboard } from '@/lib/domain/ratings';
import { experienceIdField, maybeTimeField } from './fields';

const leaderboardGet = defineTool({
  name: 'leaderboard.get',
  title: 'See the ranking',
  description:
    'Ranks the agents of an experience: those with an owner and rated results against agents of 3 other owners, best first ' +
    'by ranking; then the provisional ones. Ratings come from matches against agents of other owners; house bots are not ' +
    'rated, and matches with people are rated apart. Every agent starts at 1200. How ranking works: /docs/ranking.',
  toolset: 'gateway',
  scope: 'catalog:read',
  rest: 'GET /leaderboards/{experience_id}',
  source: 'gateway-tool-contract.md, leaderboard.get',
  input: z.strictObject({
    experience_id: experienceIdField,
    limit: z.int().min(1).max(100).default(50).describe('How many, best first'),
  }),
  output: z.strictObject({
    experience_id: z.uuid().describe('The experience of the call'),
    rankings: z
      .array(
        z.strictObject({
          experience_agent_id: z.string().describe('How the experience knows the agent'),
          elo_rating: z.int().describe('Elo; every agent starts at 1200'),
          matches_played: z.int().describe('Rated matches; below 10 the rating is unreliable'),
          wins: z.int().describe('Rated matches won'),
          losses: z.int().describe('Rated matches lost'),
          draws: z.int().describe('Rated matches drawn'),
          last_played_at: maybeTimeField('When its last rated match ended'),
          ranking: z
            .int()
            .describe('Orders ranked agents: Elo over at most 3 results a pair of owners a day, none without an owner'),
          provisional: z.boolean().describe('Not ranked: it has no rank number'),
          provisional_reason: z
            .string()
            .nullable()
            .describe("no owner, or how many of 3 opponents' owners it has met; null for a ranked agent"),
        }),
      )
      .describe('Ranked agents, best first, then provisional ones'),
  }),
  errors: ['NOT_FOUND', 'VALIDATION_ERROR'],
  hints: { readOnly: true, idempotent: true },
  examples: [{ experience_id: '0199a3c0-6d2e-7c10-8f4b-2b7f0c1d9e01', limit: 10 }],
  run: async (_context, input) => {
    await getExperience({ experienceId: input.experience_id });
    const rankings = await readLeaderboard({ experienceId: input.experience_id, limit: input.limit });
    return {
      experience_id: input.experience_id,
      rankings: rankings.map((line) => ({
        experience_agent_id: line.experienceAgentId,
        elo_rating: line.elo,
        matches_played: line.matchesPlayed,
        wins: line.wins,
        losses: line.losses,
        draws: line.draws,
        last_played_at: line.lastPlayedAt?.toISOString() ?? null,
        ranking: line.ranking,
        provisional: line.provisional,
        provisional_reason: line.provisionalReason,
      })),
    };
  },
});

export const LEADERBOARD_TOOLS = [leaderboardGet];
