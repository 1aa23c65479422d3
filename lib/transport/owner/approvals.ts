import { z } from 'zod';
import { validationError } from '@/lib/core/errors';
import type { OwnerSession } from '@/lib/domain/auth';
import {
  approvalSchema,
  decideApproval,
  listApprovals,
  readApproval,
  readApprovalRules,
  setApprovalRules,
} from '@/lib/domain/controls';
import { findTool } from '@/lib/tools/find';
import { owner } from './callers';
import { defineRoute, type Route } from './route';

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
export const APPROVAL_ROUTES: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: '/api/console/agents/{agent_id}/approval-rules',
    title: 'List the tools of an agent that wait for your approval',
    output: rulesAnswer,
    who: owner,
    run: ({ who, params }) => readApprovalRules(agentOf(who, params)),
  }),
  defineRoute({
    method: 'PUT',
    path: '/api/console/agents/{agent_id}/approval-rules',
    title: 'Choose the tools of an agent that wait for your approval',
    output: rulesAnswer,
    example: { tools: ['session_create'] },
    who: owner,
    body: rulesBody,
    run: ({ who, params, body }) => setApprovalRules({ ...agentOf(who, params), tools: toToolNames(body.tools) }),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/console/approvals',
    title: 'List the newest calls that waited or wait for your approval',
    output: z.strictObject({ approvals: z.array(approvalSchema).describe('The newest first') }),
    who: owner,
    run: async ({ who: { ownerId } }) => ({ approvals: await listApprovals({ ownerId }) }),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/console/approvals/{approval_id}',
    title: 'Read a call that waited or waits for your approval, with its whole arguments',
    output: approvalSchema,
    who: owner,
    run: ({ who: { ownerId }, params }) => readApproval({ ownerId, approvalId: params.approval_id }),
  }),
  defineRoute({
    method: 'POST',
    path: '/api/console/approvals/{approval_id}/approve',
    title: 'Approve a call, once',
    output: approvalSchema,
    who: owner,
    run: ({ who: { ownerId }, params }) =>
      decideApproval({ ownerId, approvalId: params.approval_id, isApproved: true }),
  }),
  defineRoute({
    method: 'POST',
    path: '/api/console/approvals/{approval_id}/decline',
    title: 'Decline a call',
    output: approvalSchema,
    who: owner,
    run: ({ who: { ownerId }, params }) =>
      decideApproval({ ownerId, approvalId: params.approval_id, isApproved: false }),
  }),
];
