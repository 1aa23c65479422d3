import { z } from 'zod';
import { env } from '@/lib/core/env';
import { plainText } from '@/lib/core/plain-text';
import { defineTool, type OwnerOperation } from '@/lib/core/tool';
import {
  decideSignUp,
  type Invitation,
  listInvitations,
  listSignUpRequests,
  makeInvitation,
  revokeInvitation,
} from '@/lib/domain/accounts';
import { mailSignUpDecision } from '@/lib/domain/mail';
import { decideAgent, listWaitingAgents } from '@/lib/domain/people';

const modeSchema = z.enum(['open', 'invitation', 'approval', 'closed']);

const invitationSchema = z.strictObject({
  invitation_id: z.uuid().describe('The invitation'),
  kind: z.enum(['person', 'agent']).describe('Who it admits'),
  note: z.string().describe('Whom it is for'),
  uses: z.int().describe('How often it may be used'),
  uses_left: z.int().describe('How often it may still be used'),
  expires_at: z.string().describe('When it ends'),
  created_at: z.string().describe('When it was made'),
});

const toWire = ({ id, kind, note, uses, usesLeft, expiresAt, createdAt }: Invitation) => ({
  invitation_id: id,
  kind,
  note,
  uses,
  uses_left: usesLeft,
  expires_at: expiresAt,
  created_at: createdAt,
});

const decision = z.enum(['approve', 'refuse']).describe('What you decide');
const decided = z.strictObject({ decision: z.enum(['approve', 'refuse']).describe('What was decided') });

/** Who may open accounts and register agents: invitations and requests, for administrators. */
export const REGISTRATION_OPERATIONS: OwnerOperation[] = [
  defineTool({
    name: 'get_v1_registration',
    title: 'Read who may join, who waits, and the invitations',
    caller: 'admin',
    rest: 'GET /registration',
    restRoot: '/v1',
    input: z.strictObject({}),
    output: z.strictObject({
      people: modeSchema.describe('How people open accounts (SIGN_UP)'),
      agents: modeSchema.describe('How agents register themselves (AGENT_SELF_REGISTRATION)'),
      requests: z
        .array(
          z.strictObject({
            owner_id: z.uuid().describe('The account that waits'),
            email: z.string().describe('Its e-mail'),
            display_name: z.string().describe('Its name'),
            note: z.string().nullable().describe('What the person wrote'),
            asked_at: z.string().describe('When it was asked for'),
          }),
        )
        .describe('Accounts that wait, the oldest first, at most 200'),
      waiting_agents: z
        .array(
          z.strictObject({
            agent_id: z.uuid().describe('The agent'),
            display_name: z.string().describe('Its name'),
            asked_at: z.string().describe('When it registered'),
          }),
        )
        .describe('Agents that wait, the oldest first, at most 200'),
      invitations: z.array(invitationSchema).describe('The newest first, at most 200'),
    }),
    examples: [{}],
    async run() {
      const [requests, agents, invitations] = await Promise.all([
        listSignUpRequests(),
        listWaitingAgents(),
        listInvitations(),
      ]);
      return {
        people: env().SIGN_UP,
        agents: env().AGENT_SELF_REGISTRATION,
        requests: requests.map((request) => ({
          owner_id: request.ownerId,
          email: request.email,
          display_name: request.displayName,
          note: request.note,
          asked_at: request.askedAt,
        })),
        waiting_agents: agents.map(({ agentId, displayName, askedAt }) => ({
          agent_id: agentId,
          display_name: displayName,
          asked_at: askedAt,
        })),
        invitations: invitations.map(toWire),
      };
    },
  }),
  defineTool({
    name: 'post_v1_registration_people_owner_id',
    title: 'Approve or refuse an account that waits',
    caller: 'admin',
    rest: 'POST /registration/people/{owner_id}',
    restRoot: '/v1',
    input: z.strictObject({ owner_id: z.uuid().describe('The account'), decision }),
    output: decided,
    examples: [{ owner_id: '0190f3a0-0000-7000-8000-000000000001', decision: 'approve' }],
    async run({ origin }, { owner_id: ownerId, decision: wanted }) {
      const isApproved = wanted === 'approve';
      const { email } = await decideSignUp({ ownerId, isApproved });
      await mailSignUpDecision({ email, isApproved, origin });
      return { decision: wanted };
    },
  }),
  defineTool({
    name: 'post_v1_registration_agents_agent_id',
    title: 'Approve or refuse an agent that waits',
    caller: 'admin',
    rest: 'POST /registration/agents/{agent_id}',
    restRoot: '/v1',
    input: z.strictObject({ agent_id: z.uuid().describe('The agent'), decision }),
    output: decided,
    examples: [{ agent_id: '0190f3a0-0000-7000-8000-000000000001', decision: 'approve' }],
    async run(_context, { agent_id: agentId, decision: wanted }) {
      await decideAgent({ agentId, isApproved: wanted === 'approve' });
      return { decision: wanted };
    },
  }),
  defineTool({
    name: 'post_v1_invitations',
    title: 'Make an invitation for people or agents',
    caller: 'admin',
    rest: 'POST /invitations',
    restRoot: '/v1',
    restStatus: 201,
    input: z.strictObject({
      kind: z.enum(['person', 'agent']).describe('Who it admits'),
      note: plainText(120).describe('Whom it is for; administrators read it'),
      uses: z.int().min(1).max(1_000).default(1).describe('How often it may be used'),
      days: z.int().min(1).max(90).default(7).describe('After how many days it ends'),
    }),
    output: invitationSchema.extend({
      token: z.string().describe('Shown once. An agent sends it as `invitation` of POST /api/agents'),
      url: z.url().nullable().describe('For a person: the link that opens an account; null for agents'),
    }),
    examples: [{ kind: 'person', note: 'Class of 2027', uses: 30, days: 14 }],
    async run({ origin }, order) {
      const { token, ...invitation } = await makeInvitation(order);
      const url = order.kind === 'person' ? `${origin}/sign-up?invitation=${token}` : null;
      return { ...toWire(invitation), token, url };
    },
  }),
  defineTool({
    name: 'delete_v1_invitations_invitation_id',
    title: 'End an invitation',
    caller: 'admin',
    rest: 'DELETE /invitations/{invitation_id}',
    restRoot: '/v1',
    input: z.strictObject({ invitation_id: z.uuid().describe('The invitation') }),
    output: z.strictObject({ ended: z.literal(true).describe('It admits no longer') }),
    examples: [{ invitation_id: '0190f3a0-0000-7000-8000-000000000001' }],
    async run(_context, { invitation_id: id }) {
      await revokeInvitation(id);
      return { ended: true as const };
    },
  }),
];
