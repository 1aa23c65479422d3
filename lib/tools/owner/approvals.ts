import { z } from 'zod';
import { validationError } from '@/lib/core/errors';
import { defineTool, type OwnerOperation } from '@/lib/core/tool';
import type { OwnerSession } from '@/lib/domain/accounts';
import { approvalSchema, decideApproval, listApprovals, readApproval } from '@/lib/domain/approvals';
import { readApprovalRules, setApprovalRules } from '@/lib/domain/controls';
import { findTool } from '../find';

const MAX_RULES = 100;

const rulesBody = z.strictObject({
  tools: z.array(z.string().min(1).max(100)).max(MAX_RULES).describe('Names of the tools that wait; empty: none'),
});

const agentOf = ({ ownerId }: OwnerSession, params: { agent_id: string }) => ({ ownerId, agentId: params.agent_id });

/** The wire names of tools that can wait for approval. @throws VALIDATION_ERROR with the path of each other one */
function toToolNames(names: readonly string[]): string[] {
  const issues = names.flatMap((name, index) => {
    const tool = findTool(name);
    if (tool && !tool.waits) return [];
    const message = tool ? `${name} only waits for events and cannot be approved` : `There is no tool "${name}"`;
    return [{ path: ['tools', index], message }];
  });
  if (issues.length > 0) throw validationError(issues, 'Invalid body');
  return [...new Set(names.map((name) => findTool(name)?.name ?? name))];
}

const rulesAnswer = z.strictObject({ tools: z.array(z.string()).describe('Names of the tools that wait') });

/** Calls that wait for the owner. */
export const APPROVAL_OPERATIONS: readonly OwnerOperation[] = [
  defineTool({
    name: 'get_console_agents_agent_id_approval_rules',
    title: 'List the tools of an agent that wait for your approval',
    caller: 'owner',
    rest: 'GET /console/agents/{agent_id}/approval-rules',
    input: z.strictObject({ agent_id: z.uuid().describe('One of your agents') }),
    output: rulesAnswer,
    examples: [{ agent_id: '0190f3a0-0000-7000-8000-000000000001' }],
    run: ({ who }, { agent_id }) => readApprovalRules(agentOf(who, { agent_id })),
  }),
  defineTool({
    name: 'put_console_agents_agent_id_approval_rules',
    title: 'Choose the tools of an agent that wait for your approval',
    caller: 'owner',
    rest: 'PUT /console/agents/{agent_id}/approval-rules',
    input: rulesBody.extend({ agent_id: z.uuid().describe('One of your agents') }),
    output: rulesAnswer,
    examples: [{ agent_id: '0190f3a0-0000-7000-8000-000000000001', tools: ['session_create'] }],
    run: ({ who }, { agent_id, ...body }) =>
      setApprovalRules({ ...agentOf(who, { agent_id }), tools: toToolNames(body.tools) }),
  }),
  defineTool({
    name: 'get_console_approvals',
    title: 'List the newest calls that waited or wait for your approval',
    caller: 'owner',
    rest: 'GET /console/approvals',
    input: z.strictObject({}),
    output: z.strictObject({ approvals: z.array(approvalSchema).describe('The newest first') }),
    examples: [{}],
    run: async ({ who: { ownerId } }) => ({ approvals: await listApprovals({ ownerId }) }),
  }),
  defineTool({
    name: 'get_console_approvals_approval_id',
    title: 'Read a call that waited or waits for your approval, with its whole arguments',
    caller: 'owner',
    rest: 'GET /console/approvals/{approval_id}',
    input: z.strictObject({ approval_id: z.uuid().describe('The call that waits') }),
    output: approvalSchema,
    examples: [{ approval_id: '0190f3a0-0000-7000-8000-000000000001' }],
    run: ({ who: { ownerId } }, { approval_id }) => readApproval({ ownerId, approvalId: approval_id }),
  }),
  defineTool({
    name: 'post_console_approvals_approval_id_approve',
    title: 'Approve a call, once',
    caller: 'owner',
    rest: 'POST /console/approvals/{approval_id}/approve',
    input: z.strictObject({ approval_id: z.uuid().describe('The call that waits') }),
    output: approvalSchema,
    examples: [{ approval_id: '0190f3a0-0000-7000-8000-000000000001' }],
    run: ({ who: { ownerId } }, { approval_id }) =>
      decideApproval({ ownerId, approvalId: approval_id, isApproved: true }),
  }),
  defineTool({
    name: 'post_console_approvals_approval_id_decline',
    title: 'Decline a call',
    caller: 'owner',
    rest: 'POST /console/approvals/{approval_id}/decline',
    input: z.strictObject({ approval_id: z.uuid().describe('The call that waits') }),
    output: approvalSchema,
    examples: [{ approval_id: '0190f3a0-0000-7000-8000-000000000001' }],
    run: ({ who: { ownerId } }, { approval_id }) =>
      decideApproval({ ownerId, approvalId: approval_id, isApproved: false }),
  }),
];
