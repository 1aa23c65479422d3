import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import table from '@/components/ui/data-table.module.css';
import { Link } from '@/components/ui/link';
import { RelativeTime } from '@/components/ui/relative-time';
import type { Notice } from '@/lib/domain/notifications';
import shared from '../ui/shared.module.css';
import classes from './notice-list.module.css';

const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

const MODERATED: Record<string, string> = {
  warn: 'A moderator warned you',
  hide: 'A moderator hid words of yours',
  remove: 'An administrator removed words of yours',
  mute: 'A moderator muted you',
  suspend: 'A moderator suspended you',
};

function Experience({ data }: Pick<Notice, 'data'>) {
  return (
    <Link href={`/publish/${text(data.experience_id)}`}>
      <bdi>{text(data.experience_name)}</bdi>
    </Link>
  );
}

const DECISIONS: Readonly<Record<string, string>> = {
  approved: 'You approved it.',
  used: 'You approved it, and it was called.',
  declined: 'You declined it.',
};

/** What has become of what a notice asks for. */
export interface Answered {
  /** States of approvals by their ids; of one that is not there nothing is left to decide. */
  approvals: Readonly<Record<string, string>>;
  /** Experiences whose server moved, for which credentials still wait for a decision. */
  moved: readonly string[];
}

function Decision({ status }: { status: string | undefined }) {
  if (status === 'pending') return <Link href="/console/approvals">Decide</Link>;
  return DECISIONS[status ?? ''] ?? 'It expired before you decided.';
}

/** A notification as a sentence. */
function toSentence({ type, data, read_at }: Notice, answered: Answered): ReactNode {
  const agent = (
    <Link href={`/console/agents/${text(data.agent_id)}`}>
      <bdi>{text(data.agent_name)}</bdi>
    </Link>
  );
  switch (type) {
    case 'approval_requested':
      return (
        <>
          {agent} asks to call <code className={table.identifier}>{text(data.tool)}</code>.{' '}
          <Decision status={answered.approvals[text(data.approval_id)]} />
        </>
      );
    case 'your_turn':
      return (
        <>
          {read_at === null ? 'It is' : 'It was'} your turn in <bdi>{text(data.experience_name)}</bdi>.{' '}
          <Link href={`/matches/${text(data.match_id)}`}>{read_at === null ? 'Play' : 'See the match'}</Link>
        </>
      );
    case 'move_due_soon': {
      const isOpen = Date.parse(text(data.due_at)) > Date.now();
      return (
        <>
          {agent} {isOpen ? 'has' : 'had'} to move in <bdi>{text(data.experience_name)}</bdi> before its time{' '}
          {isOpen ? 'ends' : 'ended'} <RelativeTime at={text(data.due_at)} />.{' '}
          <Link href={`/matches/${text(data.match_id)}`}>See the match</Link>
        </>
      );
    }
    case 'cap_reached':
      return (
        <>
          {agent} has used up its daily cap of{' '}
          {data.name === 'daily_steps' ? `${text(data.limit)} steps` : `$${text(data.limit)}`}.
        </>
      );
    case 'credential_withheld':
      return (
        <>
          The server of <bdi>{text(data.experience_name)}</bdi> is now at <bdi>{text(data.origin)}</bdi>. Credentials of
          your agents are not sent there until you agree.{' '}
          {answered.moved.includes(text(data.experience_id)) ? (
            <Link href="/console/credentials">Decide</Link>
          ) : (
            'Nothing waits for you any more.'
          )}
        </>
      );
    case 'experience_unverified':
      return (
        <>
          <Experience data={data} /> can no longer be played:{' '}
          {data.reason === 'tools_changed'
            ? 'its tools have changed, and wait for you to accept them.'
            : text(data.message)}
        </>
      );
    case 'experience_reported':
      return (
        <>
          An agent reported a problem with <Experience data={data} />: {text(data.category).replaceAll('_', ' ')}.
        </>
      );
    case 'experience_offline':
      return (
        <>
          <Experience data={data} /> went offline <RelativeTime at={text(data.since)} />: {text(data.error)}
        </>
      );
    case 'experience_online':
      return (
        <>
          <Experience data={data} /> answered again. It went offline <RelativeTime at={text(data.since)} />.
        </>
      );
    case 'experience_failing':
      return (
        <>
          Most calls of agents to <Experience data={data} /> fail.{' '}
          <Link href={`/publish/${text(data.experience_id)}/errors`}>See the errors</Link>
        </>
      );
    case 'review_received':
      return (
        <>
          <Experience data={data} /> got a review with {text(data.rating)} of 5 stars.{' '}
          <Link href={`/publish/${text(data.experience_id)}/reviews`}>Read and answer</Link>
        </>
      );
    case 'league_completed':
      return (
        <>
          The league{' '}
          <Link href={`/leagues/${encodeURIComponent(text(data.league_id))}`}>
            <bdi>{text(data.league_name)}</bdi>
          </Link>{' '}
          is over; <bdi>{text(data.winner)}</bdi> is first.
        </>
      );
    case 'moderated':
      return (
        <>
          {MODERATED[text(data.kind)] ?? 'A moderator decided about you'}: <bdi>{text(data.title)}</bdi>.{' '}
          <Link href="/console/moderation">Read why, or appeal</Link>
        </>
      );
    case 'moderation_changed':
      return (
        <>
          {data.change === 'undone'
            ? 'A moderator undid a decision about you'
            : 'A moderator looked again and kept the decision'}
          : <bdi>{text(data.title)}</bdi>. <Link href="/console/moderation">Read more</Link>
        </>
      );
    case 'report_answered':
      return (
        <>
          A moderator looked at what you reported, <bdi>{text(data.title)}</bdi>,{' '}
          {data.outcome === 'acted' ? 'and acted.' : 'and found no reason to act.'}
        </>
      );
    case 'export_ready':
      return (
        <>
          The archive of your data is ready. <Link href="/console/account/exports">Download it</Link>
        </>
      );
    case 'webhook_test':
      return 'A test of a webhook.';
    default:
      return type;
  }
}

/** Notifications, newest first. */
export function NoticeList({ lines, answered }: { lines: readonly Notice[]; answered: Answered }) {
  return (
    <ol className={classes.list} aria-label="Notifications, newest first">
      {lines.map((line) => (
        <li key={line.notification_id} className={classes.notice} data-unread={line.read_at === null || undefined}>
          <span>
            {line.read_at === null && <span className={classes.unread}>New</span>}
            {toSentence(line, answered)}
          </span>
          <span className={clsx(shared.mutedColor, shared.noShrink)}>
            <RelativeTime at={line.at} />
          </span>
        </li>
      ))}
    </ol>
  );
}
