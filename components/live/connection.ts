'use client';
import { io, type Socket } from 'socket.io-client';
import { connectLater, retryRefused } from './retry-refused';

let shared: Socket | null = null;
let users = 0;
let closing: ReturnType<typeof setTimeout> | null = null;

/** An attempt without an answer in this time is repeated. */
const CONNECT_TIMEOUT_MS = 4_000;
/** An unused connection stays open this long, because the next page usually needs it. */
const LINGER_MS = 5_000;
/** Reconnections after a server stops are spread over this time, so that the next server is not overloaded. */
const RECONNECT_SPREAD_MS = 1_500;

function connect(): Socket {
  const socket = io('/watch', {
    transports: ['websocket'],
    timeout: CONNECT_TIMEOUT_MS,
    reconnectionDelay: 400,
    reconnectionDelayMax: 5_000,
    randomizationFactor: 0.5,
  });
  const isUsed = () => shared === socket;
  retryRefused(socket, isUsed);
  socket.on('draining', () => {
    socket.disconnect();
    connectLater(socket, 300 + Math.random() * RECONNECT_SPREAD_MS, isUsed);
  });
  return socket;
}

/** Connects again with the present cookie: the server reads it when a connection opens. */
export function renewConnection(socket: Socket): void {
  socket.disconnect();
  socket.connect();
}

/** The one connection of this page, with a function that releases it. It closes some time after the last release. */
export function acquireConnection(): { socket: Socket; release: () => void } {
  users++;
  if (closing) clearTimeout(closing);
  closing = null;
  shared ??= connect();
  const socket = shared;
  let isReleased = false;
  const release = () => {
    if (isReleased) return;
    isReleased = true;
    users--;
    if (users > 0) return;
    closing = setTimeout(() => {
      socket.disconnect();
      shared = null;
    }, LINGER_MS);
  };
  return { socket, release };
}
