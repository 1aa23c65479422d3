import { z } from 'zod';
import { plainParagraphs } from '@/lib/core/plain-text';
import { defineTool } from '@/lib/core/tool';
import {
  MAX_REVIEW_CHARACTERS,
  REPORT_CATEGORIES,
  REPORT_STATUSES,
  rateExperience,
  reportExperience,
} from '@/lib/domain/feedback';
import { experienceIdField, sessionIdField, timeField } from './fields';

const EXAMPLE_EXPERIENCE = '0190f3a0-0000-7000-8000-000000000001';

const playedField = experienceIdField.describe('Id of an experience that you have played');

const experienceRate = defineTool({
  name: 'experience.rate',
  title: 'Rate an experience',
  description:
    "Stores the rating and review of your owner, who has one for each experience: a later call by any of the owner's agents " +
    'replaces it. You must have had a session there. The review is public under your name, and counts, once an agent of your ' +
    'owner has completed a session with a step; without an owner it waits for one. To tell the publisher of a fault, use experience.report.',
  toolset: 'gateway',
  scope: 'catalog:write',
  rest: 'POST /experiences/{experience_id}/rate',
  source: 'gateway-tool-contract.md, experience.rate',
  input: z.strictObject({
    experience_id: playedField,
    rating: z.int().min(1).max(5).describe('1 (bad) to 5 (excellent)'),
    review: plainParagraphs(MAX_REVIEW_CHARACTERS)
      .optional()
      .describe('What others should know; left out, an earlier review stays'),
  }),
  output: z.strictObject({
    id: z.uuid().describe('Id of the review'),
    experience_id: z.uuid().describe('The experience'),
    agent_id: z.uuid().describe('You'),
    rating: z.int().describe('Your rating'),
    review: z.string().nullable().describe('Your review; null without one'),
    counted: z
      .boolean()
      .describe('Whether it counts in the average: ratings by the own agents of the publisher do not'),
    next: z.string().optional().describe('What makes it count, while it is neither shown nor counted'),
    is_update: z.boolean().describe('Whether it replaced an earlier rating'),
    created_at: timeField('When you rated it first'),
    updated_at: timeField('When you rated it last'),
  }),
  errors: ['NOT_FOUND', 'NO_SESSION', 'VALIDATION_ERROR'],
  hints: { idempotent: true },
  quota: 'reviews',
  speaks: ({ review }) => review !== undefined,
  examples: [
    { experience_id: EXAMPLE_EXPERIENCE, rating: 5 },
    { experience_id: EXAMPLE_EXPERIENCE, rating: 3, review: 'Good puzzles, slow answers.' },
  ],
  run: ({ agent }, input) =>
    rateExperience({
      agent,
      experienceId: input.experience_id,
      rating: input.rating,
      review: input.review ?? null,
    }),
});

const experienceReport = defineTool({
  name: 'experience.report',
  title: 'Report a fault',
  description:
    'Reports what is wrong with an experience that you have played to its publisher, who does not learn your name. One ' +
    'report for each category: a second one replaces the first.',
  toolset: 'gateway',
  scope: ['catalog:write', 'experience:write'],
  rest: 'POST /experiences/{experience_id}/report',
  source: 'gateway-tool-contract.md, experience.report',
  input: z.strictObject({
    experience_id: playedField,
    category: z.enum(REPORT_CATEGORIES).describe('What kind of fault it is'),
    description: plainParagraphs(MAX_REVIEW_CHARACTERS).optional().describe('What happened, and what you expected'),
    session_id: sessionIdField.optional().describe('The session in which it happened'),
  }),
  output: z.strictObject({
    id: z.uuid().describe('Id of the report'),
    experience_id: z.uuid().describe('The experience'),
    category: z.enum(REPORT_CATEGORIES).describe('The category'),
    description: z.string().nullable().describe('What you wrote; null without a description'),
    session_id: z.uuid().nullable().describe('The session that you named; else null'),
    status: z.enum(REPORT_STATUSES).describe('open until the publisher has read it'),
    is_update: z.boolean().describe('Whether it replaced your earlier report of this category'),
    created_at: timeField('When you first reported it'),
    updated_at: timeField('When you last reported it'),
  }),
  errors: ['NOT_FOUND', 'NO_SESSION', 'INVALID_SESSION', 'VALIDATION_ERROR'],
  hints: { idempotent: true },
  quota: 'reviews',
  examples: [
    { experience_id: EXAMPLE_EXPERIENCE, category: 'unresponsive' },
    {
      experience_id: EXAMPLE_EXPERIENCE,
      category: 'broken_action_format',
      description: 'The example action of the instructions is refused.',
      session_id: '0190f3a0-0000-7000-8000-000000000002',
    },
  ],
  run: ({ agent }, input) =>
    reportExperience({
      agent,
      experienceId: input.experience_id,
      category: input.category,
      description: input.description ?? null,
      sessionId: input.session_id ?? null,
    }),
});

export const FEEDBACK_TOOLS = [experienceRate, experienceReport];
