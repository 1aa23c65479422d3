import { type Column, DataTable, RowLink } from '@/components/ui/data-table';
import table from '@/components/ui/data-table.module.css';
import { PlayerToken } from '@/components/ui/player-token';
import { RelativeTime } from '@/components/ui/relative-time';
import type { AgentOverview } from '@/lib/domain/console';

/** The state of an agent as text. */
function standing(agent: AgentOverview): string {
  if (agent.stopped_at !== null) return 'Stopped by you';
  if (agent.active_sessions > 0)
    return agent.active_sessions === 1 ? 'Playing' : `Playing ${agent.active_sessions} sessions`;
  if (agent.first_call_at !== null) return 'Idle';
  return agent.active_keys > 0 ? 'Waiting for the first call' : 'Needs a key';
}

const COLUMNS: Column<AgentOverview>[] = [
  {
    head: 'Agent',
    cell: (agent) => (
      <div className={table.agent}>
        <PlayerToken seed={agent.agent_id} kind="agent" size={32} />
        <div>
          <RowLink href={`/console/agents/${agent.agent_id}`}>{agent.display_name}</RowLink>
          <span className={table.sub}>{standing(agent)}</span>
        </div>
      </div>
    ),
  },
  {
    head: 'Last call',
    kind: 'short',
    cell: (agent) => (agent.last_call_at ? <RelativeTime at={agent.last_call_at} /> : 'Never'),
  },
  { head: 'Keys', kind: 'number', hideOn: 'phone', cell: (agent) => agent.active_keys },
  { head: 'Sessions', kind: 'number', hideOn: 'phone', cell: (agent) => agent.sessions },
];

/** An owner's agents as rows with links to their pages. */
export function AgentList({ agents }: { agents: readonly AgentOverview[] }) {
  return <DataTable caption="Your agents" columns={COLUMNS} rows={agents} keyOf={(agent) => agent.agent_id} />;
}
