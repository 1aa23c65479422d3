import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';

/** The generator as data: it lives in the stored state of a match, so the same seed and moves give the same game. */
export interface RngState {
  /** 32 bytes as hex. */
  seed: string;
  /** How many 32-bit words were drawn. */
  drawn: number;
}

/**
 * Random numbers of a match: SHA-256 of seed and block number, in counter mode. A fast linear generator
 * would let a player who sees enough cards compute the next ones; this one reveals nothing. Runs in browsers too.
 */
export class Rng {
  #seed: Uint8Array | null = null;
  #drawn: number;
  #block: DataView | null = null;
  #blockNumber = -1;
  readonly #source: Readonly<Pick<RngState, 'seed'>>;

  /** The seed is read when the first number is drawn, which most moves never do. */
  constructor(state: Readonly<RngState>) {
    this.#source = state;
    this.#drawn = state.drawn;
  }

  /** The current state of the generator. */
  get state(): RngState {
    return { seed: this.#source.seed, drawn: this.#drawn };
  }

  /** A uniform unsigned 32-bit integer. */
  uint32(): number {
    const blockNumber = Math.floor(this.#drawn / 8);
    if (blockNumber !== this.#blockNumber) {
      this.#seed ??= hexToBytes(this.#source.seed);
      const input = new Uint8Array(this.#seed.length + 4);
      input.set(this.#seed);
      new DataView(input.buffer).setUint32(this.#seed.length, blockNumber);
      const digest = sha256(input);
      this.#block = new DataView(digest.buffer, digest.byteOffset, digest.byteLength);
      this.#blockNumber = blockNumber;
    }
    const word = (this.#block as DataView).getUint32((this.#drawn % 8) * 4);
    this.#drawn++;
    return word;
  }

  /** A uniform integer in [0, below). Rejection keeps it free of bias. */
  int(below: number): number {
    if (!Number.isInteger(below) || below < 1 || below > 0x1_0000_0000) throw new RangeError(`Rng.int: ${below}`);
    const limit = 0x1_0000_0000 - (0x1_0000_0000 % below);
    for (;;) {
      const word = this.uint32();
      if (word < limit) return word % below;
    }
  }

  /** One element of a non-empty list. */
  pick<T>(list: readonly T[]): T {
    if (list.length === 0) throw new RangeError('Rng.pick: empty list');
    return list[this.int(list.length)] as T;
  }

  /** A shuffled copy (Fisher–Yates). */
  shuffle<T>(list: readonly T[]): T[] {
    const copy = [...list];
    for (let i = copy.length - 1; i > 0; i--) {
      const j = this.int(i + 1);
      [copy[i], copy[j]] = [copy[j] as T, copy[i] as T];
    }
    return copy;
  }

  /** `length` random bytes as hex, for nonces of move commitments. */
  hex(length: number): string {
    let text = '';
    while (text.length < length * 2) text += this.uint32().toString(16).padStart(8, '0');
    return text.slice(0, length * 2);
  }
}

/** SHA-256 of the 32 raw bytes of a seed, hex: what a match publishes at its start. */
export function seedCommitment(seedHex: string): string {
  return bytesToHex(sha256(hexToBytes(seedHex)));
}

/** SHA-256 of a text, hex: move commitments and content hashes. */
export function sha256Hex(text: string): string {
  return bytesToHex(sha256(new TextEncoder().encode(text)));
}
