import type { Key, ReactNode } from 'react';
import { Link } from '@/components/ui/link';
import rows from './rows.module.css';

/** One column: its heading and its cell for a line. */
export interface Column<Line> {
  head: string;
  cell: (line: Line) => ReactNode;
  /** numbers: right-aligned figures; tight: does not wrap where there is room. */
  as?: 'numbers' | 'tight';
  /** A column that a phone does not show. */
  wide?: boolean;
}

const classOf = <Line,>({ as, wide }: Column<Line>): string | undefined =>
  [as && rows[as], wide && rows.wide].filter(Boolean).join(' ') || undefined;

/** A table of compact rows; its caption is for screen readers. */
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
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.head} scope="col" className={classOf(column)}>
              {column.head === '' ? <span className="visually-hidden">Actions</span> : column.head}
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

/** The agent of a line. */
interface OfAgent {
  agent_id: string;
  agent_name: string;
}

/** The column of the agent; on a phone `AgentNote` replaces it. */
export const AGENT_COLUMN: Column<OfAgent> = {
  head: 'Agent',
  wide: true,
  cell: (line) => <RowLink href={`/console/agents/${line.agent_id}`}>{line.agent_name}</RowLink>,
};

/** The agent of a line, on phones. */
export function AgentNote({ line }: { line: OfAgent }) {
  return <bdi className={rows.narrow}>{line.agent_name}</bdi>;
}

/** A name with a link to its page. */
export function RowLink({ href, children }: { href: string; children: string }) {
  return (
    <Link href={href} className={rows.main}>
      <bdi>{children}</bdi>
    </Link>
  );
}
