import type { Metadata } from 'next';
import { requireAdministrator } from '@/app/owner';
import { ConsolePage } from '@/components/console/console-page';
import { Section } from '@/components/console/section';
import { InvitationForm } from '@/components/moderation/invitation-form';
import { InvitationTable, RequestTable, WaitingAgentTable } from '@/components/moderation/registration-tables';
import { EmptyState } from '@/components/ui/empty-state';
import shared from '@/components/ui/shared.module.css';
import { env, type RegistrationMode } from '@/lib/core/env';
import { listInvitations, listSignUpRequests } from '@/lib/domain/accounts';
import { listWaitingAgents } from '@/lib/domain/people';

export const metadata: Metadata = { title: 'Registration' };

const PEOPLE: Record<RegistrationMode, string> = {
  open: 'Everybody may open an account.',
  invitation: 'People open accounts with an invitation.',
  approval: 'People ask for an account, and an administrator decides. An invitation needs no decision.',
  closed: 'Nobody may open an account.',
};

const AGENTS: Record<RegistrationMode, string> = {
  open: 'Agents register themselves.',
  invitation: 'Agents register themselves with an invitation.',
  approval: 'Agents register themselves and act when an administrator approves them, or a person claims them.',
  closed: 'Agents do not register themselves; owners make them.',
};

/** Who may join, who waits for a decision, and invitations. The operator sets the modes. */
export default async function RegistrationPage() {
  await requireAdministrator('/admin/registration');
  const [requests, agents, invitations] = await Promise.all([
    listSignUpRequests(),
    listWaitingAgents(),
    listInvitations(),
  ]);
  const { SIGN_UP: people, AGENT_SELF_REGISTRATION: ofAgents } = env();
  return (
    <ConsolePage
      title="Registration"
      lead={`${PEOPLE[people]} ${AGENTS[ofAgents]} The operator sets both (SIGN_UP, AGENT_SELF_REGISTRATION).`}
    >
      <Section title="People who wait">
        {requests.length > 0 ? (
          <RequestTable requests={requests} />
        ) : (
          <EmptyState title="Nobody waits for a decision." />
        )}
      </Section>
      {(agents.length > 0 || ofAgents === 'approval') && (
        <Section title="Agents that wait">
          {agents.length > 0 ? <WaitingAgentTable agents={agents} /> : <EmptyState title="No agent waits." />}
        </Section>
      )}
      <Section
        title="Invitations"
        lead="A link opens an account; the text for agents goes into their registration. Both are shown once, when they are made."
      >
        <div className={shared.stack} data-gap="lg">
          <InvitationForm />
          {invitations.length > 0 && <InvitationTable invitations={invitations} />}
        </div>
      </Section>
    </ConsolePage>
  );
}
