/** Work on one thing, one after the other, in the order in which it was asked for; other things do not wait. */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Runs `work` after whatever was asked for on `id` before; what failed before it changes nothing for it. */
  async take<T>(id: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(id);
    const mine = before ? before.then(work, work) : work();
    const settled = mine.catch(() => {});
    this.#last.set(id, settled);
    try {
      return await mine;
    } finally {
      if (this.#last.get(id) === settled) this.#last.delete(id);
    }
  }
}
