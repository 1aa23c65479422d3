import { CodeBlock } from '@/components/console/code-block';
import table from '@/components/ui/data-table.module.css';
import { Link } from '@/components/ui/link';
import { RelativeTime } from '@/components/ui/relative-time';
import shared from '@/components/ui/shared.module.css';
import { formatCount } from '@/components/ui/text';
import { duration } from '@/components/ui/time';
import type { FailureRecord } from '@/lib/domain/failures';
import classes from './failure-list.module.css';

/** JSON as people read it; as it is when it was cut. */
function formatJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return `${text} …`;
  }
}

/** Failed calls by kind, the newest first: what the agent got, how often, and the newest exchange. */
export function FailureList({ experienceId, failures }: { experienceId: string; failures: readonly FailureRecord[] }) {
  return (
    <ol className={classes.list} aria-label="Kinds of errors, the newest first">
      {failures.map((failure) => (
        <li key={failure.id} className={classes.failure}>
          <p className={classes.head}>
            <code className={table.identifier}>{failure.tool}</code>
            <code className={classes.code}>{failure.code}</code>
            <span className={shared.medium}>{formatCount(failure.calls, 'call')}</span>
            <span className={shared.mutedSmall}>
              last <RelativeTime at={failure.last_at} />, first <RelativeTime at={failure.first_at} />, version{' '}
              {failure.version}
            </span>
          </p>
          <p className={classes.message} dir="auto">
            {failure.message}
          </p>
          <details>
            <summary>The newest call</summary>
            <div className={classes.exchange}>
              <CodeBlock label={`Arguments of ${failure.tool}`} text={formatJson(failure.arguments)} wraps />
              <CodeBlock label="What came back" text={failure.message} wraps />
              <p className={shared.mutedSmall}>
                Failed after {duration(failure.duration_ms)}.{' '}
                {failure.session_id && (
                  <Link href={`/publish/${experienceId}/sessions/${failure.session_id}`}>The session</Link>
                )}
              </p>
            </div>
          </details>
        </li>
      ))}
    </ol>
  );
}
