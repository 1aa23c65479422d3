/** A value that is there, or comes later. */
export type MaybeDeferred<T> = T | Deferred<T>;

/** What a step makes of a value: the next value, now or later. */
type Made<T> = MaybeDeferred<T> | Promise<MaybeDeferred<T>>;

type Step = (value: never) => unknown;

/** In place of the step of a value: the other step of the pair follows both and changes nothing. */
const FINALLY: Step = () => {};

/** How a step ended. */
interface Result {
  isFailure: boolean;
  value: unknown;
}

/**
 * A value that comes later, with the steps that follow it, in one object. A call that waits for an event keeps this in place of a
 * chain of async functions, of which each keeps its frame, its promises and its closures. Unlike a promise it has one consumer, it
 * can be ended early, and its steps run in the turn in which the value comes, as far as they are synchronous.
 */
export class Deferred<T> {
  /** In pairs: what follows a value, and what follows a failure; null passes it on. */
  readonly #steps: (Step | null)[] = [];
  /** The result of all steps so far; null while there is none. */
  #result: Result | null = null;
  /** What a step waits for in its turn. */
  #inner: Deferred<unknown> | null = null;
  #isEnded = false;
  #scope: ((work: () => void) => void) | null = null;

  /** Ends the wait: the value is then what there is so far. A second call does nothing. */
  end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    if (this.#inner) this.#inner.end();
    else this.giveUp();
  }

  /** Called at most once, by `end`: resolves without the awaited value. */
  protected giveUp(): void {}

  /** Adds a step. What it throws is the failure of the following ones. @returns this object, as that of the step's value */
  proceed<U>(next: ((value: T) => Made<U>) | null, failed: ((thrown: unknown) => Made<U>) | null = null): Deferred<U> {
    this.#steps.push(next, failed);
    const result = this.#result;
    this.#result = null;
    if (result) this.#continue(result);
    return this as unknown as Deferred<U>;
  }

  /** Adds a step that follows the value and the failure alike, and changes neither unless it throws. */
  finally(next: () => void): Deferred<T> {
    return this.proceed<T>(FINALLY as (value: T) => T, next as () => T);
  }

  /** Runs all steps inside of `scope`, for what belongs to the call that waits and not to the one that ends the wait. */
  runIn(scope: (work: () => void) => void): void {
    this.#scope = scope;
  }

  /** The value after all steps so far, as a promise. */
  toPromise(): Promise<T> {
    return new Promise((resolve, reject) => void this.proceed<void>(resolve, reject));
  }

  /** Gives the value; steps that are added later follow it too. */
  resolve(value: T): void {
    this.#continue({ isFailure: false, value });
  }

  #continue(result: Result): void {
    if (this.#scope) this.#scope(() => this.#runSteps(result));
    else this.#runSteps(result);
  }

  #runSteps(first: Result): void {
    let result = first;
    for (;;) {
      if (!result.isFailure && this.#follow(result.value)) return;
      const next = this.#steps.shift();
      const failed = this.#steps.shift();
      if (next === undefined || failed === undefined) break;
      if (next === FINALLY && failed) {
        const ended = run(failed, undefined);
        if (ended.isFailure) result = ended;
        continue;
      }
      const step = result.isFailure ? failed : next;
      if (step) result = run(step, result.value);
    }
    this.#result = result;
  }

  /** Waits for a value that comes later itself. False when it is there. */
  #follow(value: unknown): boolean {
    const onValue = (later: unknown) => this.#continue({ isFailure: false, value: later });
    const onFailure = (thrown: unknown) => this.#continue({ isFailure: true, value: thrown });
    if (value instanceof Deferred) {
      this.#inner = value;
      if (this.#isEnded) value.end();
      value.proceed(onValue, onFailure);
      return true;
    }
    if (value instanceof Promise) {
      value.then(onValue, onFailure);
      return true;
    }
    return false;
  }
}

function run(step: Step, value: unknown): Result {
  try {
    return { isFailure: false, value: step(value as never) };
  } catch (thrown) {
    return { isFailure: true, value: thrown };
  }
}

/** Takes the next step of a value now, or when it is there. @throws what the step throws now */
export function proceed<T, U>(value: MaybeDeferred<T>, next: (value: T) => Made<U>): Made<U> {
  return value instanceof Deferred ? value.proceed(next) : next(value);
}

/** Runs work that may wait, and `end` after it: when its value is there, or when it fails. */
export async function finishWith<T>(work: () => Promise<MaybeDeferred<T>>, end: () => void): Promise<MaybeDeferred<T>> {
  let value: MaybeDeferred<T>;
  try {
    value = await work();
  } catch (thrown) {
    end();
    throw thrown;
  }
  if (value instanceof Deferred) return value.finally(end);
  end();
  return value;
}

/** The value as soon as it is there. */
export async function settled<T>(value: MaybeDeferred<T>): Promise<T> {
  return value instanceof Deferred ? value.toPromise() : value;
}
