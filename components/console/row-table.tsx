import Link from 'next/link';
import type { Key, ReactNode } from 'react';
import rows from './rows.module.css';

/** One column: its heading and what stands in it for a line. */
export interface Column<Line> {
  head: string;
  cell: (line: Line) => ReactNode;
  /** numbers: figures that end at the same edge; tight: never broken where there is room. */
  as?: 'numbers' | 'tight';
  /** A lesser column that goes away on a phone. */
  wide?: boolean;
}

const classOf = <Line,>({ as, wide }: Column<Line>): string | undefined =>
  [as && rows[as], wide && rows.wide].filter(Boolean).join(' ') || undefined;

/** Compact rows: a real table, whose caption is for those who do not see where it stands. */
export function RowTable<Line>({
  caption,
  columns,
  lines,
  keyOf,
}: {
  caption: string;
  columns: readonly Column<Line>[];
  lines: readonly Line[];
  keyOf: (line: Line) => Key;
}) {
  return (
    <table className={rows.table}>
      <caption className={rows.caption}>{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.head} scope="col" className={classOf(column)}>
              {column.head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={keyOf(line)}>
            {columns.map((column) => (
              <td key={column.head} className={classOf(column)}>
                {column.cell(line)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Which of the owner's agents a line is about. */
interface OfAgent {
  agent_id: string;
  agent_name: string;
}

/** The column of the agent; on a phone `AgentNote` under the first cell stands in for it. */
export const AGENT_COLUMN: Column<OfAgent> = {
  head: 'Agent',
  wide: true,
  cell: (line) => <RowLink href={`/console/agents/${line.agent_id}`}>{line.agent_name}</RowLink>,
};

/** The agent of a line, where its column has no room. */
export function AgentNote({ line }: { line: OfAgent }) {
  return <bdi className={rows.narrow}>{line.agent_name}</bdi>;
}

/** A name that leads to its page. */
export function RowLink({ href, children }: { href: string; children: string }) {
  return (
    <Link href={href} className={rows.main}>
      <bdi>{children}</bdi>
    </Link>
  );
}
