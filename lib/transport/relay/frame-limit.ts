/** A token bucket: `burst` frames or bytes together, `perSecond` in the long run. */
export class FrameLimit {
  readonly #perSecond: number;
  readonly #burst: number;
  #tokens: number;
  #atMs: number;

  constructor({ perSecond, burst }: { perSecond: number; burst: number }, nowMs: number) {
    this.#perSecond = perSecond;
    this.#burst = burst;
    this.#tokens = burst;
    this.#atMs = nowMs;
  }

  /** Counts a frame, or `cost` bytes. False when that is too many, and then nothing is counted. */
  take(nowMs: number, cost = 1): boolean {
    const gained = ((nowMs - this.#atMs) / 1000) * this.#perSecond;
    this.#tokens = Math.min(this.#burst, this.#tokens + gained);
    this.#atMs = nowMs;
    if (this.#tokens < cost) return false;
    this.#tokens -= cost;
    return true;
  }

  /** How long to wait until one more frame may be taken; 0: not at all. Counts nothing. */
  msUntilFree(nowMs: number): number {
    const missing = 1 - this.#tokens - ((nowMs - this.#atMs) / 1000) * this.#perSecond;
    return missing <= 0 ? 0 : Math.ceil((missing / this.#perSecond) * 1000);
  }
}
