/** What a carrier tells whoever listens by it. */
export interface Ears {
  /** A text that some process sent, this one included. */
  heard: (text: string) => void;
  /** Nothing is heard any more. The reason holds no secret: it is logged. */
  lost: (reason?: Error) => void;
}

/**
 * What wakes the processes of a deployment by texts. A text is only a hint: the database has what it is about, so a
 * carrier may lose texts, as long as it says so (`lost`), and may deliver one twice.
 */
export interface Carrier {
  /** As people call it; goes into the log and holds no secret. */
  readonly name: string;
  /** Connects once, and is heard from when this resolves. Returns the way to hang up. */
  listen(ears: Ears): Promise<() => Promise<void>>;
  /** @throws Error when it is not certain that the texts were taken. */
  send(texts: readonly string[]): Promise<void>;
}
