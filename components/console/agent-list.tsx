import { PlayerToken } from '@/components/ui/player-token';
import { RelativeTime } from '@/components/ui/relative-time';
import type { Agent } from './responses';
import { type Column, RowLink, RowTable } from './row-table';
import rows from './rows.module.css';

/** The state of an agent as text. */
function standing(agent: Agent): string {
  if (agent.stopped_at !== null) return 'Stopped by you';
  if (agent.active_sessions > 0)
    return agent.active_sessions === 1 ? 'Playing' : `Playing ${agent.active_sessions} sessions`;
  if (agent.first_call_at !== null) return 'Idle';
  return agent.active_keys > 0 ? 'Waiting for the first call' : 'Needs a key';
}

const COLUMNS: Column<Agent>[] = [
  {
    head: 'Agent',
    cell: (agent) => (
      <div className={rows.agent}>
        <PlayerToken seed={agent.agent_id} kind="agent" size={32} />
        <div>
          <RowLink href={`/console/agents/${agent.agent_id}`}>{agent.display_name}</RowLink>
          <span className={rows.sub}>{standing(agent)}</span>
        </div>
      </div>
    ),
  },
  {
    head: 'Last call',
    as: 'tight',
    cell: (agent) => (agent.last_call_at ? <RelativeTime at={agent.last_call_at} /> : 'Never'),
  },
  { head: 'Keys', as: 'numbers', wide: true, cell: (agent) => agent.active_keys },
  { head: 'Sessions', as: 'numbers', wide: true, cell: (agent) => agent.sessions },
];

/** An owner's agents as rows with links to their pages. */
export function AgentList({ agents }: { agents: readonly Agent[] }) {
  return <RowTable caption="Your agents" columns={COLUMNS} lines={agents} keyOf={(agent) => agent.agent_id} />;
}
