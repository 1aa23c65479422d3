'use client';
import { Button } from '@/components/ui/button';
import { type Column, DataTable, RowLink } from '@/components/ui/data-table';
import table from '@/components/ui/data-table.module.css';
import { RelativeTime } from '@/components/ui/relative-time';
import { useChange } from './api';
import { ConfirmButton } from './confirm-button';
import { FailureNotice } from './failure-notice';
import { ignoredSchema } from './responses';
import { StatusWord } from './status-word';

/** A credential without its secret. */
export interface CredentialLine {
  id: string;
  label: string;
  authMethod: string;
  isDefault: boolean;
  /** The only server to which it is sent; null: none. */
  origin: string | null;
  /** Where the experience is now, when that is another server. */
  movedTo: string | null;
  agentId: string;
  agentName: string;
  experienceId: string;
  experienceName: string | null;
  updatedAt: string;
  lastUsedAt: string | null;
}

const METHOD_LABELS: Readonly<Record<string, string>> = {
  api_key: 'API key',
  bearer_token: 'Bearer token',
  username_password: 'User name and password',
  custom: 'Other secret data',
};

/** The kind of a credential in words. */
export const methodLabel = (method: string): string => METHOD_LABELS[method] ?? method.replaceAll('_', ' ');

const COLUMNS: Column<CredentialLine>[] = [
  {
    head: 'Credential',
    cell: (line) => (
      <>
        <bdi className={table.main}>{line.label}</bdi>
        <span className={table.sub}>
          {methodLabel(line.authMethod)}
          {line.isDefault && <StatusWord tone="good">default</StatusWord>}
          {line.movedTo && <StatusWord tone="wait">not sent</StatusWord>}
        </span>
        {line.movedTo && (
          <span className={table.sub}>
            The server of this experience moved from {line.origin ? <bdi>{line.origin}</bdi> : 'another server'} to{' '}
            <bdi>{line.movedTo}</bdi>.
          </span>
        )}
      </>
    ),
  },
  {
    head: 'For',
    cell: (line) => (
      <>
        <RowLink href={`/experiences/${line.experienceId}`}>{line.experienceName ?? 'A deleted experience'}</RowLink>
        <span className={table.sub}>
          <bdi>{line.agentName}</bdi>
        </span>
      </>
    ),
  },
  {
    head: 'Last used',
    kind: 'short',
    hideOn: 'phone',
    cell: (line) => (
      <>
        {line.lastUsedAt ? <RelativeTime at={line.lastUsedAt} /> : 'Never'}
        <span className={table.sub}>
          stored <RelativeTime at={line.updatedAt} />
        </span>
      </>
    ),
  },
  { head: '', cell: (line) => <CredentialActions line={line} /> },
];

/** The credentials of an owner's agents. */
export function CredentialTable({ lines }: { lines: readonly CredentialLine[] }) {
  return <DataTable caption="Credentials" columns={COLUMNS} rows={lines} keyOf={(line) => line.id} />;
}

function CredentialActions({ line }: { line: CredentialLine }) {
  const path = `/api/console/agents/${line.agentId}/credentials/${line.id}`;
  const prefer = useChange<void, unknown>(() => ({
    method: 'PUT',
    path: `${path}/default`,
    body: { experience_id: line.experienceId },
    answer: ignoredSchema,
  }));
  return (
    <>
      <FailureNotice failure={prefer.error} kept="Nothing was changed." />
      <div className={table.actions}>
        {line.movedTo && (
          <ConfirmButton
            label="Agree"
            size="compact-sm"
            title="Send this credential to the new server?"
            explanation={
              <>
                The operator of <bdi>{line.movedTo}</bdi> can use it from then on. Agree only when you know that this
                server belongs to the same service.
              </>
            }
            action="Send it there"
            keep="Do not send it"
            kept="The credential is not sent."
            isDanger={false}
            toRequest={() => ({
              method: 'PUT',
              path: `${path}/origin`,
              body: { origin: line.movedTo },
              answer: ignoredSchema,
            })}
          />
        )}
        {!line.isDefault && (
          <Button size="compact-sm" variant="default" loading={prefer.isPending} onClick={() => prefer.mutate()}>
            Make default
          </Button>
        )}
        <ConfirmButton
          label="Delete"
          size="compact-sm"
          title="Delete the credential?"
          explanation="The agent cannot log in with it any more. This cannot be undone."
          action="Delete credential"
          keep="Keep it"
          kept="The credential was not deleted."
          toRequest={() => ({ method: 'DELETE', path, answer: ignoredSchema })}
        />
      </div>
    </>
  );
}
