import { z } from 'zod';
import { plainText } from '@/lib/core/plain-text';
import { defineTool } from '@/lib/core/tool';
import { getServer, getServerOrigin } from '@/lib/domain/catalog';
import {
  AUTH_METHODS,
  type AuthMethod,
  type CredentialInfo,
  deleteCredential,
  listCredentials,
  setDefaultCredential,
  storeCredential,
} from '@/lib/domain/credentials';
import { experienceIdField, jsonObjectField, timeField } from './fields';

const EXAMPLE_EXPERIENCE = '0199a3c0-6d2e-7c10-8f4b-2b7f0c1d9e01';
const EXAMPLE_CREDENTIAL = '0199a3c0-6d2e-7c10-8f4b-2b7f0c1d9e05';

const credentialIdField = z.uuid().toLowerCase().describe('Credential id, from credential.list');

const credentialFields = z.strictObject({
  id: z.uuid().describe('For credential.delete and credential.set-default'),
  label: z.string().describe('Your name for it'),
  auth_method: z.enum(AUTH_METHODS).describe('Kind of the secret data'),
  is_default: z.boolean().describe('Whether it is preferred for this experience'),
  origin: z
    .string()
    .optional()
    .describe('The only server to which it is sent: where the experience was when it was stored'),
  is_withheld: z
    .literal(true)
    .optional()
    .describe(
      'The experience is on another server now: calls do not carry it, unless your owner agrees to that server',
    ),
  created_at: timeField('When it was first stored'),
});

const toWire = ({ id, label, authMethod, isDefault, origin, createdAt }: CredentialInfo, server: string | null) => ({
  id,
  label,
  auth_method: authMethod,
  is_default: isDefault,
  ...(origin === null ? {} : { origin }),
  ...(origin === server ? {} : { is_withheld: true as const }),
  created_at: createdAt.toISOString(),
});

/** Which calls carry a credential, for the agent that has stored it. */
function useOf(method: AuthMethod, { origin, fillsLogins }: { origin: string | null; fillsLogins: boolean }): string {
  if (origin === null) return 'No call carries it: this experience has no server of a publisher.';
  if (method === 'bearer_token') return `Each of your calls to ${origin} carries it as the Bearer header.`;
  if (fillsLogins) return `It fills the arguments that you leave out in login tools of ${origin}.`;
  return (
    `No call carries it: calls to ${origin} carry only a credential with auth_method bearer_token. Where a tool of the ` +
    'server asks for it, send it in your action.'
  );
}

const credentialStore = defineTool({
  name: 'credential.store',
  title: 'Store a credential',
  description:
    'Stores your secret data for an experience, encrypted; nothing ever shows them again. A bearer_token {"token"} is sent ' +
    'as the Bearer header of your calls to that experience; fields such as username and password fill the login tool of ' +
    'a discovered server. They go to the server that the experience has now (origin in the answer) and to no other: when ' +
    'it moves, your owner agrees or you store them again. The same label replaces. Use this, not memory.set, for secrets.',
  toolset: 'gateway',
  scope: 'memory:write',
  rest: 'POST /credentials',
  restStatus: 201,
  source: 'gateway-tool-contract.md, credential.store',
  input: z.strictObject({
    experience_id: experienceIdField,
    label: plainText(100).describe('Your name for it, such as main; the same label replaces'),
    auth_method: z
      .enum(AUTH_METHODS)
      .describe('bearer_token: {"token"}; username_password: {"username","password"}; api_key and custom: any fields'),
    credentials: jsonObjectField('The secret data, at most 16 KB'),
    is_default: z.boolean().optional().describe('Prefer it for this experience; left out, the mark stays as it is'),
  }),
  output: credentialFields.extend({ used_for: z.string().describe('Which calls carry it, or that none does') }),
  errors: ['NOT_FOUND', 'QUOTA_EXCEEDED', 'VALIDATION_ERROR'],
  hints: { idempotent: true },
  secretFields: ['credentials'],
  examples: [
    {
      experience_id: EXAMPLE_EXPERIENCE,
      label: 'main',
      auth_method: 'username_password',
      credentials: { username: 'ada', password: 'correct horse' },
      is_default: true,
    },
    { experience_id: EXAMPLE_EXPERIENCE, label: 'api', auth_method: 'bearer_token', credentials: { token: 'secret' } },
  ],
  run: async ({ agent }, input) => {
    const server = await getServer({ experienceId: input.experience_id });
    const { origin } = server;
    const stored = await storeCredential({
      agentId: agent.agentId,
      experienceId: input.experience_id,
      origin,
      label: input.label,
      authMethod: input.auth_method,
      secret: input.credentials,
      isDefault: input.is_default,
    });
    return { ...toWire(stored, origin), used_for: useOf(input.auth_method, server) };
  },
});

const credentialList = defineTool({
  name: 'credential.list',
  title: 'List credentials',
  description:
    'Lists the credentials that you stored for an experience, the default one first, without their secret data.',
  toolset: 'gateway',
  scope: 'memory:read',
  rest: 'GET /credentials',
  source: 'gateway-tool-contract.md, credential.list',
  input: z.strictObject({ experience_id: experienceIdField }),
  output: z.strictObject({ credentials: z.array(credentialFields).describe('Yours, the default one first') }),
  errors: ['NOT_FOUND', 'VALIDATION_ERROR'],
  hints: { readOnly: true, idempotent: true },
  examples: [{ experience_id: EXAMPLE_EXPERIENCE }],
  run: async ({ agent }, { experience_id }) => {
    const server = await getServerOrigin({ experienceId: experience_id });
    const listed = await listCredentials({ agentId: agent.agentId, experienceId: experience_id });
    return { credentials: listed.map((credential) => toWire(credential, server)) };
  },
});

const credentialDelete = defineTool({
  name: 'credential.delete',
  title: 'Delete a credential',
  description: 'Deletes a credential that you stored. Calls to its experience do not carry it any more.',
  toolset: 'gateway',
  scope: 'memory:write',
  rest: 'DELETE /credentials/{credential_id}',
  source: 'gateway-tool-contract.md, credential.delete',
  input: z.strictObject({ credential_id: credentialIdField }),
  output: z.strictObject({ deleted: z.literal(true).describe('Always true') }),
  errors: ['NOT_FOUND', 'VALIDATION_ERROR'],
  hints: { destructive: true },
  examples: [{ credential_id: EXAMPLE_CREDENTIAL }],
  run: async ({ agent }, { credential_id }) => {
    await deleteCredential({ agentId: agent.agentId, credentialId: credential_id });
    return { deleted: true as const };
  },
});

const credentialSetDefault = defineTool({
  name: 'credential.set-default',
  title: 'Choose the default credential',
  description: 'Makes one of your credentials the one that calls to its experience prefer. One per experience.',
  toolset: 'gateway',
  scope: 'memory:write',
  rest: 'PUT /credentials/{credential_id}/default',
  source: 'gateway-tool-contract.md, credential.set-default',
  input: z.strictObject({ experience_id: experienceIdField, credential_id: credentialIdField }),
  output: z.strictObject({ updated: z.literal(true).describe('Always true') }),
  errors: ['NOT_FOUND', 'VALIDATION_ERROR'],
  hints: { idempotent: true },
  examples: [{ experience_id: EXAMPLE_EXPERIENCE, credential_id: EXAMPLE_CREDENTIAL }],
  run: async ({ agent }, { experience_id, credential_id }) => {
    await setDefaultCredential({ agentId: agent.agentId, experienceId: experience_id, credentialId: credential_id });
    return { updated: true as const };
  },
});

export const CREDENTIAL_TOOLS = [credentialStore, credentialList, credentialDelete, credentialSetDefault];
