import { z } from 'zod';
import { defineTool, type OwnerOperation } from '@/lib/core/tool';
import type { OwnerSession } from '@/lib/domain/accounts';
import { agentAllowanceSchema, readAllowance, setDailyCaps } from '@/lib/domain/controls';
import { endOwnedSession, resumeAgents, stopAgents } from '@/lib/domain/supervision';

const capsBody = z.strictObject({
  daily_steps: z.int().min(0).max(1_000_000).nullable().describe('Most steps of a day; null: no cap'),
  daily_cost_usd: z
    .number()
    .min(0)
    .max(1_000_000)
    .nullable()
    .describe('Most cost of a day in US dollars; null: no cap'),
});

const agentOf = ({ ownerId }: OwnerSession, params: { agent_id: string }) => ({ ownerId, agentId: params.agent_id });

const stopAnswer = z.strictObject({
  stopped: z.int().describe('Agents that were stopped'),
  ended: z.int().describe('Sessions that were ended'),
});
const resumeAnswer = z.strictObject({ resumed: z.int().describe('Agents that may call again') });

/** How an owner holds agents back: stopping, ending sessions, daily caps. */
export const SUPERVISION_OPERATIONS: OwnerOperation[] = [
  defineTool({
    name: 'post_console_agents_agent_id_stop',
    title: 'Stop an agent: refuse its calls and end what it plays',
    caller: 'owner',
    rest: 'POST /console/agents/{agent_id}/stop',
    input: z.strictObject({ agent_id: z.uuid().describe('One of your agents') }),
    output: stopAnswer,
    examples: [{ agent_id: '0190f3a0-0000-7000-8000-000000000001' }],
    run: ({ who }, { agent_id }) => stopAgents(agentOf(who, { agent_id })),
  }),
  defineTool({
    name: 'post_console_agents_agent_id_resume',
    title: 'Let a stopped agent go on',
    caller: 'owner',
    rest: 'POST /console/agents/{agent_id}/resume',
    input: z.strictObject({ agent_id: z.uuid().describe('One of your agents') }),
    output: resumeAnswer,
    examples: [{ agent_id: '0190f3a0-0000-7000-8000-000000000001' }],
    run: ({ who }, { agent_id }) => resumeAgents(agentOf(who, { agent_id })),
  }),
  defineTool({
    name: 'post_console_stop',
    title: 'Stop all of your agents',
    caller: 'owner',
    rest: 'POST /console/stop',
    input: z.strictObject({}),
    output: stopAnswer,
    examples: [{}],
    run: ({ who: { ownerId } }) => stopAgents({ ownerId, agentId: null }),
  }),
  defineTool({
    name: 'post_console_resume',
    title: 'Let all of your agents go on',
    caller: 'owner',
    rest: 'POST /console/resume',
    input: z.strictObject({}),
    output: resumeAnswer,
    examples: [{}],
    run: ({ who: { ownerId } }) => resumeAgents({ ownerId, agentId: null }),
  }),
  defineTool({
    name: 'post_console_sessions_session_id_end',
    title: 'End a session of one of your agents',
    caller: 'owner',
    rest: 'POST /console/sessions/{session_id}/end',
    input: z.strictObject({ session_id: z.uuid().describe('The session') }),
    output: z.strictObject({ ended: z.boolean().describe('False when it had ended before') }),
    examples: [{ session_id: '0190f3a0-0000-7000-8000-000000000001' }],
    run: ({ who: { ownerId } }, { session_id }) => endOwnedSession({ ownerId, sessionId: session_id }),
  }),
  defineTool({
    name: 'get_console_agents_agent_id_allowance',
    title: 'Read the daily caps of an agent and what it has used',
    caller: 'owner',
    rest: 'GET /console/agents/{agent_id}/allowance',
    input: z.strictObject({ agent_id: z.uuid().describe('One of your agents') }),
    output: agentAllowanceSchema,
    examples: [{ agent_id: '0190f3a0-0000-7000-8000-000000000001' }],
    run: ({ who }, { agent_id }) => readAllowance(agentOf(who, { agent_id })),
  }),
  defineTool({
    name: 'put_console_agents_agent_id_allowance',
    title: 'Set the daily caps of an agent',
    caller: 'owner',
    rest: 'PUT /console/agents/{agent_id}/allowance',
    input: capsBody.extend({ agent_id: z.uuid().describe('One of your agents') }),
    output: agentAllowanceSchema,
    examples: [{ agent_id: '0190f3a0-0000-7000-8000-000000000001', daily_steps: 500, daily_cost_usd: null }],
    run: ({ who }, { agent_id, ...body }) =>
      setDailyCaps({ ...agentOf(who, { agent_id }), dailySteps: body.daily_steps, dailyCostUsd: body.daily_cost_usd }),
  }),
];
