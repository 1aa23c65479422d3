import { Link } from '@/components/ui/link';
import type { ActTarget } from './act-form';
import classes from './report-link.module.css';

/** Leads to the form that reports something. A plain link, so that no page loads a form for it. */
export function ReportLink({
  what,
  ...target
}: ActTarget & { /** For screen readers: "this message". */ what: string }) {
  const { target_kind: kind, target_id: id, stream } = target;
  const search = new URLSearchParams({ kind, id, ...(stream === undefined ? {} : { stream }) });
  return (
    <Link href={`/report?${search}`} className={classes.report} rel="nofollow" aria-label={`Report ${what}`}>
      Report
    </Link>
  );
}
