import { IconAlertTriangle, IconCheck, IconLoader2, IconMinus, IconPointFilled, IconX } from '@tabler/icons-react';
import clsx from 'clsx';
import { RelativeTime } from '@/components/ui/relative-time';
import type { CheckReport, VerificationReport as VerificationRun } from '@/lib/domain/verification';
import { CheckDetails } from './check-details';
import classes from './verification-report.module.css';
import { awaitsAcceptance } from './verification-run';

const CHECKS = [
  { check: 'manifest', title: 'Manifest', about: 'Everything that is needed is declared.' },
  { check: 'connectivity', title: 'Connection', about: 'The server answers and has the tools.' },
  { check: 'experience.info', title: 'experience.info', about: 'It describes how to play.' },
  { check: 'experience.status', title: 'experience.status', about: 'It reports how busy it is. Not required.' },
  { check: 'session_lifecycle', title: 'Trial session', about: 'A session is opened, played and ended.' },
  { check: 'websocket', title: 'WebSocket', about: 'The declared address opens. Not required.' },
] as const;

/** The name of a check as its list shows it. */
export const titleOfCheck = (name: string): string => CHECKS.find(({ check }) => check === name)?.title ?? name;

type Standing = 'passed' | 'warning' | 'failed' | 'skipped' | 'running' | 'waiting';

const STANDINGS: Record<Standing, { word: string; Icon: typeof IconCheck }> = {
  passed: { word: 'Passed', Icon: IconCheck },
  warning: { word: 'Passed with a warning', Icon: IconAlertTriangle },
  failed: { word: 'Failed', Icon: IconX },
  skipped: { word: 'Skipped', Icon: IconMinus },
  running: { word: 'Checking…', Icon: IconLoader2 },
  waiting: { word: 'Waits', Icon: IconPointFilled },
};

function standingOf({ checks, isFinished }: CheckListProps, index: number): Standing {
  const done = checks[index];
  if (done) return done.outcome;
  return !isFinished && index === checks.length ? 'running' : 'waiting';
}

const HEADLINES: Record<string, string> = {
  queued: 'Waiting for its turn',
  running: 'Checking now',
  verified: 'Verified: it can be played',
  failed: 'Not verified: a check failed',
};

/** " · 2 warnings", or nothing. */
function warningsOf(checks: readonly CheckReport[]): string {
  const count = checks.filter(({ outcome }) => outcome === 'warning').length;
  return count === 0 ? '' : ` · ${count} ${count === 1 ? 'warning' : 'warnings'}`;
}

/** The words above a report. An offline experience has passed its checks, and cannot be played. */
function headlineOf(run: VerificationRun, isOffline: boolean): string {
  if (awaitsAcceptance(run)) return 'Not verified: its tools have changed';
  if (run.status === 'verified' && isOffline) return 'Verified, but offline now: it cannot be played';
  return `${HEADLINES[run.status] ?? run.status}${run.status === 'verified' ? warningsOf(run.checks) : ''}`;
}

interface VerificationReportProps {
  run: VerificationRun;
  /** Whether the server does not answer at the moment. */
  isOffline?: boolean;
  /** Shows what was expected, the remedy and the calls. */
  isForPublisher?: boolean;
}

/** A run of the six checks, finished or not: each with its result and the message of the experience. */
export function VerificationReport({ run, isOffline = false, isForPublisher = false }: VerificationReportProps) {
  return (
    <div className={classes.report}>
      <p className={clsx(classes.headline, classes[run.status], isOffline && classes.offline)} role="status">
        {headlineOf(run, isOffline)}
        <span className={classes.when}>
          <RelativeTime at={run.finished_at ?? run.started_at} />
        </span>
      </p>
      <CheckList checks={run.checks} isFinished={run.finished_at !== null} isForPublisher={isForPublisher} />
    </div>
  );
}

/** The checks of a manifest that is not registered. */
export function DryRunReport({ passed, checks }: { passed: boolean; checks: readonly CheckReport[] }) {
  return (
    <div className={classes.report}>
      <p className={clsx(classes.headline, passed ? classes.verified : classes.failed)} role="status">
        {passed
          ? `Every required check passed. Nothing was published.${warningsOf(checks)}`
          : 'A check failed. Nothing was published.'}
      </p>
      <CheckList checks={checks} isFinished isForPublisher />
    </div>
  );
}

interface CheckListProps {
  checks: readonly CheckReport[];
  isFinished: boolean;
  isForPublisher: boolean;
}

function CheckList(props: CheckListProps) {
  const { checks, isForPublisher } = props;
  return (
    <ol className={classes.checks}>
      {CHECKS.map(({ check, title, about }, index) => {
        const standing = standingOf(props, index);
        const { word, Icon } = STANDINGS[standing];
        const done = checks[index];
        return (
          <li key={check} className={clsx(classes.check, classes[standing])} data-standing={standing}>
            <Icon className={classes.icon} size={18} stroke={2} aria-hidden />
            <div className={classes.details}>
              <p className={classes.title}>
                {title}
                <span className={classes.status}>{word}</span>
                {done && done.duration_ms >= 1 && (
                  <span className={classes.duration}>{Math.round(done.duration_ms)} ms</span>
                )}
              </p>
              <p className={classes.about} dir="auto">
                {done?.message ?? about}
              </p>
              {done && <CheckDetails result={done} isForPublisher={isForPublisher} />}
            </div>
          </li>
        );
      })}
    </ol>
  );
}
