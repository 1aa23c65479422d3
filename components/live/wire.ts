/** An event as the socket brings it. */
export interface WatchEvent {
  stream: string;
  id: string;
  /** Counts within the stream (and its audience), without gaps. */
  seq: number;
  type: string;
  at: string;
  data: Record<string, unknown>;
  audience?: string;
}

interface Failure {
  code: string;
  message: string;
  retryable: boolean;
}

/** What a subscription answers. */
export type SubscribeAnswer = { snapshot: unknown; cursor: string } | { error: Failure };

/** A subscription that the server has ended, and why. */
export interface Refused {
  stream: string;
  error: Failure;
}

export interface SubscribeRequest {
  stream: string;
  after?: string;
  view?: 'public' | 'omniscient';
}
