'use client';
import { useEffect, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { TextAreaField, TextField } from '@/components/ui/field';
import shared from '@/components/ui/shared.module.css';
import classes from './frame-console.module.css';

interface SeenFrame {
  place: number;
  direction: 'sent' | 'received';
  text: string;
}

const MAX_FRAMES = 200;

const frame = (type: string, payload: object) => JSON.stringify({ v: 'mvp-0.2', type, id: 'try-1', payload });
const TEMPLATES = [
  ['Start a session', frame('session.start', { studyId: 'try', participantId: 'me' })],
  ['Ask for the state', frame('snapshot.get', {})],
  [
    'Call a tool',
    frame('tool.call', { toolName: 'select', params: { itemId: 'm1' }, reason: 'It has the best score.' }),
  ],
  ['Say something', frame('agent.message', { text: 'I will choose a date next.' })],
  ['End the session', frame('session.end', { reason: 'done' })],
] as const;

/** An agent that the reader drives: every frame of one connection, as it is sent and received. */
export function FrameConsole() {
  const socket = useRef<WebSocket | null>(null);
  const [frames, setFrames] = useState<SeenFrame[]>([]);
  const [isOpen, setIsOpen] = useState(false);
  const [room, setRoom] = useState('default');
  const [token, setToken] = useState('');
  const [draft, setDraft] = useState<string>(TEMPLATES[0][1]);
  useEffect(() => () => socket.current?.close(), []);

  const show = (direction: SeenFrame['direction'], text: string) =>
    setFrames((all) => [...all, { place: (all.at(-1)?.place ?? 0) + 1, direction, text }].slice(-MAX_FRAMES));
  const send = (text: string) => {
    socket.current?.send(text);
    show('sent', text);
  };

  function connect() {
    socket.current?.close();
    const opened = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/agent/ws`);
    socket.current = opened;
    opened.onopen = () => {
      setIsOpen(true);
      const payload = { role: 'agent', sessionId: room, ...(token === '' ? {} : { token }) };
      send(JSON.stringify({ v: 'mvp-0.2', type: 'relay.join', id: 'join-001', payload }));
    };
    opened.onmessage = ({ data }) => show('received', String(data));
    opened.onclose = () => {
      if (socket.current === opened) setIsOpen(false);
    };
  }

  return (
    <div className={classes.console}>
      <div className={classes.row}>
        <TextField label="sessionId" value={room} onChange={(event) => setRoom(event.currentTarget.value)} />
        <TextField
          label="Join token, if the page shows one"
          value={token}
          onChange={(event) => setToken(event.currentTarget.value)}
        />
        <Button onClick={connect}>{isOpen ? 'Connect again' : 'Connect'}</Button>
      </div>
      <div className={classes.row}>
        {TEMPLATES.map(([label, text]) => (
          <Button key={label} size="compact-sm" variant="default" onClick={() => setDraft(text)}>
            {label}
          </Button>
        ))}
      </div>
      <TextAreaField label="Frame" rows={3} value={draft} onChange={(event) => setDraft(event.currentTarget.value)} />
      <Button disabled={!isOpen} onClick={() => send(draft)}>
        Send
      </Button>
      <ol className={classes.frames} aria-label="Frames" aria-live="polite">
        {frames.map(({ place, direction, text }) => (
          <li key={place}>
            <span className={shared.muted}>{direction}</span> <code>{text}</code>
          </li>
        ))}
      </ol>
    </div>
  );
}
