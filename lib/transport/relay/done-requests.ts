import { LRUCache } from 'lru-cache';
import { sha256Hex } from '@/lib/core/rng';
import { type Member, RelayFault, RepeatedRequest, resendAnswer } from '@/lib/domain/relay';
import { isRequest, type ReceivedFrame } from './envelope';

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

/** The type and the content of a request, hashed. */
export const digestOf = ({ type, payload }: Pick<ReceivedFrame, 'type' | 'payload'>): string =>
  sha256Hex(`${type} ${JSON.stringify(payload)}`).slice(0, DIGEST_CHARACTERS);

/** Requests that are being worked on, by member and id: a member that comes back may send them again. */
const working = new Set<string>();
const done = new DoneRequests();

/** Forgets the requests of a member, which begins a new session. */
export const forgetRequests = (memberId: string): void => done.forget(memberId);

/**
 * Works on a frame. A request that its member sent before is not done twice: it is answered for a member that has come back,
 * and refused for another one.
 * @param work is given whether the request was done already, and returns whether a second time would change something more
 * @throws RelayFault INVALID_MESSAGE for a doubled request
 */
export async function doOnce(
  frame: ReceivedFrame,
  { member, isResumed }: { member: Member; isResumed: boolean },
  work: (isDone: boolean) => Promise<boolean>,
): Promise<void> {
  if (!isRequest(frame)) {
    await work(false);
    return;
  }
  const key = `${member.memberId} ${frame.id}`;
  const isDone = done.has(member.memberId, frame);
  if (working.has(key) && isResumed) return;
  if (working.has(key)) throw new RelayFault('INVALID_MESSAGE', 'id: an unanswered request has the same id.');
  if (isDone && !isResumed)
    throw new RelayFault('INVALID_MESSAGE', 'id: the same request was done already. A new one has a new id.');
  working.add(key);
  try {
    if (await work(isDone)) done.add(member.memberId, frame);
  } catch (thrown) {
    if (!(thrown instanceof RepeatedRequest)) throw thrown;
    resendAnswer(member, thrown);
  } finally {
    working.delete(key);
  }
}
