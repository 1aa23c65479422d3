import rows from '@/components/console/rows.module.css';
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

/** Error codes: meaning and what to do, with the tools that answer them. */
export function ErrorTable({ errors, caption = 'Error codes' }: { errors: readonly ErrorLine[]; caption?: string }) {
  return (
    <table className={rows.table}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">Code</th>
          <th scope="col" className={rows.wide}>
            HTTP
          </th>
          <th scope="col" className={rows.wide}>
            Retry
          </th>
          <th scope="col">What to do</th>
        </tr>
      </thead>
      <tbody>
        {errors.map((error) => (
          <tr key={error.code} id={error.code}>
            <td className={rows.figures}>{error.code}</td>
            <td className={`${rows.wide} ${rows.figures}`}>{error.http}</td>
            <td className={rows.wide}>{error.retryable ? 'Yes' : 'No'}</td>
            <td>
              {error.hint}
              {error.tools && error.tools.length > 0 && <AnsweredBy tools={error.tools} />}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
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
