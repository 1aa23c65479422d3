import { deflateMessage } from './deflate';
import type { Spectator } from './spectator';

/**
 * Sends the same events to many sockets. They are encoded and framed once, deflated for the clients that inflate, and each socket is
 * given the same bytes in one write: what Socket.IO and Engine.IO do for each socket costs as much again as the write itself.
 * @param payloads one event each, all of the same name
 */
export function broadcast(
  spectators: Iterable<Spectator>,
  { namespace, name, payloads }: { namespace: string; name: string; payloads: readonly unknown[] },
): void {
  let packets: string[] | null = null;
  let frames: Buffer | null = null;
  let deflatedFrames: Buffer | null = null;
  for (const spectator of spectators) {
    if (isWritable(spectator)) {
      packets ??= payloads.map((payload) => eventPacket(namespace, name, payload));
      if (spectator.inflates) {
        deflatedFrames ??= Buffer.concat(packets.map(deflatedFrame));
        spectator.tcpSocket.write(deflatedFrames);
      } else {
        frames ??= Buffer.concat(packets.map(textFrame));
        spectator.tcpSocket.write(frames);
      }
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

/** The first byte of a frame that is a whole text message, and of one whose text is deflated. */
const FINAL_TEXT = 0x81;
const FINAL_DEFLATED_TEXT = 0xc1;
/** Lengths above these are written in 2 and in 8 bytes. */
const MAX_SHORT = 125;
const MAX_MEDIUM = 0xffff;
const MEDIUM = 126;
const LONG = 127;

const textFrame = (text: string): Buffer => frameOf(FINAL_TEXT, Buffer.from(text));

function deflatedFrame(text: string): Buffer {
  const deflated = deflateMessage(text);
  return deflated ? frameOf(FINAL_DEFLATED_TEXT, deflated) : textFrame(text);
}

/** A whole message as a server sends it: without a mask, so the same for every client. RFC 6455, 5.2. */
function frameOf(first: number, message: Buffer): Buffer {
  const { length } = message;
  const headLength = length <= MAX_SHORT ? 2 : length <= MAX_MEDIUM ? 4 : 10;
  const frame = Buffer.allocUnsafe(headLength + length);
  frame[0] = first;
  if (headLength === 2) frame[1] = length;
  else if (headLength === 4) {
    frame[1] = MEDIUM;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = LONG;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  message.copy(frame, headLength);
  return frame;
}
