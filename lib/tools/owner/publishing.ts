import { z } from 'zod';
import { AppError } from '@/lib/core/errors';
import type { OwnerId } from '@/lib/core/ids';
import { defineTool, LARGE_BODY_BYTES, type OwnerOperation } from '@/lib/core/tool';
import {
  isPublisherOf,
  listPublished,
  listRevisions,
  type Publisher,
  registerExperience,
  revisionSchema,
} from '@/lib/domain/catalog';
import { deleteExperience } from '@/lib/domain/deletion';
import { countOpenReports } from '@/lib/domain/feedback';
import { shareOf, takeQuota } from '@/lib/domain/limits';
import { playStatisticsSchema, readPlayStatistics } from '@/lib/domain/play-statistics';
import {
  acceptDefinitions,
  callServerTool,
  changeManifest,
  changeMarkOf,
  checkReport,
  checkStatusNow,
  discoverServer,
  exchange,
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
import { experienceDetails } from '../experiences';
import { serverToolFields } from '../fields';

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
export const PUBLISHING_OPERATIONS: OwnerOperation[] = [
  defineTool({
    name: 'get_console_experiences',
    title: 'List your experiences',
    caller: 'owner',
    rest: 'GET /console/experiences',
    input: z.strictObject({}),
    output: z.strictObject({ experiences: z.array(publishedLine).describe('The newest first') }),
    examples: [{}],
    async run({ who }) {
      const experiences = await listPublished({ ownerId: who.ownerId });
      const open = await countOpenReports({ experienceIds: experiences.map(({ id }) => id) });
      return { experiences: experiences.map((one) => ({ ...one, open_reports: open.get(one.id) ?? 0 })) };
    },
  }),
  defineTool({
    name: 'post_console_experiences',
    title: 'Register an experience',
    caller: 'owner',
    rest: 'POST /console/experiences',
    restStatus: 201,
    maxBodyBytes: LARGE_BODY_BYTES,
    givesWords: true,
    input: manifestBody,
    output: experienceDetails,
    examples: [{ manifest: 'manifest_version: 1.0' }],
    async run({ who, address }, body) {
      const details = await registerExperience({ publisher: publisherOf(who), manifest: body.manifest });
      return verifyManifest(details, 'register', shareOf(who.ownerId, address));
    },
  }),
  defineTool({
    name: 'post_console_experiences_dry_run',
    title: 'Check a manifest without registering it',
    caller: 'owner',
    rest: 'POST /console/experiences/dry-run',
    maxBodyBytes: LARGE_BODY_BYTES,
    input: manifestBody,
    output: z.strictObject({
      passed: z.boolean().describe('Whether no check failed'),
      checks: z.array(checkReport).describe('The checks, in order'),
    }),
    examples: [{ manifest: 'manifest_version: 1.0' }],
    run: ({ who, address }, body) => tryManifest({ manifest: body.manifest, share: shareOf(who.ownerId, address) }),
  }),
  defineTool({
    name: 'post_console_experiences_discover',
    title: 'Add any MCP server',
    caller: 'owner',
    rest: 'POST /console/experiences/discover',
    restStatus: 201,
    input: discoverBody,
    output: experienceDetails.extend({ tools: serverTools }),
    examples: [{ server_url: 'https://play.example.com/mcp' }],
    async run({ who, address }, { server_url: serverUrl, name, category }) {
      await takeQuota('discoveries', { agentId: null, ownerId: who.ownerId, address });
      const by = { publisher: publisherOf(who), share: shareOf(who.ownerId, address) };
      const { details, tools } = await discoverServer({ ...by, serverUrl, name, category });
      return { ...details, tools };
    },
  }),
  defineTool({
    name: 'put_console_experiences_experience_id',
    title: 'Update an experience',
    caller: 'owner',
    rest: 'PUT /console/experiences/{experience_id}',
    maxBodyBytes: LARGE_BODY_BYTES,
    givesWords: true,
    input: manifestBody.extend({ experience_id: z.uuid().describe('The experience') }),
    output: experienceDetails,
    examples: [{ experience_id: '0190f3a0-0000-7000-8000-000000000001', manifest: 'manifest_version: 1.0' }],
    async run({ who, address }, { experience_id, ...body }) {
      await requireMine(experience_id, who);
      const share = shareOf(who.ownerId, address);
      return changeManifest({ publisher: publisherOf(who), experienceId: experience_id, ...body, share });
    },
  }),
  defineTool({
    name: 'delete_console_experiences_experience_id',
    title: 'Delete an experience',
    caller: 'owner',
    rest: 'DELETE /console/experiences/{experience_id}',
    input: z.strictObject({ experience_id: z.uuid().describe('The experience') }),
    output: z.strictObject({
      experience_id: z.uuid().describe('The experience'),
      deleted: z.boolean().describe('It is gone'),
    }),
    examples: [{ experience_id: '0190f3a0-0000-7000-8000-000000000001' }],
    async run({ who }, { experience_id }) {
      await requireMine(experience_id, who);
      await deleteExperience({ publisher: publisherOf(who), experienceId: experience_id });
      return { experience_id: experience_id, deleted: true };
    },
  }),
  defineTool({
    name: 'post_console_experiences_experience_id_verify',
    title: 'Verify one of your experiences',
    caller: 'owner',
    rest: 'POST /console/experiences/{experience_id}/verify',
    restStatus: 202,
    input: z.strictObject({ experience_id: z.uuid().describe('The experience') }),
    output: verificationReport,
    examples: [{ experience_id: '0190f3a0-0000-7000-8000-000000000001' }],
    async run({ who }, { experience_id }) {
      await requireMine(experience_id, who);
      return startVerification({ experienceId: experience_id, trigger: 'publisher' });
    },
  }),
  defineTool({
    name: 'get_console_experiences_experience_id_statistics',
    title: 'Read how one of your experiences was played',
    caller: 'owner',
    rest: 'GET /console/experiences/{experience_id}/statistics',
    input: z.strictObject({ experience_id: z.uuid().describe('The experience') }),
    output: playStatisticsSchema,
    examples: [{ experience_id: '0190f3a0-0000-7000-8000-000000000001' }],
    async run({ who }, { experience_id }) {
      await requireMine(experience_id, who);
      return readPlayStatistics({ experienceId: experience_id });
    },
  }),
  defineTool({
    name: 'get_console_experiences_experience_id_versions',
    title: 'List the versions of one of your experiences and what changed',
    caller: 'owner',
    rest: 'GET /console/experiences/{experience_id}/versions',
    input: z.strictObject({ experience_id: z.uuid().describe('The experience') }),
    output: z.strictObject({
      versions: z.array(revisionSchema).describe('Manifests as they were saved, the newest first, at most 100'),
    }),
    examples: [{ experience_id: '0190f3a0-0000-7000-8000-000000000001' }],
    async run({ who }, { experience_id }) {
      await requireMine(experience_id, who);
      return { versions: await listRevisions({ experienceId: experience_id }) };
    },
  }),
  defineTool({
    name: 'post_console_experiences_experience_id_status',
    title: 'Ask one of your experiences for its status now',
    caller: 'owner',
    rest: 'POST /console/experiences/{experience_id}/status',
    input: z.strictObject({ experience_id: z.uuid().describe('The experience') }),
    output: z.strictObject({
      live_status: experienceDetails.shape.live_status,
      exchange: exchange.nullable().describe('What was sent and what came back; null when nothing was sent'),
    }),
    examples: [{ experience_id: '0190f3a0-0000-7000-8000-000000000001' }],
    async run({ who }, { experience_id }) {
      await requireMine(experience_id, who);
      const { status, ...asked } = await checkStatusNow({ experienceId: experience_id });
      return { live_status: status, ...asked };
    },
  }),
  defineTool({
    name: 'post_console_experiences_experience_id_tools',
    title: 'List the tools of the server of one of your experiences',
    caller: 'owner',
    rest: 'POST /console/experiences/{experience_id}/tools',
    input: toolsBody.extend({ experience_id: z.uuid().describe('The experience') }),
    output: z.strictObject({ tools: serverTools }),
    examples: [{ experience_id: '0190f3a0-0000-7000-8000-000000000001' }],
    async run({ who }, { experience_id, ...body }) {
      const experienceId = experience_id;
      await requireMine(experienceId, who);
      return { tools: await listServerTools({ experienceId, bearerToken: body.bearer_token ?? null }) };
    },
  }),
  defineTool({
    name: 'post_console_experiences_experience_id_call',
    title: 'Call a tool of the server of one of your experiences',
    caller: 'owner',
    rest: 'POST /console/experiences/{experience_id}/call',
    maxBodyBytes: LARGE_BODY_BYTES,
    input: callBody.extend({ experience_id: z.uuid().describe('The experience') }),
    output: testAnswerSchema,
    examples: [{ experience_id: '0190f3a0-0000-7000-8000-000000000001', tool_name: 'play_move', arguments: {} }],
    async run({ who }, { experience_id, ...body }) {
      const experienceId = experience_id;
      await requireMine(experienceId, who);
      return callServerTool({
        experienceId,
        tool: body.tool_name,
        toolArguments: body.arguments,
        bearerToken: body.bearer_token ?? null,
      });
    },
  }),
  defineTool({
    name: 'post_console_experiences_experience_id_accept',
    title: 'Accept the changed tools of one of your experiences',
    caller: 'owner',
    rest: 'POST /console/experiences/{experience_id}/accept',
    restStatus: 202,
    input: acceptBody.extend({ experience_id: z.uuid().describe('The experience') }),
    output: verificationReport,
    examples: [{ experience_id: '0190f3a0-0000-7000-8000-000000000001', tools_hash: 'from-the-report' }],
    async run({ who }, { experience_id, ...body }) {
      await requireMine(experience_id, who);
      return acceptDefinitions({ experienceId: experience_id, toolsHash: body.tools_hash });
    },
  }),
  defineTool({
    name: 'get_console_experiences_experience_id_verifications',
    title: 'List the last verifications of one of your experiences',
    caller: 'owner',
    rest: 'GET /console/experiences/{experience_id}/verifications',
    input: verificationsQuery.extend({ experience_id: z.uuid().describe('The experience') }),
    output: z.strictObject({
      verifications: z.array(verificationReport).describe('The newest first'),
      recorded_session: goldenSessionSchema.nullable().describe('The recorded first session; null without one'),
    }),
    examples: [{ experience_id: '0190f3a0-0000-7000-8000-000000000001' }],
    async run({ who }, { experience_id, ...query }) {
      const experienceId = experience_id;
      await requireMine(experienceId, who);
      const [verifications, recorded] = await Promise.all([
        listVerifications({ experienceId, limit: query.limit }),
        readGoldenSession({ experienceId }),
      ]);
      return { verifications, recorded_session: recorded };
    },
  }),
  defineTool({
    name: 'get_console_experiences_experience_id_verification',
    title: 'Wait for the verification report',
    caller: 'owner',
    rest: 'GET /console/experiences/{experience_id}/verification',
    waits: true,
    input: waitQuery.extend({ experience_id: z.uuid().describe('The experience') }),
    output: z.strictObject({
      report: verificationReport.nullable().describe('The last run; null before the first'),
      mark: z.string().describe('Send it as seen to wait for the next change'),
    }),
    examples: [{ experience_id: '0190f3a0-0000-7000-8000-000000000001' }],
    async run({ who, signal }, { experience_id, ...query }) {
      await requireMine(experience_id, who);
      const wait = {
        experienceId: experience_id,
        seen: query.seen ?? null,
        timeoutMs: query.timeout_ms,
        signal,
      };
      const report = await waitForVerification(wait);
      return { report, mark: changeMarkOf(report) };
    },
  }),
];
