'use client';
import { IconSend2 } from '@tabler/icons-react';
import clsx from 'clsx';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { IconButton } from '@/components/ui/button';
import { TextAreaField } from '@/components/ui/field';
import { PlayerToken } from '@/components/ui/player-token';
import type { Message } from '@/lib/booking';
import shared from '../ui/shared.module.css';
import classes from './chat-panel.module.css';

const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** The seed of the face of the agents of a room: the relay does not tell agents apart. */
export const AGENT_SEED = 'booking-agent';

function MessageLine({ message }: { message: Message }) {
  const { type, text, label, action, timestamp } = message;
  const at = time.format(new Date(timestamp));
  if (type === 'system') return <li className={classes.system}>{text}</li>;
  const isAgent = type === 'agent';
  if (!isAgent && action) {
    return (
      <li className={classes.step} title={at}>
        You: {label}
      </li>
    );
  }
  return (
    <li className={clsx(classes.line, isAgent ? classes.agent : classes.user)}>
      {isAgent && <PlayerToken seed={AGENT_SEED} kind="agent" size={26} />}
      <div className={clsx(classes.body, action && classes.action)}>
        <span className="visually-hidden">{isAgent ? 'Agent' : 'You'}: </span>
        {label && <p className={shared.semibold}>{label}</p>}
        {text && <p className={action ? classes.reason : classes.text}>{text}</p>}
        <time className={classes.time} dateTime={timestamp} title={new Date(timestamp).toLocaleString()}>
          {at}
        </time>
      </div>
    </li>
  );
}

/** What was said and done, and a field to write to the agent. Without `onSay` it is only shown. */
export function ChatPanel({
  messages,
  onSay,
  isAgentHere,
  isShown,
}: {
  messages: readonly Message[];
  /** Returns false if the text was not sent; it stays in the field. */
  onSay?: (text: string) => boolean;
  isAgentHere: boolean;
  /** Whether a phone shows it; what is hidden cannot be scrolled. */
  isShown?: boolean;
}) {
  const end = useRef<HTMLDivElement>(null);
  const [draft, setDraft] = useState('');
  const last = messages.at(-1)?.id;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new message, and being shown, scrolls to the end.
  useEffect(() => {
    const box = end.current?.parentElement;
    if (box) box.scrollTop = box.scrollHeight;
  }, [last, isShown]);

  const send = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    const text = draft.trim();
    if (text === '') return;
    if (onSay?.(text) === false) return;
    setDraft('');
  };

  return (
    <section className={classes.chat} aria-label="Chat with the agent">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <div className={classes.scroll} tabIndex={0} role="log" aria-label="Messages" aria-live="off">
        <ol className={classes.messages}>
          {messages.map((message) => (
            <MessageLine key={message.id} message={message} />
          ))}
        </ol>
        <div ref={end} />
      </div>
      {onSay && (
        <form className={classes.form} onSubmit={send}>
          <TextAreaField
            className={classes.field}
            aria-label="Message to the agent"
            placeholder={isAgentHere ? 'I prefer evening showings' : 'No agent is here to read it yet'}
            rows={1}
            maxRows={5}
            maxLength={2000}
            value={draft}
            onChange={(event) => setDraft(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) send(event);
            }}
          />
          <IconButton type="submit" size={36} aria-label="Send" disabled={draft.trim() === ''}>
            <IconSend2 size={18} stroke={1.75} aria-hidden />
          </IconButton>
        </form>
      )}
    </section>
  );
}
