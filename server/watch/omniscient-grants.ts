import type { IncomingHttpHeaders } from 'node:http';
import { type CredentialChange, onCredentialChange } from '@/lib/domain/auth';
import type { OmniscientGrant } from '@/lib/domain/streams';
import { onReconnect } from '@/lib/events';
import { requireOmniscience } from './rights';

/** A right that is used now, and whom to call when it ends. */
interface OpenGrant {
  headers: IncomingHttpHeaders;
  stream: string;
  grant: OmniscientGrant;
  onRevoked: (error: unknown) => void;
}

/**
 * The rights of spectators who see every audience of running matches. A right ends while it is used: when its owner
 * signs out everywhere or becomes the owner of a player, in any process.
 */
export class OmniscientGrants {
  readonly #open = new Set<OpenGrant>();
  readonly #stops: (() => void)[];
  /** Changes that were heard so far: one during a check makes the check run again. */
  #changes = 0;

  constructor() {
    this.#stops = [onCredentialChange((change) => this.#recheck(change)), onReconnect(() => this.#recheckAll())];
  }

  /**
   * Grants a right until `onRevoked` or the returned function is called.
   * @throws NOT_FOUND, FORBIDDEN
   */
  async grant(headers: IncomingHttpHeaders, stream: string, onRevoked: OpenGrant['onRevoked']): Promise<() => void> {
    const changes = this.#changes;
    const grant = await requireOmniscience(headers, stream);
    if (!grant) return () => {};
    const open = { headers, stream, grant, onRevoked };
    this.#open.add(open);
    if (changes !== this.#changes) void this.#check(open);
    return () => void this.#open.delete(open);
  }

  close(): void {
    for (const stop of this.#stops) stop();
    this.#open.clear();
  }

  #recheck({ ownerId, agentId }: CredentialChange): void {
    this.#changes++;
    for (const open of this.#open) {
      const { grant } = open;
      if (ownerId === grant.ownerId || (agentId !== undefined && grant.players.includes(agentId)))
        void this.#check(open);
    }
  }

  #recheckAll(): void {
    this.#changes++;
    for (const open of this.#open) void this.#check(open);
  }

  async #check(open: OpenGrant): Promise<void> {
    try {
      await requireOmniscience(open.headers, open.stream);
    } catch (error) {
      if (this.#open.delete(open)) open.onRevoked(error);
    }
  }
}
