'use client';
import { io, type Socket } from 'socket.io-client';

let shared: Socket | null = null;
let users = 0;
let closing: ReturnType<typeof setTimeout> | null = null;

/** An attempt that is not answered by then is made again: a network that has come back answers sooner. */
const ANSWERED_WITHIN_MS = 4_000;
/** A connection that nobody uses is kept this long: the next page usually wants it. */
const LINGER_MS = 5_000;
/** Who was told that a process ends comes back spread over this time, so that the next one is not stormed. */
const COME_BACK_WITHIN_MS = 1_500;

function connect(): Socket {
  const socket = io('/watch', {
    transports: ['websocket'],
    timeout: ANSWERED_WITHIN_MS,
    reconnectionDelay: 400,
    reconnectionDelayMax: 5_000,
    randomizationFactor: 0.5,
  });
  socket.on('draining', () => {
    socket.disconnect();
    setTimeout(() => socket.connect(), 300 + Math.random() * COME_BACK_WITHIN_MS);
  });
  return socket;
}

/** The one connection of this page, for as long as somebody holds it. Returns it and the way to let go. */
export function holdConnection(): { socket: Socket; release: () => void } {
  users++;
  if (closing) clearTimeout(closing);
  closing = null;
  shared ??= connect();
  const socket = shared;
  let held = true;
  const release = () => {
    if (!held) return;
    held = false;
    users--;
    if (users > 0) return;
    closing = setTimeout(() => {
      socket.disconnect();
      shared = null;
    }, LINGER_MS);
  };
  return { socket, release };
}
