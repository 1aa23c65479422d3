import { z } from 'zod';
import type { OwnerSession } from '@/lib/domain/auth';
import { agentAllowanceSchema, readAllowance, setDailyCaps } from '@/lib/domain/controls';
import { endOwnedSession, resumeAgents, stopAgents } from '@/lib/domain/supervision';
import { owner } from './callers';
import { defineRoute, type Route } from './route';

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
export const SUPERVISION_ROUTES: Route[] = [
  defineRoute({
    method: 'POST',
    path: '/api/console/agents/{agent_id}/stop',
    title: 'Stop an agent: refuse its calls and end what it plays',
    output: stopAnswer,
    who: owner,
    run: ({ who, params }) => stopAgents(agentOf(who, params)),
  }),
  defineRoute({
    method: 'POST',
    path: '/api/console/agents/{agent_id}/resume',
    title: 'Let a stopped agent go on',
    output: resumeAnswer,
    who: owner,
    run: ({ who, params }) => resumeAgents(agentOf(who, params)),
  }),
  defineRoute({
    method: 'POST',
    path: '/api/console/stop',
    title: 'Stop all of your agents',
    output: stopAnswer,
    who: owner,
    run: ({ who: { ownerId } }) => stopAgents({ ownerId, agentId: null }),
  }),
  defineRoute({
    method: 'POST',
    path: '/api/console/resume',
    title: 'Let all of your agents go on',
    output: resumeAnswer,
    who: owner,
    run: ({ who: { ownerId } }) => resumeAgents({ ownerId, agentId: null }),
  }),
  defineRoute({
    method: 'POST',
    path: '/api/console/sessions/{session_id}/end',
    title: 'End a session of one of your agents',
    output: z.strictObject({ ended: z.boolean().describe('False when it had ended before') }),
    who: owner,
    run: ({ who: { ownerId }, params }) => endOwnedSession({ ownerId, sessionId: params.session_id }),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/console/agents/{agent_id}/allowance',
    title: 'Read the daily caps of an agent and what it has used',
    output: agentAllowanceSchema,
    who: owner,
    run: ({ who, params }) => readAllowance(agentOf(who, params)),
  }),
  defineRoute({
    method: 'PUT',
    path: '/api/console/agents/{agent_id}/allowance',
    title: 'Set the daily caps of an agent',
    output: agentAllowanceSchema,
    example: { daily_steps: 500, daily_cost_usd: null },
    who: owner,
    body: capsBody,
    run: ({ who, params, body }) =>
      setDailyCaps({ ...agentOf(who, params), dailySteps: body.daily_steps, dailyCostUsd: body.daily_cost_usd }),
  }),
];
