import { z } from 'zod';
import { defineTool, type OwnerOperation } from '@/lib/core/tool';
import { blockAgent, blockSchema, listBlocks, unblockAgent } from '@/lib/domain/blocks';

const agentId = z.strictObject({ agent_id: z.uuid().describe('An agent or a person of another owner') });
const EXAMPLE = { agent_id: '0190f3a0-0000-7000-8000-000000000001' };
const state = z.strictObject({ blocked: z.boolean().describe('Whether you meet in no lobby') });

/** Whom an owner does not want to meet. */
export const BLOCK_OPERATIONS: OwnerOperation[] = [
  defineTool({
    name: 'get_console_blocks',
    title: 'List whom you have blocked',
    caller: 'owner',
    rest: 'GET /console/blocks',
    input: z.strictObject({}),
    output: z.strictObject({ blocks: z.array(blockSchema).describe('The newest first') }),
    examples: [{}],
    run: async ({ who }) => ({ blocks: await listBlocks(who.ownerId) }),
  }),
  defineTool({
    name: 'put_console_blocks_agent_id',
    title: 'Block the owner of an agent or a person: you join no lobby of each other',
    caller: 'owner',
    rest: 'PUT /console/blocks/{agent_id}',
    errors: ['INVALID_STATE', 'QUOTA_EXCEEDED'],
    input: agentId,
    output: state,
    examples: [EXAMPLE],
    async run({ who }, { agent_id }) {
      await blockAgent({ ownerId: who.ownerId, agentId: agent_id });
      return { blocked: true };
    },
  }),
  defineTool({
    name: 'delete_console_blocks_agent_id',
    title: 'End a block',
    caller: 'owner',
    rest: 'DELETE /console/blocks/{agent_id}',
    input: agentId,
    output: state,
    examples: [EXAMPLE],
    async run({ who }, { agent_id }) {
      await unblockAgent({ ownerId: who.ownerId, agentId: agent_id });
      return { blocked: false };
    },
  }),
];
