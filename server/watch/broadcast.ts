import type { Spectator } from './spectator';

/**
 * Sends the same events to many sockets. They are encoded and framed once, and each socket is given the same bytes in one
 * write: what Socket.IO and Engine.IO do for each socket costs as much again as the write itself.
 * @param payloads one event each, all of the same name
 */
export function broadcast(
  spectators: Iterable<Spectator>,
  { namespace, name, payloads }: { namespace: string; name: string; payloads: readonly unknown[] },
): void {
  let frames: Buffer | null = null;
  for (const spectator of spectators) {
    if (isWritable(spectator)) {
      frames ??= Buffer.concat(payloads.map((payload) => textFrame(eventPacket(namespace, name, payload))));
      spectator.tcpSocket.write(frames);
    } else {
      for (const payload of payloads) spectator.socket.emit(name, payload);
    }
  }
}

/** Whether what was sent before is on its way, and nothing has begun to close the connection. */
function isWritable({ connection, webSocket }: Spectator): boolean {
  return (
    webSocket !== null &&
    webSocket.readyState === webSocket.OPEN &&
    connection.readyState === 'open' &&
    connection.writeBuffer.length === 0
  );
}

/** A message of Engine.IO (4) with an event of Socket.IO (2). socket.io-protocol, version 5. */
const eventPacket = (namespace: string, name: string, payload: unknown): string =>
  `42${namespace},${JSON.stringify([name, payload])}`;

const FINAL_TEXT = 0x81;
/** Lengths above these are written in 2 and in 8 bytes. */
const MAX_SHORT = 125;
const MAX_MEDIUM = 0xffff;
const MEDIUM = 126;
const LONG = 127;

/** A whole text message as a server sends it: without a mask, so the same for every client. RFC 6455, 5.2. */
function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const headLength = length <= MAX_SHORT ? 2 : length <= MAX_MEDIUM ? 4 : 10;
  const frame = Buffer.allocUnsafe(headLength + length);
  frame[0] = FINAL_TEXT;
  if (headLength === 2) frame[1] = length;
  else if (headLength === 4) {
    frame[1] = MEDIUM;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = LONG;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.write(text, headLength);
  return frame;
}
