import { setTimeout as pause } from 'node:timers/promises';
import type { JsonObject } from '@/lib/core/json';
import type { PlayerRow } from './leagues.schema';
import { mayReferee } from './leases';
import type { RefereeContext } from './referee-context';
import { type Sent, sendMessage, storeSent } from './send-message';

/** How long a player may take to answer a notice. */
const NOTICE_MS = 60_000;
/** A player that answers immediately has the notice before the next message. */
const ORDER_MS = 50;
/** Notices of a player that may be open; the oldest is given up first. */
const MAX_OPEN = 3;

/** Made once: an abort without a reason makes an error with a stack for each message. */
const WAITED_ENOUGH = new Error('The notice is not waited for any more.');

interface Open {
  playerId: string;
  over: AbortController;
  stored: Promise<void>;
}

/** Messages of a fixture that need no answer. They are sent beside the match: a slow answer delays nothing. */
export class Notices {
  readonly #context: RefereeContext;
  readonly #open = new Set<Open>();

  constructor(context: RefereeContext) {
    this.#context = context;
  }

  /** Sends a notice. Resolves when it is answered and stored, at the latest shortly after it was sent. */
  async send(player: PlayerRow, message: JsonObject): Promise<void> {
    let left = () => {};
    const isSent = new Promise<void>((resolve) => {
      left = resolve;
    });
    const { stored } = this.#begin(player, message, left);
    const waited = new AbortController();
    const inOrder = isSent.then(() => pause(ORDER_MS, undefined, { signal: waited.signal })).catch(() => {});
    await Promise.race([stored, inOrder]);
    waited.abort(WAITED_ENOUGH);
  }

  /** Sends GAME_START. @returns what came back within `withinMs` after it was sent; null when the player takes longer */
  async sendStart(player: PlayerRow, message: JsonObject, withinMs: number): Promise<Sent | null> {
    let left = () => {};
    const isSent = new Promise<void>((resolve) => {
      left = resolve;
    });
    const { sent, stored } = this.#begin(player, message, left);
    const waited = new AbortController();
    const slow = isSent.then(() => pause(withinMs, null, { signal: waited.signal })).catch(() => null);
    const first = await Promise.race([sent, slow]);
    waited.abort(WAITED_ENOUGH);
    if (first) await stored;
    return first;
  }

  /** Waits for the open notices, then gives up those that are not answered. They are stored when it resolves. */
  async close(withinMs: number): Promise<void> {
    const stored = Promise.all([...this.#open].map((open) => open.stored));
    if (this.#open.size > 0 && withinMs > 0) {
      const waited = new AbortController();
      await Promise.race([stored, pause(withinMs, undefined, { signal: waited.signal }).catch(() => {})]);
      waited.abort(WAITED_ENOUGH);
    }
    for (const { over } of this.#open) over.abort();
    await stored;
  }

  #begin(player: PlayerRow, message: JsonObject, onSent: () => void): { sent: Promise<Sent>; stored: Promise<void> } {
    const over = new AbortController();
    const begin = (mayBegin: boolean) => {
      if (!mayBegin) over.abort();
      return sendMessage(player, message, { timeoutMs: NOTICE_MS, signal: over.signal, onSent });
    };
    const may = mayReferee(this.#context.fixture.id);
    const sent = may instanceof Promise ? may.then(begin) : begin(may);
    const stored = sent.then((one) => storeSent(this.#context, player, one, faultOf(one)));
    const open: Open = { playerId: player.playerId, over, stored };
    this.#open.add(open);
    const remove = () => this.#open.delete(open);
    stored.then(remove, remove);
    const own = [...this.#open].filter(({ playerId }) => playerId === player.playerId);
    for (const { over: oldest } of own.slice(0, -MAX_OPEN)) oldest.abort();
    return { sent, stored };
  }
}

const faultOf = ({ answer }: Sent) => (answer?.kind === 'fault' ? answer.fault : null);
