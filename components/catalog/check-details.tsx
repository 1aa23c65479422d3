import type { ReactNode } from 'react';
import type { CheckReport, Exchange } from '@/lib/domain/verification';
import classes from './verification-report.module.css';

/** What the experience said in a check; for its publisher also what was expected, the remedy and each call. */
export function CheckDetails({ result, isForPublisher }: { result: CheckReport; isForPublisher: boolean }) {
  const { outcome, upstream, expected, remedy, exchanges } = result;
  const isFaulty = outcome === 'failed' || outcome === 'warning';
  const showsCalls = isForPublisher && exchanges.length > 0;
  return (
    <>
      {upstream && !(showsCalls && outcome === 'passed') && (
        <p className={classes.upstream} dir="auto">
          It said: {upstream}
        </p>
      )}
      {isForPublisher && isFaulty && expected && <Note label="Expected" text={expected} />}
      {isForPublisher && remedy && <Note label="What you can do" text={remedy} />}
      {showsCalls && <SentAndAnswered exchanges={exchanges} isOpen={outcome === 'failed'} />}
    </>
  );
}

/** What was sent to a server and what came back, when its label is chosen. */
export function SentAndAnswered({ exchanges, isOpen = false }: { exchanges: readonly Exchange[]; isOpen?: boolean }) {
  return (
    <Disclosure
      label={exchanges.length === 1 ? 'Request and answer' : `${exchanges.length} requests and answers`}
      isOpen={isOpen}
    >
      <ol className={classes.exchanges}>
        {exchanges.map((exchange, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the calls keep their order, and a tool can be called twice.
          <li key={index}>
            <ExchangeLines exchange={exchange} />
          </li>
        ))}
      </ol>
    </Disclosure>
  );
}

function Note({ label, text }: { label: string; text: string }) {
  return (
    <p className={classes.note}>
      <b>{label}:</b> {text}
    </p>
  );
}

function ExchangeLines({ exchange }: { exchange: Exchange }) {
  const { tool, sent, answered, error, duration_ms: tookMs, http = [] } = exchange;
  return (
    <>
      <p className={classes.call}>
        <code>{tool}</code>
        <span className={classes.duration}>{Math.round(tookMs)} ms</span>
      </p>
      <Payload label="Sent" text={sent} />
      {error !== null && <Payload label="Error" text={error} />}
      {answered !== null && <Payload label="Answered" text={answered} />}
      {http.map((one, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the requests of a call keep their order, and can be equal.
        <div key={index} className={classes.http}>
          <p className={classes.call}>
            <code>{one.request}</code>
            <span className={classes.duration}>{one.status === null ? 'no answer' : `HTTP ${one.status}`}</span>
          </p>
          {one.sent !== null && <Payload label="Body" text={one.sent} />}
          <Payload label={one.status === null ? 'Reason' : 'Answer'} text={one.answered || '(empty)'} />
        </div>
      ))}
    </>
  );
}

function Payload({ label, text }: { label: string; text: string }) {
  return (
    <p className={classes.payload}>
      <span>{label}</span>
      <code dir="auto">{text}</code>
    </p>
  );
}

/** Content that is shown when its label is chosen. */
function Disclosure({
  label,
  isOpen = false,
  children,
}: {
  label: string;
  /** Whether it is open at first. */
  isOpen?: boolean;
  children: ReactNode;
}) {
  return (
    <details className={classes.disclosure} open={isOpen}>
      <summary>{label}</summary>
      {children}
    </details>
  );
}
