import { type Column, RowLink } from '@/components/ui/data-table';
import table from '@/components/ui/data-table.module.css';

/** The agent of a line. */
interface OfAgent {
  agent_id: string;
  agent_name: string;
}

/** The column of the agent; on a phone `AgentNote` replaces it. */
export const AGENT_COLUMN: Column<OfAgent> = {
  head: 'Agent',
  hideOn: 'phone',
  cell: (line) => <RowLink href={`/console/agents/${line.agent_id}`}>{line.agent_name}</RowLink>,
};

/** The agent of a line, on phones. */
export function AgentNote({ line }: { line: OfAgent }) {
  return <bdi className={table.onPhone}>{line.agent_name}</bdi>;
}
