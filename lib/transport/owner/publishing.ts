import { z } from 'zod';
import { AppError } from '@/lib/core/errors';
import type { OwnerId } from '@/lib/core/ids';
import { LARGE_BODY_BYTES } from '@/lib/core/tool';
import {
  deleteExperience,
  isPublisherOf,
  listPublished,
  type Publisher,
  pollNow,
  registerExperience,
} from '@/lib/domain/catalog';
import { countOpenReports } from '@/lib/domain/feedback';
import { playStatisticsSchema, readPlayStatistics } from '@/lib/domain/play-statistics';
import {
  acceptDefinitions,
  callServerTool,
  changeManifest,
  changeMarkOf,
  checkReport,
  discoverServer,
  goldenSessionSchema,
  listServerTools,
  listVerifications,
  readGoldenSession,
  startVerification,
  testAnswerSchema,
  tryManifest,
  verificationReport,
  verifyManifest,
  waitForVerification,
} from '@/lib/domain/verification';
import { experienceDetails } from '@/lib/tools/experiences';
import { serverToolFields } from '@/lib/tools/fields';
import { owner } from './callers';
import { defineRoute, type Route } from './route';

/** Shorter than the time after which proxies cut a request. */
const WAIT_MS = 25_000;

const manifestBody = z.strictObject({
  manifest: z
    .union([z.string().min(2), z.record(z.string(), z.unknown())])
    .describe('The manifest: YAML or JSON as text, or an object'),
});
const discoverBody = z.strictObject({
  server_url: z.string().min(1).max(2_048).describe('Address of the MCP server'),
  name: z.string().max(100).optional().describe('Name'),
  category: z.string().max(40).optional().describe('Kind of problem'),
});
const toolsBody = z.strictObject({
  bearer_token: z.string().min(1).max(4_096).optional().describe('Sent to the server, and not stored'),
});
const callBody = toolsBody.extend({
  tool_name: z.string().min(1).max(128).describe('Name of the tool'),
  arguments: z.record(z.string(), z.unknown()).default({}).describe('Arguments of the tool'),
});
const acceptBody = z.strictObject({
  tools_hash: z.string().min(1).max(128).describe('From the report that shows the changes'),
});
const verificationsQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(50).default(10).describe('Most entries of the answer'),
});
const waitQuery = z.strictObject({
  seen: z.string().max(120).optional().describe('The mark of the report that you have'),
  timeout_ms: z.coerce.number().int().min(0).max(WAIT_MS).default(WAIT_MS).describe('How long to wait for news'),
});

const publisherOf = ({ ownerId }: { ownerId: OwnerId }): Publisher => ({ agentId: null, ownerId });

/** @throws NOT_FOUND unless the experience is the owner's or one of the owner's agents'. */
export async function requireMine(experienceId: string, who: { ownerId: OwnerId }): Promise<void> {
  if (!(await isPublisherOf({ publisher: publisherOf(who), experienceId })))
    throw new AppError('NOT_FOUND', 'You have no experience with this id.');
}

const publishedLine = experienceDetails
  .pick({
    id: true,
    name: true,
    version: true,
    summary: true,
    category: true,
    tags: true,
    tier: true,
    listed: true,
    verification_status: true,
    created_at: true,
    updated_at: true,
    kind: true,
    verified_at: true,
    live_status: true,
    live_since: true,
    rating: true,
    review_count: true,
  })
  .extend({ open_reports: z.int().describe('Quality reports without an answer') });
const serverTools = z
  .array(
    serverToolFields.partial({ description: true }).extend({
      inputSchema: z.unknown().optional().describe('JSON Schema of its arguments'),
      annotations: z.unknown().optional().describe('Hints of the server'),
    }),
  )
  .readonly()
  .describe('The tools that the server lists');

/** What owners publish. The rules are those of experience.register, .update and .delete. */
export const PUBLISHING_ROUTES: Route[] = [
  defineRoute({
    method: 'GET',
    path: '/api/console/experiences',
    title: 'List your experiences',
    output: z.strictObject({ experiences: z.array(publishedLine).describe('The newest first') }),
    who: owner,
    async run({ who }) {
      const experiences = await listPublished({ ownerId: who.ownerId });
      const open = await countOpenReports({ experienceIds: experiences.map(({ id }) => id) });
      return { experiences: experiences.map((one) => ({ ...one, open_reports: open.get(one.id) ?? 0 })) };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/api/console/experiences',
    title: 'Register an experience',
    output: experienceDetails,
    example: { manifest: 'manifest_version: 1.0' },
    who: owner,
    body: manifestBody,
    maxBodyBytes: LARGE_BODY_BYTES,
    status: 201,
    run: async ({ who, body }) =>
      verifyManifest(await registerExperience({ publisher: publisherOf(who), manifest: body.manifest }), 'register'),
  }),
  defineRoute({
    method: 'POST',
    path: '/api/console/experiences/dry-run',
    title: 'Check a manifest without registering it',
    output: z.strictObject({
      passed: z.boolean().describe('Whether no check failed'),
      checks: z.array(checkReport).describe('The checks, in order'),
    }),
    example: { manifest: 'manifest_version: 1.0' },
    who: owner,
    body: manifestBody,
    maxBodyBytes: LARGE_BODY_BYTES,
    run: ({ body }) => tryManifest({ manifest: body.manifest }),
  }),
  defineRoute({
    method: 'POST',
    path: '/api/console/experiences/discover',
    title: 'Add any MCP server',
    output: experienceDetails.extend({ tools: serverTools }),
    example: { server_url: 'https://play.example.com/mcp' },
    who: owner,
    body: discoverBody,
    status: 201,
    async run({ who, body: { server_url: serverUrl, name, category } }) {
      const { details, tools } = await discoverServer({ publisher: publisherOf(who), serverUrl, name, category });
      return { ...details, tools };
    },
  }),
  defineRoute({
    method: 'PUT',
    path: '/api/console/experiences/{experience_id}',
    title: 'Update an experience',
    output: experienceDetails,
    example: { manifest: 'manifest_version: 1.0' },
    who: owner,
    body: manifestBody,
    maxBodyBytes: LARGE_BODY_BYTES,
    async run({ who, params, body }) {
      await requireMine(params.experience_id, who);
      const change = { publisher: publisherOf(who), experienceId: params.experience_id, manifest: body.manifest };
      return changeManifest(change);
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/api/console/experiences/{experience_id}',
    title: 'Delete an experience',
    output: z.strictObject({
      experience_id: z.uuid().describe('The experience'),
      deleted: z.boolean().describe('It is gone'),
    }),
    who: owner,
    async run({ who, params }) {
      await requireMine(params.experience_id, who);
      await deleteExperience({ publisher: publisherOf(who), experienceId: params.experience_id });
      return { experience_id: params.experience_id, deleted: true };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/api/console/experiences/{experience_id}/verify',
    title: 'Verify one of your experiences',
    output: verificationReport,
    who: owner,
    status: 202,
    async run({ who, params }) {
      await requireMine(params.experience_id, who);
      return startVerification({ experienceId: params.experience_id, trigger: 'publisher' });
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/api/console/experiences/{experience_id}/statistics',
    title: 'Read how one of your experiences was played',
    output: playStatisticsSchema,
    who: owner,
    async run({ who, params }) {
      await requireMine(params.experience_id, who);
      return readPlayStatistics({ experienceId: params.experience_id });
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/api/console/experiences/{experience_id}/status',
    title: 'Ask one of your experiences for its status now',
    output: z.strictObject({ live_status: experienceDetails.shape.live_status }),
    who: owner,
    async run({ who, params }) {
      await requireMine(params.experience_id, who);
      return { live_status: await pollNow({ experienceId: params.experience_id }) };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/api/console/experiences/{experience_id}/tools',
    title: 'List the tools of the server of one of your experiences',
    output: z.strictObject({ tools: serverTools }),
    example: {},
    who: owner,
    body: toolsBody,
    async run({ who, params, body }) {
      const experienceId = params.experience_id;
      await requireMine(experienceId, who);
      return { tools: await listServerTools({ experienceId, bearerToken: body.bearer_token ?? null }) };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/api/console/experiences/{experience_id}/call',
    title: 'Call a tool of the server of one of your experiences',
    output: testAnswerSchema,
    example: { tool_name: 'play_move', arguments: {} },
    who: owner,
    body: callBody,
    maxBodyBytes: LARGE_BODY_BYTES,
    async run({ who, params, body }) {
      const experienceId = params.experience_id;
      await requireMine(experienceId, who);
      return callServerTool({
        experienceId,
        tool: body.tool_name,
        toolArguments: body.arguments,
        bearerToken: body.bearer_token ?? null,
      });
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/api/console/experiences/{experience_id}/accept',
    title: 'Accept the changed tools of one of your experiences',
    output: verificationReport,
    example: { tools_hash: 'from-the-report' },
    who: owner,
    body: acceptBody,
    status: 202,
    async run({ who, params, body }) {
      await requireMine(params.experience_id, who);
      return acceptDefinitions({ experienceId: params.experience_id, toolsHash: body.tools_hash });
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/api/console/experiences/{experience_id}/verifications',
    title: 'List the last verifications of one of your experiences',
    output: z.strictObject({
      verifications: z.array(verificationReport).describe('The newest first'),
      recorded_session: goldenSessionSchema.nullable().describe('The recorded first session; null without one'),
    }),
    who: owner,
    query: verificationsQuery,
    async run({ who, params, query }) {
      const experienceId = params.experience_id;
      await requireMine(experienceId, who);
      const [verifications, recorded] = await Promise.all([
        listVerifications({ experienceId, limit: query.limit }),
        readGoldenSession({ experienceId }),
      ]);
      return { verifications, recorded_session: recorded };
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/api/console/experiences/{experience_id}/verification',
    title: 'Wait for the verification report',
    output: z.strictObject({
      report: verificationReport.nullable().describe('The last run; null before the first'),
      mark: z.string().describe('Send it as seen to wait for the next change'),
    }),
    who: owner,
    query: waitQuery,
    async run({ who, params, query, signal }) {
      await requireMine(params.experience_id, who);
      const wait = {
        experienceId: params.experience_id,
        seen: query.seen ?? null,
        timeoutMs: query.timeout_ms,
        signal,
      };
      const report = await waitForVerification(wait);
      return { report, mark: changeMarkOf(report) };
    },
  }),
];
