import { z } from 'zod';
import { isJsonObject, type JsonObject } from '@/lib/core/json';
import { plainText } from '@/lib/core/plain-text';
import { type OwnerSession, recordOwnerAct, requireOwnedAgent } from '@/lib/domain/auth';
import { getServerOrigin } from '@/lib/domain/catalog';
import {
  AUTH_METHODS,
  agreeToOrigin,
  deleteCredential,
  setDefaultCredential,
  storeCredential,
} from '@/lib/domain/credentials';
import { owner } from './callers';
import { defineRoute, type Route } from './route';

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
export const CREDENTIAL_ROUTES: readonly Route[] = [
  defineRoute({
    method: 'POST',
    path: '/api/console/agents/{agent_id}/credentials',
    title: 'Store a credential of an agent, or replace the one with its label',
    output: z.strictObject({ credential_id }),
    example: {
      experience_id: '0190f3a0-0000-7000-8000-000000000001',
      label: 'main',
      auth_method: 'api_key',
      credentials: { api_key: 'secret' },
    },
    who: owner,
    body: storeBody,
    status: 201,
    async run({ who, params, body }) {
      const agentId = await ownAgent(who, params);
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
  defineRoute({
    method: 'PUT',
    path: '/api/console/agents/{agent_id}/credentials/{credential_id}/origin',
    title: 'Agree that a credential is sent to the server to which its experience has moved',
    output: z.strictObject({ credential_id, origin: z.string().describe('Where it is sent from now on') }),
    example: { origin: 'https://play.example.com' },
    who: owner,
    body: z.strictObject({ origin: z.string().min(1).max(2_048).describe('The origin that the server has now') }),
    async run({ who, params, body: { origin } }) {
      const agentId = await ownAgent(who, params);
      const { experienceId, from } = await agreeToOrigin({ agentId, credentialId: params.credential_id, origin });
      await recordOwnerAct({
        ...who,
        agentId,
        experienceId,
        act: 'credential.agree-to-server',
        message: `${params.credential_id}: from ${from ?? 'no server'} to ${origin}`,
      });
      return { credential_id: params.credential_id, origin };
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/api/console/agents/{agent_id}/credentials/{credential_id}',
    title: 'Delete a credential of an agent',
    output: z.strictObject({ credential_id, deleted: z.boolean().describe('It is gone') }),
    who: owner,
    async run({ who, params }) {
      await deleteCredential({ agentId: await ownAgent(who, params), credentialId: params.credential_id });
      return { credential_id: params.credential_id, deleted: true };
    },
  }),
  defineRoute({
    method: 'PUT',
    path: '/api/console/agents/{agent_id}/credentials/{credential_id}/default',
    title: 'Make a credential the default one of its experience',
    output: z.strictObject({
      credential_id,
      is_default: z.boolean().describe('It is sent unless a call names another'),
    }),
    example: { experience_id: '0190f3a0-0000-7000-8000-000000000001' },
    who: owner,
    body: z.strictObject({ experience_id: z.uuid().describe('The experience') }),
    async run({ who, params, body }) {
      const agentId = await ownAgent(who, params);
      await setDefaultCredential({ agentId, experienceId: body.experience_id, credentialId: params.credential_id });
      return { credential_id: params.credential_id, is_default: true };
    },
  }),
];
