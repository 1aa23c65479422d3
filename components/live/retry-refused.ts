'use client';
import type { Socket } from 'socket.io-client';

const RETRY_AFTER_MS = 5_000;

/**
 * Connects again some time after the server refused a connection, for example because its address has too many. The client of
 * Socket.IO tries again by itself only where no server answered.
 * @param isUsed whether the connection is still wanted by then
 */
export function retryRefused(socket: Socket, isUsed: () => boolean): void {
  socket.on('connect_error', () => {
    if (!socket.active) connectLater(socket, RETRY_AFTER_MS * (1 + Math.random()), isUsed);
  });
}

/** Connects after a time, unless the connection is not used any more by then. */
export function connectLater(socket: Socket, afterMs: number, isUsed: () => boolean): void {
  setTimeout(() => {
    if (isUsed()) socket.connect();
  }, afterMs);
}
