import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import Link from 'next/link';
import { RelativeTime } from '@/components/ui/relative-time';
import classes from './activity-table.module.css';
import rows from './rows.module.css';

/** One call, as the activity page shows it. */
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

/** Calls of an owner's agents, newest first. */
export function ActivityTable({ lines }: { lines: readonly ActivityLine[] }) {
  return (
    <table className={rows.table}>
      <caption className={rows.caption}>Calls, newest first</caption>
      <thead>
        <tr>
          <th scope="col">Call</th>
          <th scope="col">Outcome</th>
          <th scope="col" className={rows.wide}>
            Agent
          </th>
          <th scope="col" className={`${rows.numbers} ${rows.wide}`}>
            Took
          </th>
          <th scope="col">When</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.id}>
            <td>
              <code className={rows.figures}>{line.tool}</code>
              <span className={rows.sub}>
                {line.transport === 'mcp' ? 'MCP' : 'REST'}
                <bdi className={rows.narrow}>{line.agent_name}</bdi>
              </span>
            </td>
            <td className={rows.tight}>
              <Outcome word={line.outcome} />
            </td>
            <td className={rows.wide}>
              <Link href={`/console/agents/${line.agent_id}`} className={rows.main}>
                <bdi>{line.agent_name}</bdi>
              </Link>
            </td>
            <td className={`${rows.numbers} ${rows.wide}`}>{took(line.duration_ms)}</td>
            <td className={rows.tight}>
              <RelativeTime at={line.at} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
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
