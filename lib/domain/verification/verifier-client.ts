import { type ExperienceClient, type ExperienceTarget, OUTBOUND_LIMITS, remoteClient } from '@/lib/gateway';

/** Time limit of one call to the experience. */
const CALL_TIMEOUT_MS = 15_000;

/** A client for one verification, which closes it: failures of players do not open its circuit breaker, nor its failures theirs. */
export function verifierClient(target: ExperienceTarget): ExperienceClient {
  try {
    return remoteClient(target, { ...OUTBOUND_LIMITS, timeoutMs: CALL_TIMEOUT_MS, failuresToOpen: 100 });
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
