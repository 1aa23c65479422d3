import { z } from 'zod';
import { validationError } from '@/lib/core/errors';
import type { AgentId } from '@/lib/core/ids';
import { publicName } from '@/lib/core/public-name';
import { SCOPES } from '@/lib/core/scopes';
import { defineTool, type OwnerOperation } from '@/lib/core/tool';
import { announceSecurityEvent, requireRecentProof } from '@/lib/domain/accounts';
import { appSchema, disconnectApp, listApps } from '@/lib/domain/keys';
import { type Decision, decideAuthorization } from '@/lib/domain/oauth';
import { oauthSite } from '../endpoints';

const decisionBody = z.strictObject({
  request: z.string().min(1).max(8_000).describe('The query of /oauth/authorize, as the app sent it'),
  decision: z.enum(['agree', 'refuse']).describe('What you decided'),
  agent_id: z.uuid().optional().describe('The agent that the app acts as'),
  new_agent_name: publicName(80).optional().describe('In place of agent_id: the name of a new agent'),
  scopes: z.array(z.enum(SCOPES)).max(SCOPES.length).optional().describe('What the app may do, of what it asked for'),
});

/** @throws VALIDATION_ERROR unless there is one agent and a choice of scopes */
function toDecision(body: z.infer<typeof decisionBody>): Decision {
  const { decision, agent_id: agentId, new_agent_name: newName, scopes = [] } = body;
  if (decision === 'refuse') return { kind: 'refuse' };
  if ((agentId === undefined) === (newName === undefined))
    throw validationError([{ path: ['agent_id'], message: 'Choose an agent, or name a new one' }]);
  const agent = newName === undefined ? { agentId: agentId as AgentId } : { newName };
  return { kind: 'agree', agent, scopes: [...new Set(scopes)] };
}

/** Apps that signed in to agents by OAuth. */
export const APP_OPERATIONS: readonly OwnerOperation[] = [
  defineTool({
    name: 'get_console_apps',
    title: 'List the apps that are connected to your agents',
    caller: 'owner',
    rest: 'GET /console/apps',
    input: z.strictObject({}),
    output: z.strictObject({ apps: z.array(appSchema).describe('The newest first') }),
    examples: [{}],
    run: async ({ who }) => ({ apps: await listApps({ ownerId: who.ownerId }) }),
  }),
  defineTool({
    name: 'delete_console_apps_app_id',
    title: 'Disconnect an app',
    caller: 'owner',
    rest: 'DELETE /console/apps/{app_id}',
    input: z.strictObject({ app_id: z.uuid().describe('The app') }),
    output: z.strictObject({
      app_id: z.uuid().describe('The app'),
      status: z.literal('disconnected').describe('Its tokens work no longer'),
    }),
    examples: [{ app_id: '0190f3a0-0000-7000-8000-000000000001' }],
    async run({ who }, { app_id }) {
      await disconnectApp({ appId: app_id, ownerId: who.ownerId });
      return { app_id, status: 'disconnected' as const };
    },
  }),
  defineTool({
    name: 'post_console_apps_decisions',
    title: 'Decide about the request of an app',
    caller: 'owner',
    rest: 'POST /console/apps/decisions',
    input: decisionBody,
    output: z.strictObject({
      redirect_to: z.string().describe('Where your browser goes: back to the app, with the answer'),
      agent_id: z.uuid().nullable().describe('The agent that the app acts as; null after a refusal'),
    }),
    errors: ['QUOTA_EXCEEDED'],
    examples: [{ request: 'response_type=code&client_id=…', decision: 'refuse' }],
    async run({ who, address, origin }, body) {
      // An app is as good as a key: making one asks for the same proof.
      if (body.decision === 'agree' && who.proof.hasSecondFactor) requireRecentProof(who);
      const { redirectTo, agentId } = await decideAuthorization({
        query: new URLSearchParams(body.request),
        site: oauthSite(origin),
        ownerId: who.ownerId,
        address,
        decision: toDecision(body),
      });
      if (agentId !== null) await announceSecurityEvent({ ownerId: who.ownerId, kind: 'app_connected' });
      return { redirect_to: redirectTo, agent_id: agentId };
    },
  }),
];
