import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import Link from 'next/link';
import { RelativeTime } from '@/components/ui/relative-time';
import classes from './activity-table.module.css';
import { AGENT_COLUMN, AgentNote, type Column, RowTable } from './row-table';
import rows from './rows.module.css';

/** One call on the activity page. */
export interface ActivityLine {
  id: string;
  agent_id: string;
  agent_name: string;
  tool: string;
  transport: string;
  outcome: string;
  duration_ms: number;
  at: string;
}

/** "0.42 ms", "12 ms", "1.3 s": how long a call took. */
function took(ms: number): string {
  if (ms < 10) return `${ms.toFixed(2)} ms`;
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

const COLUMNS: Column<ActivityLine>[] = [
  {
    head: 'Call',
    cell: (line) => (
      <>
        <code className={rows.figures}>{line.tool}</code>
        <span className={rows.sub}>
          {line.transport === 'mcp' ? 'MCP' : 'REST'}
          <AgentNote line={line} />
        </span>
      </>
    ),
  },
  { head: 'Outcome', as: 'tight', cell: (line) => <Outcome word={line.outcome} /> },
  AGENT_COLUMN,
  { head: 'Took', as: 'numbers', wide: true, cell: (line) => took(line.duration_ms) },
  { head: 'When', as: 'tight', cell: (line) => <RelativeTime at={line.at} /> },
];

/** Calls of an owner's agents, newest first. */
export function ActivityTable({ lines }: { lines: readonly ActivityLine[] }) {
  return <RowTable caption="Calls, newest first" columns={COLUMNS} lines={lines} keyOf={(line) => line.id} />;
}

function Outcome({ word }: { word: string }) {
  if (word === 'ok') {
    return (
      <span className={classes.ok}>
        <IconCheck size={16} stroke={2} aria-hidden /> Worked
      </span>
    );
  }
  return (
    <Link href={`/docs/errors#${word}`} className={classes.failed}>
      <IconAlertTriangle size={16} stroke={1.75} aria-hidden /> {word}
    </Link>
  );
}
