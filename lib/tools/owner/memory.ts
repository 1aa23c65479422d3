import { z } from 'zod';
import { isJsonObject, type JsonObject } from '@/lib/core/json';
import { defineTool, LARGE_BODY_BYTES, type OwnerOperation } from '@/lib/core/tool';
import type { OwnerSession } from '@/lib/domain/accounts';
import { type OwnedDocument, replaceOwnedMemory, restoreMemoryVersion } from '@/lib/domain/memory';

const version = z.int().min(0).max(2_147_483_647);
const restoreBody = z.strictObject({ version: version.describe('The version that you saw') });
const replaceBody = z.strictObject({
  version: version.describe('The version that you saw'),
  data: z.custom<JsonObject>(isJsonObject, 'Must be a JSON object').describe('The whole document'),
});

const answerOf = (written: { version: number; updatedAt: Date }) => ({
  version: written.version,
  updated_at: written.updatedAt.toISOString(),
});

const writtenDocument = z.strictObject({
  version: z.int().describe('Its version now'),
  updated_at: z.iso.datetime().describe('When it was written'),
});

const experienceIdField = z.uuid().describe('The experience');
const agentFields = { agent_id: z.uuid().describe('One of your agents'), experience_id: experienceIdField };

/** The document of an agent, or the one that all agents of the owner share. */
function documentOf({ ownerId }: OwnerSession, of: { agent_id?: string; experience_id: string }): OwnedDocument {
  const { agent_id: agentId, experience_id: experienceId } = of;
  return agentId === undefined
    ? { ownerId, layer: 'owner', experienceId }
    : { ownerId, layer: 'agent', agentId, experienceId };
}

const AGENT_PATH = '/console/agents/{agent_id}/memory/{experience_id}';
const OWNER_PATH = '/console/memory/{experience_id}';
const EXPERIENCE = { experience_id: '0190f3a0-0000-7000-8000-000000000001' };
const AGENT = { agent_id: '0190f3a0-0000-7000-8000-000000000002', ...EXPERIENCE };

/** Owners correct and restore the memory of their agents. */
export const MEMORY_OPERATIONS: OwnerOperation[] = [
  defineTool({
    name: 'put_console_agents_agent_id_memory_experience_id',
    title: 'Replace a memory document',
    caller: 'owner',
    rest: `PUT ${AGENT_PATH}`,
    maxBodyBytes: LARGE_BODY_BYTES,
    input: replaceBody.extend(agentFields),
    output: writtenDocument,
    examples: [{ ...AGENT, version: 3, data: { opening: 'e4' } }],
    run: async ({ who }, { agent_id, experience_id, ...change }) =>
      answerOf(await replaceOwnedMemory({ ...documentOf(who, { agent_id, experience_id }), ...change })),
  }),
  defineTool({
    name: 'post_console_agents_agent_id_memory_experience_id_restore',
    title: 'Restore a version of a memory document',
    caller: 'owner',
    rest: `POST ${AGENT_PATH}/restore`,
    input: restoreBody.extend(agentFields),
    output: writtenDocument,
    examples: [{ ...AGENT, version: 2 }],
    run: async ({ who }, { agent_id, experience_id, ...change }) =>
      answerOf(await restoreMemoryVersion({ ...documentOf(who, { agent_id, experience_id }), ...change })),
  }),
  defineTool({
    name: 'put_console_memory_experience_id',
    title: 'Replace a memory document',
    caller: 'owner',
    rest: `PUT ${OWNER_PATH}`,
    maxBodyBytes: LARGE_BODY_BYTES,
    input: replaceBody.extend({ experience_id: experienceIdField }),
    output: writtenDocument,
    examples: [{ ...EXPERIENCE, version: 3, data: { opening: 'e4' } }],
    run: async ({ who }, { experience_id, ...change }) =>
      answerOf(await replaceOwnedMemory({ ...documentOf(who, { experience_id }), ...change })),
  }),
  defineTool({
    name: 'post_console_memory_experience_id_restore',
    title: 'Restore a version of a memory document',
    caller: 'owner',
    rest: `POST ${OWNER_PATH}/restore`,
    input: restoreBody.extend({ experience_id: experienceIdField }),
    output: writtenDocument,
    examples: [{ ...EXPERIENCE, version: 2 }],
    run: async ({ who }, { experience_id, ...change }) =>
      answerOf(await restoreMemoryVersion({ ...documentOf(who, { experience_id }), ...change })),
  }),
];
