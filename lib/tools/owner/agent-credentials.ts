import { z } from 'zod';
import { defineTool, type OwnerOperation } from '@/lib/core/tool';
import { mintTokenBody, selfRegistrationBody } from '@/lib/domain/console';
import { mintToken, selfRegisterAgent } from '@/lib/domain/keys';

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

/** What an agent gets by itself: a key, and tokens from it. */
export const AGENT_CREDENTIAL_OPERATIONS: OwnerOperation[] = [
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
