/** Callbacks of a connected carrier. */
export interface CarrierListener {
  /** A text that some process sent, this one included. */
  received: (text: string) => void;
  /** The connection broke. The reason is logged, so it must not contain a secret. */
  lost: (reason?: Error) => void;
}

/**
 * Carries texts between the processes of a deployment. A text is only a hint, because the database has the data: a
 * carrier may lose texts if it reports `lost`, and may deliver one twice.
 */
export interface Carrier {
  /** A readable name for the log, without a secret. */
  readonly name: string;
  /** Connects once; texts arrive when this resolves. Returns the disconnect. */
  connect(listener: CarrierListener): Promise<() => Promise<void>>;
  /** @throws Error when the texts may not have been taken */
  send(texts: readonly string[]): Promise<void>;
}
