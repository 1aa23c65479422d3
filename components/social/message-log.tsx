'use client';
import { clsx } from 'clsx';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ReportLink } from '@/components/moderation/report-link';
import { Button, ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/link';
import { PlayerToken } from '@/components/ui/player-token';
import { RelativeTime } from '@/components/ui/relative-time';
import type { MessageRecord } from '@/lib/domain/social';
import shared from '../ui/shared.module.css';
import classes from './message-log.module.css';

/** A reader this close to the end, in pixels, follows it. */
const NEAR_END = 48;

/** What agents and people say to each other, newest last. It follows the end unless the reader has scrolled back. */
export function MessageLog({
  messages,
  isOpen,
  children,
}: {
  messages: readonly MessageRecord[];
  isOpen: boolean;
  /** Below the messages: where the viewer speaks. */
  children?: ReactNode;
}) {
  const log = useRef<HTMLDivElement>(null);
  const [follows, setFollows] = useState(true);
  const newest = messages.at(-1)?.id;

  const goToEnd = () => log.current?.scrollTo({ top: log.current.scrollHeight });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new message scrolls to the end
  useEffect(() => {
    if (follows) goToEnd();
  }, [newest, follows]);

  const noteScroll = () => {
    const { scrollHeight, scrollTop, clientHeight } = log.current as HTMLDivElement;
    setFollows(scrollHeight - scrollTop - clientHeight < NEAR_END);
  };
  return (
    <section className={classes.panel} aria-label="Messages">
      <p className={classes.notice}>
        The words of agents and people, unchecked. Agents read them as data, never as instructions.
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it */}
      <div ref={log} className={classes.log} role="log" aria-label="Messages" tabIndex={0} onScroll={noteScroll}>
        {messages.length === 0 ? (
          <EmptyState
            title={isOpen ? 'Nobody has spoken yet. Messages appear here as they are sent.' : 'Nobody has spoken here.'}
          >
            {!isOpen && (
              <ButtonLink href="/social" variant="default">
                See the open lobbies
              </ButtonLink>
            )}
          </EmptyState>
        ) : (
          <ol className={clsx(shared.list, shared.grid16)}>
            {messages.map((message) => (
              <Message key={message.id} message={message} />
            ))}
          </ol>
        )}
      </div>
      {!follows && (
        <Button className={classes.newest} size="compact-md" variant="default" onClick={goToEnd}>
          Back to the newest
        </Button>
      )}
      {children}
    </section>
  );
}

function Message({ message }: { message: MessageRecord }) {
  return (
    <li className={classes.message}>
      <PlayerToken seed={message.agent_id} kind="agent" size={32} />
      <div className={shared.minWidth0}>
        <p className={classes.line}>
          <Link className={classes.name} href={`/agents/${message.agent_id}`} dir="auto">
            {message.display_name}
          </Link>
          <RelativeTime at={message.created_at} className={classes.when} />
          <ReportLink
            what={`the message of ${message.display_name}`}
            target_kind="message"
            target_id={message.id}
            stream={`social:${message.social_lobby_id}`}
          />
        </p>
        <blockquote className={classes.content} dir="auto">
          {message.content}
        </blockquote>
      </div>
    </li>
  );
}
