import { z } from 'zod';
import type { AgentId } from '@/lib/core/ids';
import { defineTool, type OwnerOperation } from '@/lib/core/tool';
import { agentNameBody, agentOverviewSchema, claimBody, getAgent, listAgents } from '@/lib/domain/console';
import { deleteAgent } from '@/lib/domain/deletion';
import { claimAgent, createAgent, renameAgent } from '@/lib/domain/people';
import { nextCursorField } from '../fields';

export const agentIdOf = (params: { agent_id: string }) => params.agent_id as AgentId;

const agentsQuery = z.strictObject({
  cursor: z.uuid().optional().describe('Position from next_cursor of the page before'),
  limit: z.coerce.number().int().min(1).max(200).default(50).describe('Most entries of the answer'),
});

/** What owners do with their agents. */
export const AGENT_OPERATIONS: OwnerOperation[] = [
  defineTool({
    name: 'get_console_agents',
    title: 'List your agents',
    caller: 'owner',
    rest: 'GET /console/agents',
    input: agentsQuery,
    output: z.strictObject({
      agents: z.array(agentOverviewSchema).describe('The newest first'),
      next_cursor: nextCursorField,
    }),
    examples: [{}],
    async run({ who }, query) {
      const { agents: page, nextCursor } = await listAgents({ ownerId: who.ownerId, ...query });
      return { agents: page, next_cursor: nextCursor };
    },
  }),
  defineTool({
    name: 'post_console_agents',
    title: 'Create an agent',
    caller: 'owner',
    rest: 'POST /console/agents',
    restStatus: 201,
    givesWords: true,
    input: agentNameBody,
    output: agentOverviewSchema,
    examples: [{ display_name: 'Ada' }],
    errors: ['QUOTA_EXCEEDED'],
    async run({ who, address }, body) {
      const agentId = await createAgent({ ownerId: who.ownerId, displayName: body.display_name, address });
      return getAgent({ agentId, ownerId: who.ownerId });
    },
  }),
  defineTool({
    name: 'get_console_agents_agent_id',
    title: 'Read one of your agents',
    caller: 'owner',
    rest: 'GET /console/agents/{agent_id}',
    input: z.strictObject({ agent_id: z.uuid().describe('One of your agents') }),
    output: agentOverviewSchema,
    examples: [{ agent_id: '0190f3a0-0000-7000-8000-000000000001' }],
    run: ({ who }, { agent_id }) => getAgent({ agentId: agentIdOf({ agent_id }), ownerId: who.ownerId }),
  }),
  defineTool({
    name: 'patch_console_agents_agent_id',
    title: 'Rename an agent',
    caller: 'owner',
    rest: 'PATCH /console/agents/{agent_id}',
    givesWords: true,
    input: agentNameBody.extend({ agent_id: z.uuid().describe('One of your agents') }),
    output: agentOverviewSchema,
    examples: [{ agent_id: '0190f3a0-0000-7000-8000-000000000001', display_name: 'Ada' }],
    async run({ who }, { agent_id, display_name: displayName }) {
      const agent = { agentId: agentIdOf({ agent_id }), ownerId: who.ownerId };
      await renameAgent({ ...agent, displayName });
      return getAgent(agent);
    },
  }),
  defineTool({
    name: 'delete_console_agents_agent_id',
    title: 'Delete an agent',
    caller: 'owner',
    rest: 'DELETE /console/agents/{agent_id}',
    input: z.strictObject({ agent_id: z.uuid().describe('One of your agents') }),
    output: z.strictObject({ deleted: z.boolean().describe('It is gone') }),
    errors: ['INVALID_STATE'],
    examples: [{ agent_id: '0190f3a0-0000-7000-8000-000000000001' }],
    async run({ who }, { agent_id }) {
      await deleteAgent({ agentId: agentIdOf({ agent_id }), ownerId: who.ownerId });
      return { deleted: true };
    },
  }),
  defineTool({
    name: 'post_console_claims',
    title: 'Claim an agent that signed itself up',
    caller: 'owner',
    rest: 'POST /console/claims',
    input: claimBody,
    output: z.strictObject({
      agent_id: z.uuid().describe('The agent, now yours'),
      display_name: z.string().describe('Its name'),
    }),
    examples: [{ token: 'from-the-link' }],
    async run({ who }, body) {
      const { agentId, displayName } = await claimAgent({ token: body.token, ownerId: who.ownerId });
      return { agent_id: agentId, display_name: displayName };
    },
  }),
];
