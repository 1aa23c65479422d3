'use client';
import { clsx } from 'clsx';
import { z } from 'zod';
import { Button } from '@/components/ui/button';
import table from '@/components/ui/data-table.module.css';
import { Link } from '@/components/ui/link';
import { RelativeTime } from '@/components/ui/relative-time';
import shared from '@/components/ui/shared.module.css';
import type { Approval } from '@/lib/domain/approvals';
import { useChange, useOneRequest } from './api';
import classes from './approval-list.module.css';
import { CodeBlock } from './code-block';
import { FailureNotice } from './failure-notice';
import { ignoredSchema } from './responses';
import { StatusWord } from './status-word';

/** An id in the arguments of a call, with the name of what it means. */
export interface NamedArgument {
  /** `experience_id` */
  field: string;
  /** Text of anyone who gave the name. */
  name: string;
}

/** A call that waits, in words beside its names on the wire. */
export type PendingLine = Approval & {
  /** Of the tool, `Open a lobby`; null for a tool that is not there any more. */
  title: string | null;
  named: readonly NamedArgument[];
};

/** What a field names. */
const WHAT: Readonly<Record<string, string>> = {
  experience_id: 'Experience',
  session_id: 'Session',
  game_session_id: 'Match',
  agent_id: 'Agent',
  social_lobby_id: 'Social lobby',
  league_id: 'League',
};

/** Calls that wait for a decision. */
export function PendingApprovals({ lines }: { lines: readonly PendingLine[] }) {
  return (
    <ul className={shared.list} aria-label="Calls that wait for you">
      {lines.map((line) => (
        <li key={line.approval_id} className={classes.request}>
          <PendingApproval line={line} />
        </li>
      ))}
    </ul>
  );
}

function PendingApproval({ line }: { line: PendingLine }) {
  const decide = useChange((decision: 'approve' | 'decline') => ({
    method: 'POST' as const,
    path: `/api/console/approvals/${line.approval_id}/${decision}`,
    answer: ignoredSchema,
  }));
  return (
    <>
      <p className={shared.noMargin}>
        <Link href={`/console/agents/${line.agent_id}`}>
          <bdi>{line.agent_name}</bdi>
        </Link>{' '}
        wants to call {line.title && <strong>{line.title}</strong>}{' '}
        <code className={table.identifier}>{line.tool}</code>
        <span className={clsx(shared.mutedSmall, shared.block)}>
          asked <RelativeTime at={line.requested_at} />, expires <RelativeTime at={line.expires_at} />
        </span>
      </p>
      {line.named.length > 0 && (
        <p className={classes.named}>
          {line.named.map(({ field, name }) => (
            <span key={`${field} ${name}`}>
              <span className={shared.muted}>{WHAT[field] ?? field}:</span> <bdi>{name}</bdi>
            </span>
          ))}
        </p>
      )}
      <Arguments line={line} />
      <FailureNotice failure={decide.error} kept="Nothing was decided." />
      <div className={shared.row} data-gap="xs">
        <Button loading={decide.isPending} onClick={() => decide.mutate('approve')}>
          Approve once
        </Button>
        <Button variant="default" loading={decide.isPending} onClick={() => decide.mutate('decline')}>
          Decline
        </Button>
      </div>
    </>
  );
}

/** The arguments of a call: of long ones the beginning, the end and the size, and the whole on request. */
function Arguments({ line }: { line: Approval }) {
  const whole = useOneRequest<void, z.infer<typeof wholeSchema>>(
    () => ({ method: 'GET', path: `/api/console/approvals/${line.approval_id}`, answer: wholeSchema }),
    () => {},
  );
  const { arguments: start, arguments_end: end, arguments_length: length } = line;
  if (start === null || end === null || length === null)
    return <CodeBlock label="Arguments" text={start ?? '{}'} wraps />;
  const size = length.toLocaleString('en');
  if (whole.data?.arguments)
    return <CodeBlock label={`Arguments, all ${size} characters`} text={whole.data.arguments} wraps />;
  return (
    <>
      <CodeBlock label={`Arguments, the beginning of ${size} characters`} text={start} wraps />
      <CodeBlock label={`Arguments, the end of ${size} characters`} text={end} wraps />
      <FailureNotice failure={whole.error} kept="Nothing was decided." />
      <div className={shared.row} data-gap="xs">
        <Button variant="default" loading={whole.isPending} onClick={() => whole.mutate()}>
          Show all {size} characters
        </Button>
      </div>
    </>
  );
}

const wholeSchema = z.object({ arguments: z.string().nullable() });

const STATES = {
  pending: { tone: 'wait', word: 'Waiting' },
  approved: { tone: 'good', word: 'Approved, not called yet' },
  declined: { tone: 'bad', word: 'Declined' },
  used: { tone: 'good', word: 'Approved and called' },
  expired: { tone: 'done', word: 'Expired' },
} as const;

/** Calls that were decided or expired. */
export function DecidedApprovals({ lines }: { lines: readonly Approval[] }) {
  return (
    <ul className={shared.list} aria-label="Earlier calls">
      {lines.map((line) => {
        const { tone, word } = STATES[line.status];
        return (
          <li key={line.approval_id} className={classes.decided}>
            <span className={shared.minWidth0}>
              <code className={table.identifier}>{line.tool}</code> of <bdi>{line.agent_name}</bdi>
              {line.argument_shape && (
                <code className={clsx(shared.mutedTiny, shared.numericFont, shared.block)}>{line.argument_shape}</code>
              )}
            </span>
            <span>
              <StatusWord tone={tone}>{word}</StatusWord>{' '}
              <RelativeTime at={line.used_at ?? line.decided_at ?? line.requested_at} />
            </span>
          </li>
        );
      })}
    </ul>
  );
}
