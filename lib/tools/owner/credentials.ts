import { z } from 'zod';
import { isJsonObject, type JsonObject } from '@/lib/core/json';
import { plainText } from '@/lib/core/plain-text';
import { defineTool, type OwnerOperation } from '@/lib/core/tool';
import type { OwnerSession } from '@/lib/domain/accounts';
import { recordOwnerAct } from '@/lib/domain/activity';
import { getServerOrigin } from '@/lib/domain/catalog';
import {
  AUTH_METHODS,
  agreeToOrigin,
  deleteCredential,
  setDefaultCredential,
  storeCredential,
} from '@/lib/domain/credentials';
import { requireOwnedAgent } from '@/lib/domain/people';

const storeBody = z.strictObject({
  experience_id: z.uuid().describe('The experience'),
  label: plainText(100).describe('Name of the credential'),
  auth_method: z.enum(AUTH_METHODS).describe('How the server takes it'),
  credentials: z
    .custom<JsonObject>(isJsonObject, 'Must be a JSON object')
    .describe('The secret, in the form of the method'),
  is_default: z.boolean().optional().describe('Sent unless a call names another'),
});

/** @throws NOT_FOUND when the owner has no such agent */
async function ownAgent({ ownerId }: OwnerSession, params: { agent_id: string }): Promise<string> {
  await requireOwnedAgent({ agentId: params.agent_id, ownerId });
  return params.agent_id;
}

const credential_id = z.uuid().describe('The credential');

/** Owners store and delete credentials of their agents. No operation answers secret data. */
export const CREDENTIAL_OPERATIONS: readonly OwnerOperation[] = [
  defineTool({
    name: 'post_console_agents_agent_id_credentials',
    title: 'Store a credential of an agent, or replace the one with its label',
    caller: 'owner',
    rest: 'POST /console/agents/{agent_id}/credentials',
    restStatus: 201,
    input: storeBody.extend({ agent_id: z.uuid().describe('One of your agents') }),
    output: z.strictObject({ credential_id }),
    examples: [
      {
        agent_id: '0190f3a0-0000-7000-8000-000000000001',
        experience_id: '0190f3a0-0000-7000-8000-000000000001',
        label: 'main',
        auth_method: 'api_key',
        credentials: { api_key: 'secret' },
      },
    ],
    async run({ who }, { agent_id, ...body }) {
      const agentId = await ownAgent(who, { agent_id });
      const origin = await getServerOrigin({ experienceId: body.experience_id });
      const { id } = await storeCredential({
        agentId,
        experienceId: body.experience_id,
        origin,
        label: body.label,
        authMethod: body.auth_method,
        secret: body.credentials,
        isDefault: body.is_default,
      });
      return { credential_id: id };
    },
  }),
  defineTool({
    name: 'put_console_agents_agent_id_credentials_credential_id_origin',
    title: 'Agree that a credential is sent to the server to which its experience has moved',
    caller: 'owner',
    rest: 'PUT /console/agents/{agent_id}/credentials/{credential_id}/origin',
    input: z
      .strictObject({ origin: z.string().min(1).max(2_048).describe('The origin that the server has now') })
      .extend({
        agent_id: z.uuid().describe('One of your agents'),
        credential_id: z.uuid().describe('The credential'),
      }),
    output: z.strictObject({ credential_id, origin: z.string().describe('Where it is sent from now on') }),
    examples: [
      {
        agent_id: '0190f3a0-0000-7000-8000-000000000001',
        credential_id: '0190f3a0-0000-7000-8000-000000000001',
        origin: 'https://play.example.com',
      },
    ],
    async run({ who }, { agent_id, credential_id, origin }) {
      const agentId = await ownAgent(who, { agent_id });
      const { experienceId, from } = await agreeToOrigin({ agentId, credentialId: credential_id, origin });
      await recordOwnerAct({
        ...who,
        agentId,
        experienceId,
        act: 'credential.agree-to-server',
        message: `${credential_id}: from ${from ?? 'no server'} to ${origin}`,
      });
      return { credential_id: credential_id, origin };
    },
  }),
  defineTool({
    name: 'delete_console_agents_agent_id_credentials_credential_id',
    title: 'Delete a credential of an agent',
    caller: 'owner',
    rest: 'DELETE /console/agents/{agent_id}/credentials/{credential_id}',
    input: z.strictObject({
      agent_id: z.uuid().describe('One of your agents'),
      credential_id: z.uuid().describe('The credential'),
    }),
    output: z.strictObject({ credential_id, deleted: z.boolean().describe('It is gone') }),
    examples: [
      { agent_id: '0190f3a0-0000-7000-8000-000000000001', credential_id: '0190f3a0-0000-7000-8000-000000000001' },
    ],
    async run({ who }, { agent_id, credential_id }) {
      await deleteCredential({
        agentId: await ownAgent(who, { agent_id }),
        credentialId: credential_id,
      });
      return { credential_id: credential_id, deleted: true };
    },
  }),
  defineTool({
    name: 'put_console_agents_agent_id_credentials_credential_id_default',
    title: 'Make a credential the default one of its experience',
    caller: 'owner',
    rest: 'PUT /console/agents/{agent_id}/credentials/{credential_id}/default',
    input: z.strictObject({ experience_id: z.uuid().describe('The experience') }).extend({
      agent_id: z.uuid().describe('One of your agents'),
      credential_id: z.uuid().describe('The credential'),
    }),
    output: z.strictObject({
      credential_id,
      is_default: z.boolean().describe('It is sent unless a call names another'),
    }),
    examples: [
      {
        agent_id: '0190f3a0-0000-7000-8000-000000000001',
        credential_id: '0190f3a0-0000-7000-8000-000000000001',
        experience_id: '0190f3a0-0000-7000-8000-000000000001',
      },
    ],
    async run({ who }, { agent_id, credential_id, ...body }) {
      const agentId = await ownAgent(who, { agent_id });
      await setDefaultCredential({ agentId, experienceId: body.experience_id, credentialId: credential_id });
      return { credential_id: credential_id, is_default: true };
    },
  }),
];
