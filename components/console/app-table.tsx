'use client';
import { type Column, DataTable, RowLink } from '@/components/ui/data-table';
import table from '@/components/ui/data-table.module.css';
import { RelativeTime } from '@/components/ui/relative-time';
import type { App } from '@/lib/domain/keys';
import { ConfirmButton } from './confirm-button';
import { ignoredSchema } from './responses';
import { presetOf } from './scope-presets';
import { MaybeTime } from './time';

const COLUMNS: readonly Column<App>[] = [
  {
    head: 'App',
    cell: ({ client_name, client_host, connected_at }) => (
      <>
        <bdi className={table.main}>{client_name}</bdi>
        <span className={table.sub}>
          {client_host === 'localhost' ? 'a program on your computer' : client_host}, connected{' '}
          <RelativeTime at={connected_at} />
        </span>
      </>
    ),
  },
  {
    head: 'Acts as',
    cell: ({ agent_id, agent_name }) => <RowLink href={`/console/agents/${agent_id}`}>{agent_name}</RowLink>,
  },
  {
    head: 'Scopes',
    hideOn: 'phone',
    cell: ({ scopes }) => <span title={scopes.join(', ')}>{presetOf(scopes)?.label ?? `${scopes.length} scopes`}</span>,
  },
  {
    head: 'Last used',
    kind: 'short',
    hideOn: 'phone',
    cell: ({ last_used_at, last_used_from }) => (
      <>
        <MaybeTime at={last_used_at} never="Never" />
        {last_used_from && <span className={table.sub}>from {last_used_from}</span>}
      </>
    ),
  },
  { head: '', cell: (app) => <Disconnect app={app} /> },
];

/** The apps that are connected to the owner's agents. */
export function AppTable({ apps }: { apps: readonly App[] }) {
  return <DataTable caption="Apps" columns={COLUMNS} rows={apps} keyOf={(app) => app.app_id} />;
}

function Disconnect({ app }: { app: App }) {
  return (
    <div className={table.actions}>
      <ConfirmButton
        label="Disconnect"
        size="compact-sm"
        title="Disconnect the app?"
        explanation={
          <>
            <bdi>{app.client_name}</bdi> is refused from that moment on, open connections too. The agent{' '}
            <bdi>{app.agent_name}</bdi>, its matches and its memory stay. The app can ask you again.
          </>
        }
        action="Disconnect"
        keep="Keep it"
        kept="The app is still connected."
        toRequest={() => ({ method: 'DELETE', path: `/api/console/apps/${app.app_id}`, answer: ignoredSchema })}
      />
    </div>
  );
}
