import { z } from 'zod';
import { isJsonObject, type JsonObject } from '@/lib/core/json';
import { LARGE_BODY_BYTES } from '@/lib/core/tool';
import type { OwnerSession } from '@/lib/domain/auth';
import { type OwnedDocument, replaceOwnedMemory, restoreMemoryVersion } from '@/lib/domain/memory';
import { owner } from './callers';
import { defineRoute, type Route } from './route';

const version = z.int().min(0).max(2_147_483_647);
const restoreBody = z.strictObject({ version: version.describe('The version that you saw') });
const replaceBody = z.strictObject({
  version: version.describe('The version that you saw'),
  data: z.custom<JsonObject>(isJsonObject, 'Must be a JSON object').describe('The whole document'),
});

function documentOf({ ownerId }: OwnerSession, params: Record<string, string>): OwnedDocument {
  const experienceId = params.experience_id as string;
  const { agent_id: agentId } = params;
  return agentId === undefined
    ? { ownerId, layer: 'owner', experienceId }
    : { ownerId, layer: 'agent', agentId, experienceId };
}

const answerOf = (written: { version: number; updatedAt: Date }) => ({
  version: written.version,
  updated_at: written.updatedAt.toISOString(),
});

const writtenDocument = z.strictObject({
  version: z.int().describe('Its version now'),
  updated_at: z.iso.datetime().describe('When it was written'),
});

/** Writing one layer of memory: the shared one, or that of an agent. */
function memoryRoutes(path: string): Route[] {
  return [
    defineRoute({
      method: 'PUT',
      path,
      title: 'Replace a memory document',
      output: writtenDocument,
      example: { version: 3, data: { opening: 'e4' } },
      who: owner,
      body: replaceBody,
      maxBodyBytes: LARGE_BODY_BYTES,
      run: async ({ who, params, body }) => answerOf(await replaceOwnedMemory({ ...documentOf(who, params), ...body })),
    }),
    defineRoute({
      method: 'POST',
      path: `${path}/restore`,
      title: 'Restore a version of a memory document',
      output: writtenDocument,
      example: { version: 2 },
      who: owner,
      body: restoreBody,
      run: async ({ who, params, body }) =>
        answerOf(await restoreMemoryVersion({ ...documentOf(who, params), ...body })),
    }),
  ];
}

/** Owners correct and restore the memory of their agents. */
export const MEMORY_ROUTES: Route[] = [
  ...memoryRoutes('/api/console/agents/{agent_id}/memory/{experience_id}'),
  ...memoryRoutes('/api/console/memory/{experience_id}'),
];
