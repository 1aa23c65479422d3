import { type CredentialChange, onCredentialChange } from '@/lib/domain/accounts';
import { onReconnect } from '@/lib/events';

/** What a right depends on: the person who is signed in, and agents. */
interface Right {
  ownerId: string | null;
  players: readonly string[];
}

/** A right that is used now, and whom to call when it ends. */
interface OpenGrant {
  right: Right;
  check: () => Promise<Right | null>;
  onRevoked: (error: unknown) => void;
}

/**
 * The rights of sockets to see more than visitors do. A right ends while it is used: it is checked again when the
 * credentials of its owner or of one of its agents change, in any process.
 */
export class Grants {
  readonly #open = new Set<OpenGrant>();
  readonly #stops: (() => void)[];
  /** Changes that were heard so far: one during a check makes the check run again. */
  #changes = 0;

  constructor() {
    this.#stops = [onCredentialChange((change) => this.#recheck(change)), onReconnect(() => this.#recheckAll())];
  }

  /**
   * Grants what `check` returns until `onRevoked` or `revoke` is called; null needs no right any more.
   * @throws what `check` throws
   */
  async grant<T extends Right>(
    check: () => Promise<T | null>,
    onRevoked: OpenGrant['onRevoked'],
  ): Promise<{ granted: T | null; revoke: () => void }> {
    const changes = this.#changes;
    const granted = await check();
    if (!granted) return { granted, revoke: () => {} };
    const open = { right: granted, check, onRevoked };
    this.#open.add(open);
    if (changes !== this.#changes) void this.#check(open);
    return { granted, revoke: () => void this.#open.delete(open) };
  }

  close(): void {
    for (const stop of this.#stops) stop();
    this.#open.clear();
  }

  #recheck({ ownerId, agentId }: CredentialChange): void {
    this.#changes++;
    for (const open of this.#open) {
      const { right } = open;
      const isOfOwner = ownerId !== undefined && ownerId === right.ownerId;
      if (isOfOwner || (agentId !== undefined && right.players.includes(agentId))) void this.#check(open);
    }
  }

  #recheckAll(): void {
    this.#changes++;
    for (const open of this.#open) void this.#check(open);
  }

  async #check(open: OpenGrant): Promise<void> {
    try {
      await open.check();
    } catch (error) {
      if (this.#open.delete(open)) open.onRevoked(error);
    }
  }
}
