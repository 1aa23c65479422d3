/** What a socket may ask: bursts are a page that opens, the rate is a person who clicks. */
const BURST = 60;
const PER_SECOND = 10;

/** A bucket of messages that refills with time. */
export class Allowance {
  #left = BURST;
  #atMs: number;

  constructor(nowMs: number = Date.now()) {
    this.#atMs = nowMs;
  }

  /** Takes one message; false when there is none left. */
  take(nowMs: number = Date.now()): boolean {
    this.#left = Math.min(BURST, this.#left + ((nowMs - this.#atMs) / 1000) * PER_SECOND);
    this.#atMs = nowMs;
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }
}
