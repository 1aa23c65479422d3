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
import { readPlayStatistics } from '@/lib/domain/play-statistics';
import {
  acceptDefinitions,
  callServerTool,
  changeManifest,
  changeMarkOf,
  discoverServer,
  listServerTools,
  listVerifications,
  readGoldenSession,
  startVerification,
  tryManifest,
  verifyManifest,
  waitForVerification,
} from '@/lib/domain/verification';
import { owner } from './callers';
import { defineRoute, type Route } from './route';

/** Shorter than the time after which proxies cut a request. */
const WAIT_MS = 25_000;

const manifestBody = z.strictObject({ manifest: z.union([z.string().min(2), z.record(z.string(), z.unknown())]) });
const discoverBody = z.strictObject({
  server_url: z.string().min(1).max(2_048),
  name: z.string().max(100).optional(),
  category: z.string().max(40).optional(),
});
const toolsBody = z.strictObject({ bearer_token: z.string().min(1).max(4_096).optional() });
const callBody = toolsBody.extend({
  tool_name: z.string().min(1).max(128),
  arguments: z.record(z.string(), z.unknown()).default({}),
});
const acceptBody = z.strictObject({ tools_hash: z.string().min(1).max(128) });
const verificationsQuery = z.strictObject({ limit: z.coerce.number().int().min(1).max(50).default(10) });
const waitQuery = z.strictObject({
  seen: z.string().max(120).optional(),
  timeout_ms: z.coerce.number().int().min(0).max(WAIT_MS).default(WAIT_MS),
});

const publisherOf = ({ ownerId }: { ownerId: OwnerId }): Publisher => ({ agentId: null, ownerId });

/** @throws NOT_FOUND unless the experience is the owner's or one of the owner's agents'. */
export async function requireMine(experienceId: string, who: { ownerId: OwnerId }): Promise<void> {
  if (!(await isPublisherOf({ publisher: publisherOf(who), experienceId })))
    throw new AppError('NOT_FOUND', 'You have no experience with this id.');
}

/** What owners publish. The rules are those of experience.register, .update and .delete. */
export const PUBLISHING_ROUTES: Route[] = [
  defineRoute({
    method: 'GET',
    path: '/api/console/experiences',
    title: 'List your experiences',
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
    who: owner,
    body: manifestBody,
    maxBodyBytes: LARGE_BODY_BYTES,
    run: ({ body }) => tryManifest({ manifest: body.manifest }),
  }),
  defineRoute({
    method: 'POST',
    path: '/api/console/experiences/discover',
    title: 'Add any MCP server',
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
