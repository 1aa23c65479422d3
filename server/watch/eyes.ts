import type { IncomingHttpHeaders } from 'node:http';
import { type CredentialChange, onCredentialChange } from '@/lib/domain/auth';
import { onReconnect } from '@/lib/events';
import { type Grant, requireOmniscience } from './rights';

/** Somebody who sees everything of a match that runs. */
interface Eye {
  headers: IncomingHttpHeaders;
  stream: string;
  grant: Grant;
  refuse: (error: unknown) => void;
}

/**
 * Those who see everything of matches that run. Their right ends while they look: whoever signs out everywhere or turns
 * out to own a player, by claiming it, is refused from then on, in every process.
 */
export class Eyes {
  readonly #eyes = new Set<Eye>();
  readonly #stops: (() => void)[];
  #changes = 0;

  constructor() {
    this.#stops = [onCredentialChange((change) => this.#hear(change)), onReconnect(() => this.#checkAll())];
  }

  /**
   * Lets somebody see everything until `refuse` is called, or the returned function.
   * @throws NOT_FOUND, FORBIDDEN
   */
  async open(headers: IncomingHttpHeaders, stream: string, refuse: Eye['refuse']): Promise<() => void> {
    const changes = this.#changes;
    const grant = await requireOmniscience(headers, stream);
    if (!grant) return () => {};
    const eye = { headers, stream, grant, refuse };
    this.#eyes.add(eye);
    if (changes !== this.#changes) void this.#check(eye);
    return () => void this.#eyes.delete(eye);
  }

  close(): void {
    for (const stop of this.#stops) stop();
    this.#eyes.clear();
  }

  #hear({ ownerId, agentId }: CredentialChange): void {
    this.#changes++;
    for (const eye of this.#eyes) {
      const { grant } = eye;
      if (ownerId === grant.ownerId || (agentId !== undefined && grant.players.includes(agentId)))
        void this.#check(eye);
    }
  }

  #checkAll(): void {
    this.#changes++;
    for (const eye of this.#eyes) void this.#check(eye);
  }

  async #check(eye: Eye): Promise<void> {
    try {
      await requireOmniscience(eye.headers, eye.stream);
    } catch (error) {
      if (this.#eyes.delete(eye)) eye.refuse(error);
    }
  }
}
