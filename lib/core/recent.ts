/** What was made for the keys that were asked for last. What fails is forgotten; who asks meanwhile waits for the same. */
export class Recent<Value> {
  readonly #kept = new Map<string, Promise<Value>>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  /** What belongs to a key, made when it is not there. */
  get(key: string, make: () => Promise<Value>): Promise<Value> {
    const known = this.#kept.get(key);
    const value = known ?? make();
    this.#kept.delete(key);
    this.#kept.set(key, value);
    if (!known) value.catch(() => this.#kept.delete(key));
    const [oldest] = this.#kept.keys();
    if (oldest !== undefined && this.#kept.size > this.#most) this.#kept.delete(oldest);
    return value;
  }
}
