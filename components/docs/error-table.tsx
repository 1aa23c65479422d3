import { type Column, DataTable } from '@/components/ui/data-table';
import { Link } from '@/components/ui/link';
import classes from './error-table.module.css';

export interface ErrorLine {
  code: string;
  http: number;
  retryable: boolean;
  hint: string;
  /** The tools that answer it. */
  tools?: readonly string[];
}

/** Tools that are named; the others are counted. */
const NAMED_TOOLS = 4;

const COLUMNS: readonly Column<ErrorLine>[] = [
  { head: 'Code', kind: 'code', cell: ({ code }) => code },
  { head: 'HTTP', kind: 'code', hideOn: 'phone', cell: ({ http }) => http },
  { head: 'Retry', hideOn: 'phone', cell: ({ retryable }) => (retryable ? 'Yes' : 'No') },
  {
    head: 'What to do',
    cell: ({ hint, tools }) => (
      <>
        {hint}
        {tools && tools.length > 0 && <AnsweredBy tools={tools} />}
      </>
    ),
  },
];

/** Error codes: meaning and what to do, with the tools that answer them. */
export function ErrorTable({ errors, caption = 'Error codes' }: { errors: readonly ErrorLine[]; caption?: string }) {
  return (
    <DataTable
      caption={caption}
      columns={COLUMNS}
      rows={errors}
      keyOf={({ code }) => code}
      rowProps={({ code }) => ({ id: code })}
    />
  );
}

function AnsweredBy({ tools }: { tools: readonly string[] }) {
  const others = tools.length - NAMED_TOOLS;
  return (
    <p className={classes.answeredBy}>
      {tools.slice(0, NAMED_TOOLS).map((name, index) => (
        <span key={name}>
          {index > 0 && ', '}
          <Link href={`/docs/tools/${name}`}>{name}</Link>
        </span>
      ))}
      {others > 0 && ` and ${others} more`}
    </p>
  );
}
