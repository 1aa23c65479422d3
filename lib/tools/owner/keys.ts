import { z } from 'zod';
import { SCOPES } from '@/lib/core/scopes';
import { defineTool, type OwnerOperation } from '@/lib/core/tool';
import { announceSecurityEvent } from '@/lib/domain/accounts';
import { issueKeyBody, rotateKeyBody } from '@/lib/domain/console';
import { type IssuedKey, issueOwnedKey, keySummarySchema, listKeys, revokeKey, rotateKey } from '@/lib/domain/keys';
import { agentIdOf } from './agents';

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

/** The API keys of agents. */
export const KEY_OPERATIONS: OwnerOperation[] = [
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
