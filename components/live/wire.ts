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

/** What a subscription answers. */
export type SubscribeAnswer =
  | { snapshot: unknown; cursor: string }
  | { error: { code: string; message: string; retryable: boolean } };

export interface SubscribeRequest {
  stream: string;
  after?: string;
  view?: 'public' | 'omniscient';
}
