import {
  type ExperienceClient,
  type ExperienceTarget,
  type HttpExchange,
  OUTBOUND_LIMITS,
  remoteClient,
} from '@/lib/gateway';

/** Time limit of one call to the experience. */
const CALL_TIMEOUT_MS = 15_000;

/**
 * A client for one verification, which closes it: failures of players do not open its circuit breaker, nor its failures
 * theirs. `observe` gets every HTTP request with its answer.
 */
export function verifierClient(
  target: ExperienceTarget,
  observe: (exchange: HttpExchange) => void = () => undefined,
): ExperienceClient {
  try {
    const limits = { ...OUTBOUND_LIMITS, timeoutMs: CALL_TIMEOUT_MS, failuresToOpen: 100 };
    return remoteClient(target, limits, observe);
  } catch (refused) {
    const refuse = () => Promise.reject(refused);
    return {
      callTool: refuse,
      listTools: refuse,
      describeServer: refuse,
      openSession: refuse,
      closeSession: async () => undefined,
      close: async () => undefined,
    };
  }
}
