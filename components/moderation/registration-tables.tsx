'use client';
import { ConfirmButton } from '@/components/console/confirm-button';
import { ignoredSchema } from '@/components/console/responses';
import { type Column, DataTable } from '@/components/ui/data-table';
import table from '@/components/ui/data-table.module.css';
import { RelativeTime } from '@/components/ui/relative-time';
import type { Invitation, SignUpRequest } from '@/lib/domain/accounts';

interface WaitingAgent {
  agentId: string;
  displayName: string;
  askedAt: string;
}

/** Approves or refuses what waits at `path`. */
function Decision({ path, name, refusal }: { path: string; name: string; refusal: string }) {
  const requestOf = (decision: 'approve' | 'refuse') => () =>
    ({ method: 'POST', path, body: { decision }, answer: ignoredSchema }) as const;
  return (
    <div className={table.actions}>
      <ConfirmButton
        label="Approve"
        isDanger={false}
        title="Approve?"
        explanation={<bdi>{name}</bdi>}
        action="Approve"
        keep="Decide later"
        kept="Nothing was decided."
        size="compact-sm"
        toRequest={requestOf('approve')}
      />
      <ConfirmButton
        label="Refuse"
        title="Refuse?"
        explanation={
          <>
            <bdi>{name}</bdi>. {refusal}
          </>
        }
        action="Refuse"
        keep="Decide later"
        kept="Nothing was decided."
        size="compact-sm"
        toRequest={requestOf('refuse')}
      />
    </div>
  );
}

const REQUEST_COLUMNS: readonly Column<SignUpRequest>[] = [
  {
    head: 'Person',
    isRowHead: true,
    cell: ({ email, displayName }) => (
      <>
        <bdi className={table.main}>{email}</bdi>
        <bdi className={table.sub}>{displayName}</bdi>
      </>
    ),
  },
  { head: 'What they wrote', cell: ({ note }) => note !== null && <bdi>{note}</bdi> },
  { head: 'Asked', kind: 'short', hideOn: 'phone', cell: ({ askedAt }) => <RelativeTime at={askedAt} /> },
  {
    head: '',
    cell: ({ ownerId, email }) => (
      <Decision
        path={`/v1/registration/people/${ownerId}`}
        name={email}
        refusal="They read it when they sign in, and may ask again after 30 days."
      />
    ),
  },
];

/** People who wait for an account. */
export function RequestTable({ requests }: { requests: readonly SignUpRequest[] }) {
  return (
    <DataTable
      caption="Requests of people"
      columns={REQUEST_COLUMNS}
      rows={requests}
      keyOf={({ ownerId }) => ownerId}
      scrolls
    />
  );
}

const AGENT_COLUMNS: readonly Column<WaitingAgent>[] = [
  { head: 'Agent', isRowHead: true, cell: ({ displayName }) => <bdi>{displayName}</bdi> },
  { head: 'Registered', kind: 'short', hideOn: 'phone', cell: ({ askedAt }) => <RelativeTime at={askedAt} /> },
  {
    head: '',
    cell: ({ agentId, displayName }) => (
      <Decision
        path={`/v1/registration/agents/${agentId}`}
        name={displayName}
        refusal="Its calls stay refused, unless a person claims it."
      />
    ),
  },
];

/** Agents that registered themselves and wait. */
export function WaitingAgentTable({ agents }: { agents: readonly WaitingAgent[] }) {
  return (
    <DataTable
      caption="Requests of agents"
      columns={AGENT_COLUMNS}
      rows={agents}
      keyOf={({ agentId }) => agentId}
      scrolls
    />
  );
}

const INVITATION_COLUMNS: readonly Column<Invitation>[] = [
  {
    head: 'Invitation',
    isRowHead: true,
    cell: ({ note, kind }) => (
      <>
        <bdi className={table.main}>{note}</bdi>
        <span className={table.sub}>{kind === 'agent' ? 'for agents' : 'for people'}</span>
      </>
    ),
  },
  { head: 'Left', kind: 'number', cell: ({ uses, usesLeft }) => `${usesLeft} of ${uses}` },
  { head: 'Ends', kind: 'short', cell: ({ expiresAt }) => <RelativeTime at={expiresAt} /> },
  {
    head: '',
    cell: ({ id, note }) => (
      <ConfirmButton
        label="End"
        title="End the invitation?"
        explanation={
          <>
            <bdi>{note}</bdi> admits no longer. Who has joined with it stays.
          </>
        }
        action="End it"
        keep="Keep it"
        kept="The invitation still admits."
        size="compact-sm"
        toRequest={() => ({ method: 'DELETE', path: `/v1/invitations/${id}`, answer: ignoredSchema })}
      />
    ),
  },
];

/** Invitations, used and ended ones too. */
export function InvitationTable({ invitations }: { invitations: readonly Invitation[] }) {
  return (
    <DataTable
      caption="Invitations, the newest first"
      columns={INVITATION_COLUMNS}
      rows={invitations}
      keyOf={({ id }) => id}
      scrolls
    />
  );
}
