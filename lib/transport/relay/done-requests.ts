import { LRUCache } from 'lru-cache';
import { sha256Hex } from '@/lib/core/rng';
import type { ReceivedFrame } from './envelope';

/** Members whose requests are remembered, the latest ones. */
const MAX_MEMBERS = 2_000;
/** Requests that are remembered for one member, the latest ones. */
const MAX_REQUESTS = 256;
const DIGEST_CHARACTERS = 16;

type Request = Pick<ReceivedFrame, 'type' | 'payload'> & { id: string };

/**
 * The requests of members that changed something, so that a doubled frame changes nothing more. Only the same message
 * with the same id is a doubled frame: the specification does not ask for ids that are used once.
 */
export class DoneRequests {
  readonly #byMember = new LRUCache<string, Map<string, string>>({ max: MAX_MEMBERS });

  /** Whether this member has sent the same request before, and it was done. */
  has(memberId: string, request: Request): boolean {
    return this.#byMember.get(memberId)?.get(request.id) === digestOf(request);
  }

  add(memberId: string, request: Request): void {
    const done = this.#byMember.get(memberId) ?? new Map<string, string>();
    done.delete(request.id);
    done.set(request.id, digestOf(request));
    const [oldest] = done.keys();
    if (done.size > MAX_REQUESTS && oldest !== undefined) done.delete(oldest);
    this.#byMember.set(memberId, done);
  }

  /** Forgets the requests of a member, which begins a new session and may count its ids from the beginning. */
  forget(memberId: string): void {
    this.#byMember.delete(memberId);
  }
}

const digestOf = ({ type, payload }: Request): string =>
  sha256Hex(`${type} ${JSON.stringify(payload)}`).slice(0, DIGEST_CHARACTERS);
