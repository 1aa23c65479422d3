interface Failure {
  code: string;
  message: string;
  retryable: boolean;
}

/** The answer to a subscription. */
export type SubscribeAnswer = { snapshot: unknown; cursor: string } | { error: Failure };

/** A subscription that the server ended, with the reason. */
export interface EndedSubscription {
  stream: string;
  error: Failure;
}

export interface SubscribeRequest {
  stream: string;
  after?: string;
  view?: 'public' | 'omniscient';
}
