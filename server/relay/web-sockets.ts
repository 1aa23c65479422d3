import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import { log } from '@/lib/core/log';
import { observeGauge } from '@/lib/core/metrics';
import { countMembers, makeFrame } from '@/lib/domain/relay';
import { addressOfUpgrade, findMessageFault } from '@/lib/transport/message-budget';
import { countRefusal, REFUSAL_COSTS } from '@/lib/transport/refusal-pace';
import { MAX_FRAME_CHARACTERS, type RelayCaller, RelayConnection } from '@/lib/transport/relay';
import type { UpgradeRoute } from '../upgrades';
import { findCaller } from './callers';

/** Larger messages close the connection before they are read (code 1009). */
const MAX_BYTES = 4 * MAX_FRAME_CHARACTERS;
/** A reader that has not taken this much is closed; it comes back and gets what it missed. */
const MAX_UNREAD_BYTES = 4 * 1024 * 1024;
const PING_EVERY_MS = 20_000;

const CODES = { goingAway: 1001, policy: 1008 };
/** A reason of a close has at most 123 bytes. */
const MAX_REASON = 120;

/** The plain WebSocket of the relay. Specification: external-agent-protocol.md, section 2. */
export class RelayWebSockets {
  readonly #server = new WebSocketServer({ noServer: true, maxPayload: MAX_BYTES, perMessageDeflate: false });
  readonly #pinger: NodeJS.Timeout;
  readonly #answered = new WeakSet<WebSocket>();

  constructor() {
    observeGauge('botplay_relay_members', 'Pages and agents of the relay in this process.', countMembers);
    this.#pinger = setInterval(() => this.#ping(), PING_EVERY_MS).unref();
  }

  /** The route of its upgrades. */
  get route(): UpgradeRoute {
    return {
      prefix: '/agent/ws',
      handle: (request, socket, head) => void this.#upgrade(request, socket, head),
      drain: () => this.#closeAll(),
    };
  }

  /** Closes every connection. */
  close(): void {
    clearInterval(this.#pinger);
    this.#closeAll();
  }

  async #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const [path, query = ''] = request.url?.split('?', 2) ?? [];
    const caller =
      path === '/agent/ws'
        ? await findCaller({
            headers: request.headers,
            peer: request.socket.remoteAddress,
            roomName: new URLSearchParams(query).get('room'),
          })
        : { refusal: '404 Not Found' };
    if ('refusal' in caller) {
      countRefusal(request, REFUSAL_COSTS.caller);
      const retryAfter = 'retryAfterS' in caller ? `retry-after: ${caller.retryAfterS}\r\n` : '';
      socket.end(`HTTP/1.1 ${caller.refusal}\r\n${retryAfter}connection: close\r\ncontent-length: 0\r\n\r\n`);
      return;
    }
    this.#server.handleUpgrade(request, socket, head, (opened) => this.#connect(opened, caller, request));
  }

  #connect(socket: WebSocket, caller: RelayCaller, request: IncomingMessage): void {
    const address = addressOfUpgrade(request);
    explainTooLarge(socket);
    this.#answered.add(socket);
    socket.on('pong', () => this.#answered.add(socket));
    socket.on('error', (error) => log.debug({ reason: error.message }, 'a relay socket failed'));
    const connection = new RelayConnection(
      {
        send: (text) => {
          if (socket.readyState !== socket.OPEN) return;
          // A reader that takes nothing does not take a close frame either.
          if (socket.bufferedAmount > MAX_UNREAD_BYTES) socket.terminate();
          else socket.send(text);
        },
        close: (reason) => socket.close(CODES.policy, reason.slice(0, MAX_REASON)),
        reading: { pause: () => socket.pause(), resume: () => socket.resume() },
      },
      caller,
    );
    socket.on('message', (data: RawData, isBinary: boolean) => {
      if (socket.readyState !== socket.OPEN) return;
      const fault = findMessageFault(address, data as Buffer);
      if (fault !== null) {
        countRefusal(request, REFUSAL_COSTS.message);
        socket.close(CODES.policy, fault);
      } else if (isBinary) connection.receiveBinary();
      else connection.receive(data.toString());
    });
    socket.on('close', () => void connection.closed());
  }

  /** Closes the connections that did not answer the last ping: the network lost them. */
  #ping(): void {
    for (const socket of this.#server.clients) {
      if (!this.#answered.delete(socket)) socket.terminate();
      else socket.ping();
    }
  }

  #closeAll(): void {
    for (const socket of this.#server.clients) socket.close(CODES.goingAway, 'The server is stopping. Connect again.');
  }
}

const TOO_LARGE = 1009;

/** ws closes the connection of a message above MAX_BYTES by itself: the error frame is sent before that. */
function explainTooLarge(socket: WebSocket): void {
  const close = socket.close.bind(socket);
  socket.close = (code, reason) => {
    if (code !== TOO_LARGE) return close(code, reason);
    const message = `A message has at most ${MAX_BYTES} bytes, a frame at most ${MAX_FRAME_CHARACTERS} characters.`;
    socket.send(JSON.stringify(makeFrame('error', { code: 'INVALID_MESSAGE', message })));
    close(code, message);
  };
}
