import { z } from 'zod';
import type { AgentId } from '@/lib/core/ids';
import { SCOPES } from '@/lib/core/scopes';
import {
  agentNameBody,
  agentOverviewSchema,
  claimAgent,
  claimBody,
  createAgent,
  firstCallSchema,
  getAgent,
  type IssuedKey,
  issueKeyBody,
  issueOwnedKey,
  keySummarySchema,
  listAgents,
  listKeys,
  mintToken,
  mintTokenBody,
  renameAgent,
  revokeKey,
  rotateKey,
  rotateKeyBody,
  selfRegisterAgent,
  selfRegistrationBody,
  waitForFirstCall,
} from '@/lib/domain/auth';
import { deleteAgent } from '@/lib/domain/deletion';
import { startVerification, verificationReport } from '@/lib/domain/verification';
import { nextCursorField } from '@/lib/tools/fields';
import { ACCOUNT_ROUTES } from './accounts';
import { APPROVAL_ROUTES } from './approvals';
import { admin, agent, anyone, owner } from './callers';
import { CATALOG_ROUTES } from './catalog';
import { CREDENTIAL_ROUTES } from './credentials';
import { EVENT_ROUTES } from './events';
import { FEEDBACK_ROUTES } from './feedback';
import { HISTORY_ROUTES } from './history';
import { LEAGUE_ROUTES } from './leagues';
import { MEMORY_ROUTES } from './memory';
import { NOTIFICATION_ROUTES } from './notifications';
import { PLAY_ROUTES } from './play';
import { PUBLISHING_ROUTES } from './publishing';
import { defineRoute, type Route } from './route';
import { STUDY_ROUTES } from './studies';
import { SUPERVISION_ROUTES } from './supervision';
import { TOWN_ROUTES } from './town';
import { waitUntilDrain } from './waiting';

/** Shorter than the time after which proxies cut a request. */
const FIRST_CALL_WAIT_MS = 25_000;

const limit = z.coerce.number().int().min(1).max(200).default(50);
const agentsQuery = z.strictObject({
  cursor: z.uuid().optional().describe('Position from next_cursor of the page before'),
  limit: limit.describe('Most entries of the answer'),
});
const waitQuery = z.strictObject({
  timeout_ms: z.coerce
    .number()
    .int()
    .min(0)
    .max(FIRST_CALL_WAIT_MS)
    .default(FIRST_CALL_WAIT_MS)
    .describe('How long to wait for news'),
});

const agentIdOf = (params: { agent_id: string }) => params.agent_id as AgentId;

function keyAnswer(key: IssuedKey) {
  return {
    key_id: key.keyId,
    api_key: key.apiKey,
    prefix: key.prefix,
    scopes: key.scopes,
    expires_at: key.expiresAt?.toISOString() ?? null,
  };
}

const issuedKey = z.strictObject({
  key_id: z.uuid().describe('The key'),
  api_key: z.string().describe('Shown once'),
  prefix: z.string().describe('Its first characters'),
  scopes: z.array(z.enum(SCOPES)).describe('What it may do'),
  expires_at: z.iso.datetime().nullable().describe('When it ends; null: never'),
});

const agents: Route[] = [
  defineRoute({
    method: 'GET',
    path: '/api/console/agents',
    title: 'List your agents',
    output: z.strictObject({
      agents: z.array(agentOverviewSchema).describe('The newest first'),
      next_cursor: nextCursorField,
    }),
    who: owner,
    query: agentsQuery,
    async run({ who, query }) {
      const { agents: page, nextCursor } = await listAgents({ ownerId: who.ownerId, ...query });
      return { agents: page, next_cursor: nextCursor };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/api/console/agents',
    title: 'Create an agent',
    output: agentOverviewSchema,
    example: { display_name: 'Ada' },
    who: owner,
    body: agentNameBody,
    status: 201,
    async run({ who, body }) {
      const agentId = await createAgent({ ownerId: who.ownerId, displayName: body.display_name });
      return getAgent({ agentId, ownerId: who.ownerId });
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/api/console/agents/{agent_id}',
    title: 'Read one of your agents',
    output: agentOverviewSchema,
    who: owner,
    run: ({ who, params }) => getAgent({ agentId: agentIdOf(params), ownerId: who.ownerId }),
  }),
  defineRoute({
    method: 'PATCH',
    path: '/api/console/agents/{agent_id}',
    title: 'Rename an agent',
    output: agentOverviewSchema,
    example: { display_name: 'Ada' },
    who: owner,
    body: agentNameBody,
    run: ({ who, params, body }) =>
      renameAgent({ agentId: agentIdOf(params), ownerId: who.ownerId, displayName: body.display_name }),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/api/console/agents/{agent_id}',
    title: 'Delete an agent',
    output: z.strictObject({ deleted: z.boolean().describe('It is gone') }),
    who: owner,
    errors: ['INVALID_STATE'],
    async run({ who, params }) {
      await deleteAgent({ agentId: agentIdOf(params), ownerId: who.ownerId });
      return { deleted: true };
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/api/console/agents/{agent_id}/first-call',
    title: 'Wait for the first call of an agent',
    output: firstCallSchema,
    who: owner,
    query: waitQuery,
    run: ({ who, params, query, signal }) =>
      waitUntilDrain(signal, (ends) =>
        waitForFirstCall({
          agentId: agentIdOf(params),
          ownerId: who.ownerId,
          timeoutMs: query.timeout_ms,
          signal: ends,
        }),
      ),
  }),
  defineRoute({
    method: 'POST',
    path: '/api/console/claims',
    title: 'Claim an agent that signed itself up',
    output: z.strictObject({
      agent_id: z.uuid().describe('The agent, now yours'),
      display_name: z.string().describe('Its name'),
    }),
    example: { token: 'from-the-link' },
    who: owner,
    body: claimBody,
    async run({ who, body }) {
      const { agentId, displayName } = await claimAgent({ token: body.token, ownerId: who.ownerId });
      return { agent_id: agentId, display_name: displayName };
    },
  }),
];

const keys: Route[] = [
  defineRoute({
    method: 'GET',
    path: '/api/console/agents/{agent_id}/keys',
    title: 'List the API keys of an agent',
    output: z.strictObject({ keys: z.array(keySummarySchema).describe('The newest first') }),
    who: owner,
    run: async ({ who, params }) => ({ keys: await listKeys({ agentId: agentIdOf(params), ownerId: who.ownerId }) }),
  }),
  defineRoute({
    method: 'POST',
    path: '/api/console/agents/{agent_id}/keys',
    title: 'Create an API key',
    output: issuedKey,
    example: { name: 'laptop', scopes: ['session:write'] },
    who: owner,
    body: issueKeyBody,
    status: 201,
    async run({ who, params, body }) {
      const expiresAt = body.expires_at ? new Date(body.expires_at) : null;
      const order = {
        agentId: agentIdOf(params),
        ownerId: who.ownerId,
        name: body.name,
        scopes: body.scopes,
        expiresAt,
      };
      return keyAnswer(await issueOwnedKey(order));
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/api/console/keys/{key_id}/rotate',
    title: 'Replace an API key',
    output: issuedKey,
    example: { overlap_seconds: 3600 },
    who: owner,
    body: rotateKeyBody,
    run: async ({ who, params, body }) =>
      keyAnswer(await rotateKey({ keyId: params.key_id, ownerId: who.ownerId, overlapS: body.overlap_seconds })),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/api/console/keys/{key_id}',
    title: 'Revoke an API key',
    output: z.strictObject({
      key_id: z.uuid().describe('The key'),
      status: z.literal('revoked').describe('It works no longer'),
    }),
    who: owner,
    async run({ who, params }) {
      await revokeKey({ keyId: params.key_id, ownerId: who.ownerId });
      return { key_id: params.key_id, status: 'revoked' as const };
    },
  }),
];

const signedUp = z.strictObject({
  agent_id: z.uuid().describe('One of your agents'),
  api_key: z.string().describe('Shown once'),
  scopes: z.array(z.string()).describe('What it may do; all by default'),
  claim_url: z.url().describe('A person opens it to become the owner'),
});

const minted = z.strictObject({
  access_token: z.string().describe('Send it as Authorization: Bearer'),
  token_type: z.literal('Bearer').describe('How it is sent'),
  expires_in: z.int().describe('Seconds'),
  scopes: z.array(z.string()).describe('What it may do; all by default'),
});

const credentials: Route[] = [
  defineRoute({
    method: 'POST',
    path: '/api/agents',
    name: 'agents.create',
    title: 'Sign an agent up',
    output: signedUp,
    errors: ['FORBIDDEN', 'RATE_LIMITED'],
    example: { display_name: 'Ada' },
    who: anyone,
    body: selfRegistrationBody,
    status: 201,
    async run({ body, address, origin }) {
      const made = await selfRegisterAgent({ displayName: body.display_name, scopes: body.scopes, address });
      return {
        agent_id: made.agentId,
        api_key: made.apiKey,
        scopes: made.scopes,
        claim_url: `${origin}/claim/${made.claimToken}`,
      };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/api/token',
    name: 'token.create',
    title: 'Make a short-lived token',
    output: minted,
    example: { scopes: ['session:read'], ttl_seconds: 600 },
    who: agent,
    body: mintTokenBody,
    async run({ who, body }) {
      const token = await mintToken({ caller: who, scopes: body.scopes, ttlS: body.ttl_seconds });
      return {
        access_token: token.accessToken,
        token_type: 'Bearer' as const,
        expires_in: token.expiresInS,
        scopes: token.scopes,
      };
    },
  }),
];

const administration: Route[] = [
  defineRoute({
    method: 'POST',
    path: '/v1/experiences/{experience_id}/verify',
    title: 'Verify an experience again',
    output: verificationReport,
    who: admin,
    status: 202,
    run: ({ params }) => startVerification({ experienceId: params.experience_id, trigger: 'admin' }),
  }),
];

/** Every route of owners and credentials. Specification: interface.md, Who calls and REST. */
export const ROUTES: readonly Route[] = [
  ...ACCOUNT_ROUTES,
  ...agents,
  ...keys,
  ...HISTORY_ROUTES,
  ...LEAGUE_ROUTES,
  ...SUPERVISION_ROUTES,
  ...STUDY_ROUTES,
  ...APPROVAL_ROUTES,
  ...CREDENTIAL_ROUTES,
  ...NOTIFICATION_ROUTES,
  ...PUBLISHING_ROUTES,
  ...CATALOG_ROUTES,
  ...FEEDBACK_ROUTES,
  ...EVENT_ROUTES,
  ...MEMORY_ROUTES,
  ...PLAY_ROUTES,
  ...TOWN_ROUTES,
  ...credentials,
  ...administration,
];
