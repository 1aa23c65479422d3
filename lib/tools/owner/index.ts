import { z } from 'zod';
import type { AgentId } from '@/lib/core/ids';
import { SCOPES } from '@/lib/core/scopes';
import { defineTool, type OwnerOperation } from '@/lib/core/tool';
import { VERSION } from '@/lib/core/version';
import { announceSecurityEvent } from '@/lib/domain/accounts';
import {
  agentNameBody,
  agentOverviewSchema,
  claimBody,
  getAgent,
  issueKeyBody,
  listAgents,
  mintTokenBody,
  rotateKeyBody,
  selfRegistrationBody,
} from '@/lib/domain/console';
import { deleteAgent } from '@/lib/domain/deletion';
import {
  type IssuedKey,
  issueOwnedKey,
  keySummarySchema,
  listKeys,
  mintToken,
  revokeKey,
  rotateKey,
  selfRegisterAgent,
} from '@/lib/domain/keys';
import { claimAgent, createAgent, renameAgent } from '@/lib/domain/people';
import { startVerification, verificationReport } from '@/lib/domain/verification';
import { nextCursorField } from '../fields';
import { ACCOUNT_OPERATIONS } from './accounts';
import { ADMIN_LOG_OPERATIONS } from './admin-log';
import { ANNOUNCEMENT_OPERATIONS } from './announcements';
import { APPROVAL_OPERATIONS } from './approvals';
import { APP_OPERATIONS } from './apps';
import { BLOCK_OPERATIONS } from './blocks';
import { CATALOG_OPERATIONS } from './catalog';
import { CREDENTIAL_OPERATIONS } from './credentials';
import { DIGEST_OPERATIONS } from './digests';
import { EVENT_OPERATIONS } from './events';
import { EXPORT_OPERATIONS } from './exports';
import { FEEDBACK_OPERATIONS } from './feedback';
import { HISTORY_OPERATIONS } from './history';
import { LEAGUE_OPERATIONS } from './leagues';
import { MEMORY_OPERATIONS } from './memory';
import { MODERATION_OPERATIONS } from './moderation';
import { NOTIFICATION_OPERATIONS } from './notifications';
import { PLAY_OPERATIONS } from './play';
import { PLAY_ACTIONS } from './play-actions';
import { PUBLISHING_OPERATIONS } from './publishing';
import { REGISTRATION_OPERATIONS } from './registration';
import { SECURITY_OPERATIONS } from './security';
import { SESSION_NOTE_OPERATIONS } from './session-notes';
import { SOCIAL_OPERATIONS } from './social';
import { STATUS_OPERATIONS } from './status';
import { STUDY_OPERATIONS } from './studies';
import { STUDY_ROOM_OPERATIONS } from './study-rooms';
import { SUPERVISION_OPERATIONS } from './supervision';
import { TOWN_OPERATIONS } from './town';

const limit = z.coerce.number().int().min(1).max(200).default(50);
const agentsQuery = z.strictObject({
  cursor: z.uuid().optional().describe('Position from next_cursor of the page before'),
  limit: limit.describe('Most entries of the answer'),
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

const agents: OwnerOperation[] = [
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

const keys: OwnerOperation[] = [
  defineTool({
    name: 'get_console_agents_agent_id_keys',
    title: 'List the API keys of an agent',
    caller: 'owner',
    rest: 'GET /console/agents/{agent_id}/keys',
    input: z.strictObject({ agent_id: z.uuid().describe('One of your agents') }),
    output: z.strictObject({ keys: z.array(keySummarySchema).describe('The newest first') }),
    examples: [{ agent_id: '0190f3a0-0000-7000-8000-000000000001' }],
    run: async ({ who }, { agent_id }) => ({
      keys: await listKeys({ agentId: agentIdOf({ agent_id }), ownerId: who.ownerId }),
    }),
  }),
  defineTool({
    name: 'post_console_agents_agent_id_keys',
    title: 'Create an API key',
    caller: 'owner',
    rest: 'POST /console/agents/{agent_id}/keys',
    proof: 'with_factor',
    restStatus: 201,
    input: issueKeyBody.extend({ agent_id: z.uuid().describe('One of your agents') }),
    output: issuedKey,
    examples: [{ agent_id: '0190f3a0-0000-7000-8000-000000000001', name: 'laptop', scopes: ['session:write'] }],
    async run({ who }, { agent_id, ...body }) {
      const expiresAt = body.expires_at ? new Date(body.expires_at) : null;
      const order = {
        agentId: agentIdOf({ agent_id }),
        ownerId: who.ownerId,
        name: body.name,
        scopes: body.scopes,
        expiresAt,
      };
      const key = await issueOwnedKey(order);
      await announceSecurityEvent({ ownerId: who.ownerId, kind: 'key_created' });
      return keyAnswer(key);
    },
  }),
  defineTool({
    name: 'post_console_keys_key_id_rotate',
    title: 'Replace an API key',
    caller: 'owner',
    rest: 'POST /console/keys/{key_id}/rotate',
    proof: 'with_factor',
    input: rotateKeyBody.extend({ key_id: z.uuid().describe('The key') }),
    output: issuedKey,
    examples: [{ key_id: '0190f3a0-0000-7000-8000-000000000001', overlap_seconds: 3600 }],
    async run({ who: { ownerId } }, { key_id, ...body }) {
      const key = await rotateKey({ keyId: key_id, ownerId, overlapS: body.overlap_seconds });
      await announceSecurityEvent({ ownerId, kind: 'key_created' });
      return keyAnswer(key);
    },
  }),
  defineTool({
    name: 'delete_console_keys_key_id',
    title: 'Revoke an API key',
    caller: 'owner',
    rest: 'DELETE /console/keys/{key_id}',
    input: z.strictObject({ key_id: z.uuid().describe('The key') }),
    output: z.strictObject({
      key_id: z.uuid().describe('The key'),
      status: z.literal('revoked').describe('It works no longer'),
    }),
    examples: [{ key_id: '0190f3a0-0000-7000-8000-000000000001' }],
    async run({ who }, { key_id }) {
      await revokeKey({ keyId: key_id, ownerId: who.ownerId });
      return { key_id: key_id, status: 'revoked' as const };
    },
  }),
];

const signedUp = z.strictObject({
  agent_id: z.uuid().describe('One of your agents'),
  api_key: z.string().describe('Shown once'),
  scopes: z.array(z.string()).describe('What it may do; all by default'),
  claim_url: z.url().describe('A person opens it to become the owner'),
  awaits_approval: z
    .literal(true)
    .optional()
    .describe('Calls are refused until an administrator approves it, or a person claims it'),
});

const minted = z.strictObject({
  access_token: z.string().describe('Send it as Authorization: Bearer'),
  token_type: z.literal('Bearer').describe('How it is sent'),
  expires_in: z.int().describe('Seconds'),
  scopes: z.array(z.string()).describe('What it may do; all by default'),
});

const credentials: OwnerOperation[] = [
  defineTool({
    name: 'agents.create',
    title: 'Sign an agent up',
    caller: 'anyone',
    rest: 'POST /agents',
    givesWords: true,
    restStatus: 201,
    input: selfRegistrationBody,
    output: signedUp,
    errors: ['FORBIDDEN', 'RATE_LIMITED'],
    examples: [{ display_name: 'Ada' }],
    async run({ address, origin }, body) {
      const { display_name: displayName, scopes, invitation } = body;
      const registration = await selfRegisterAgent({ displayName, scopes, invitation, address });
      return {
        agent_id: registration.agentId,
        api_key: registration.apiKey,
        scopes: registration.scopes,
        claim_url: `${origin}/claim/${registration.claimToken}`,
        ...(registration.awaitsApproval ? { awaits_approval: true as const } : {}),
      };
    },
  }),
  defineTool({
    name: 'token.create',
    title: 'Make a short-lived token',
    caller: 'key',
    rest: 'POST /token',
    input: mintTokenBody,
    output: minted,
    examples: [{ scopes: ['session:read'], ttl_seconds: 600 }],
    async run({ who }, body) {
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

const administration: OwnerOperation[] = [
  defineTool({
    name: 'post_v1_experiences_experience_id_verify',
    title: 'Verify an experience again',
    caller: 'admin',
    rest: 'POST /experiences/{experience_id}/verify',
    restRoot: '/v1',
    restStatus: 202,
    input: z.strictObject({ experience_id: z.uuid().describe('The experience') }),
    output: verificationReport,
    examples: [{ experience_id: '0190f3a0-0000-7000-8000-000000000001' }],
    run: (_context, { experience_id }) => startVerification({ experienceId: experience_id, trigger: 'admin' }),
  }),
];

const operations: OwnerOperation[] = [
  defineTool({
    name: 'version.get',
    title: 'Read the version of the server',
    caller: 'anyone',
    rest: 'GET /version',
    input: z.strictObject({}),
    output: z.strictObject({
      name: z.literal('botplay').describe('The product'),
      version: z.string().describe('By semver'),
    }),
    examples: [{}],
    run: async () => ({ name: 'botplay' as const, version: VERSION }),
  }),
];

/** Every operation that is not a tool of agents. Specification: interface.md, Who calls and REST. */
export const OWNER_OPERATIONS: readonly OwnerOperation[] = [
  ...ACCOUNT_OPERATIONS,
  ...SECURITY_OPERATIONS,
  ...SESSION_NOTE_OPERATIONS,
  ...REGISTRATION_OPERATIONS,
  ...ANNOUNCEMENT_OPERATIONS,
  ...agents,
  ...keys,
  ...APP_OPERATIONS,
  ...HISTORY_OPERATIONS,
  ...LEAGUE_OPERATIONS,
  ...SUPERVISION_OPERATIONS,
  ...STATUS_OPERATIONS,
  ...STUDY_OPERATIONS,
  ...STUDY_ROOM_OPERATIONS,
  ...APPROVAL_OPERATIONS,
  ...CREDENTIAL_OPERATIONS,
  ...DIGEST_OPERATIONS,
  ...EXPORT_OPERATIONS,
  ...BLOCK_OPERATIONS,
  ...MODERATION_OPERATIONS,
  ...NOTIFICATION_OPERATIONS,
  ...PUBLISHING_OPERATIONS,
  ...CATALOG_OPERATIONS,
  ...FEEDBACK_OPERATIONS,
  ...EVENT_OPERATIONS,
  ...SOCIAL_OPERATIONS,
  ...MEMORY_OPERATIONS,
  ...PLAY_OPERATIONS,
  ...PLAY_ACTIONS,
  ...TOWN_OPERATIONS,
  ...credentials,
  ...administration,
  ...ADMIN_LOG_OPERATIONS,
  ...operations,
];
