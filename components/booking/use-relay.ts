'use client';
import { useEffect, useMemo, useReducer, useRef } from 'react';
import { io, type Socket } from 'socket.io-client';
import { retryRefused } from '@/components/live/retry-refused';
import { newUuid } from '@/components/ui/random-id';
import { EMPTY_PAGE, type RelayFrame, type RelayPage, receiveFrame } from './relay-page';

const PROTOCOL = 'mvp-0.2';
const PARTICIPANT_KEY = 'botplay.booking.participant';
const CONNECT_TIMEOUT_MS = 4_000;

/** What the person can do. */
export interface RelayActions {
  /** Calls a tool of the booking as the person. */
  act(toolName: string, params: Record<string, unknown>): void;
  /** Returns false if the page is not connected: the text was not sent. */
  say(text: string): boolean;
  /** Holds the agents back, or lets them go on. */
  setHeld(isHeld: boolean): void;
  setAsksFirst(asksFirst: boolean): void;
  decide(approvalId: string, approved: boolean): void;
  startOver(): void;
  endSession(): void;
  /** Makes the join message void, disconnects the agents and shows a new one. */
  renewToken(): void;
  /** Takes the room back from a newer page. */
  reconnect(): void;
}

/** The secret of this page where the browser stores nothing. */
let unstoredSecret: string | null = null;

/** The secret by which the relay knows this browser again; it survives a reload where the browser stores it. */
function participantSecret(): string {
  try {
    const stored = localStorage.getItem(PARTICIPANT_KEY);
    if (stored) return stored;
    unstoredSecret ??= newUuid();
    localStorage.setItem(PARTICIPANT_KEY, unstoredSecret);
  } catch {
    unstoredSecret ??= newUuid();
  }
  return unstoredSecret;
}

/** The room and its key, where a researcher has sent the person a link: behind `#`, which no server is sent. */
function studyLink(): { room: string; key: string | null } {
  const link = new URLSearchParams(location.hash.slice(1));
  const [room, key] = [link.get('room'), link.get('key')];
  return room && key ? { room, key } : { room: 'default', key: null };
}

type Action = { kind: 'frame'; frame: RelayFrame } | { kind: 'lost' } | { kind: 'connecting' };

function reduce(page: RelayPage, action: Action): RelayPage {
  if (action.kind === 'frame') return receiveFrame(page, action.frame);
  if (action.kind === 'connecting') return { ...page, status: 'connecting' };
  return page.status === 'replaced' ? page : { ...page, status: page.room ? 'reconnecting' : 'connecting' };
}

/** The page as host of a booking at the relay: its state, and what the person can do. */
export function useRelay(): { page: RelayPage; actions: RelayActions } {
  const [page, dispatch] = useReducer(reduce, EMPTY_PAGE);
  const seq = useRef<number | null>(null);
  const socketRef = useRef<Socket | null>(null);
  const count = useRef(0);

  useEffect(() => {
    seq.current = page.seq;
  }, [page.seq]);

  useEffect(() => {
    const socket = io('/relay', {
      transports: ['websocket'],
      timeout: CONNECT_TIMEOUT_MS,
      reconnectionDelayMax: 5_000,
    });
    socketRef.current = socket;
    retryRefused(socket, () => socketRef.current === socket);
    socket.on('connect', () => {
      const after = seq.current;
      const { room, key } = studyLink();
      const ext = {
        app: 'booking',
        participant: key ?? participantSecret(),
        asksFirst: true,
        ...(after === null ? {} : { after }),
      };
      const payload = { role: 'host', sessionId: room };
      socket.emit('message', { v: PROTOCOL, type: 'relay.join', id: 'join', payload, ext });
    });
    socket.on('message', (frame: RelayFrame) => dispatch({ kind: 'frame', frame }));
    socket.on('disconnect', () => dispatch({ kind: 'lost' }));
    return () => {
      socketRef.current = null;
      socket.disconnect();
    };
  }, []);

  const actions = useMemo<RelayActions>(() => {
    // Without a connection nothing is sent: the socket would keep it and send it before the page has joined its room.
    const send = (type: string, payload: Record<string, unknown>): boolean => {
      const socket = socketRef.current;
      if (!socket?.connected) return false;
      socket.emit('message', { v: PROTOCOL, type, id: `page-${++count.current}`, payload });
      return true;
    };
    return {
      act: (toolName, params) => void send('user.action', { action: { toolName, params } }),
      say: (text) => send('user.message', { text }),
      setHeld: (isHeld) => void send('control.set', { controller: isHeld ? 'person' : 'agent' }),
      setAsksFirst: (asksFirst) => void send('control.set', { asksFirst }),
      decide: (approvalId, approved) => void send('approval.decide', { approvalId, approved }),
      startOver: () => void send('state.reset', {}),
      endSession: () => void send('session.end', { reason: 'stopped-by-the-person' }),
      renewToken: () => void send('token.renew', {}),
      reconnect: () => {
        dispatch({ kind: 'connecting' });
        socketRef.current?.connect();
      },
    };
  }, []);

  return { page, actions };
}
