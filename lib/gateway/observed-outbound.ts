import { AppError } from '@/lib/core/errors';
import type { AllowedHosts } from './guard';
import { Outbound, type OutboundAnswer, type OutboundLimits, type OutboundRequest } from './outbound';

/** One HTTP request and what became of it. Headers are left out: they carry credentials. */
export interface HttpExchange {
  method: string;
  /** Without query and fragment, where addresses carry keys. */
  url: string;
  /** The body; null without one. */
  sent: string | null;
  /** HTTP status of the answer; null when there was none. */
  status: number | null;
  /** The body of the answer, or why there was none. Untrusted. */
  answered: string;
}

/** Calls like {@link Outbound}, and shows each exchange to `observe`. */
export class ObservedOutbound extends Outbound {
  readonly #observe: (exchange: HttpExchange) => void;

  constructor(allowed: AllowedHosts, limits: OutboundLimits, observe: (exchange: HttpExchange) => void) {
    super(allowed, limits);
    this.#observe = observe;
  }

  override async request(request: OutboundRequest): Promise<OutboundAnswer> {
    const { method, url, body = null } = request;
    const sent = { method, url: `${url.origin}${url.pathname}`, sent: typeof body === 'string' ? body : null };
    try {
      const answer = await super.request(request);
      this.#observe({ ...sent, status: answer.status, answered: answer.text });
      return answer;
    } catch (thrown) {
      if (thrown instanceof AppError) this.#observe({ ...sent, status: null, answered: thrown.message });
      throw thrown;
    }
  }
}
