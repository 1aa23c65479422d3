/** One lock per key, granted in the order of the calls. Different keys run in parallel. */
export class KeyedMutex {
  readonly #tails = new Map<string, Promise<unknown>>();

  /** Runs `work` while no other work on `key` runs. Without a predecessor it starts synchronously. @throws what `work` throws */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const predecessor = this.#tails.get(key);
    const current = predecessor ? predecessor.then(work, work) : work();
    const tail = current.catch(() => {});
    this.#tails.set(key, tail);
    try {
      return await current;
    } finally {
      if (this.#tails.get(key) === tail) this.#tails.delete(key);
    }
  }
}
