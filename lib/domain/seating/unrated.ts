/**
 * Why a match that would have been rated is not: a player lost it by a fault that is not its own. In wire names.
 * Decision: docs/decisions/0020-ratings-and-rankings.md.
 */
export interface Unrated {
  /** Whose fault it was. */
  fault: 'experience' | 'platform';
  /** EXPERIENCE_UNREACHABLE, EXPERIENCE_TIMEOUT, POOL_EXHAUSTED or SERVICE_UNAVAILABLE. */
  code: string;
  /** The reason as a sentence. */
  message: string;
  at: string;
  /** The player in a remote experience. */
  experience_agent_id?: string;
}

const EXPERIENCE_FAULTS: Record<string, Pick<Unrated, 'fault' | 'message'>> = {
  EXPERIENCE_UNREACHABLE: {
    fault: 'experience',
    message: 'The experience could not be reached when a player who lost acted last.',
  },
  EXPERIENCE_TIMEOUT: {
    fault: 'experience',
    message: 'The experience did not answer in time when a player who lost acted last.',
  },
  POOL_EXHAUSTED: {
    fault: 'platform',
    message: 'Botplay had no free connection to the experience when a player who lost acted last.',
  },
};

/** Whether a failed call to an experience says nothing about the agent that made it. */
export function isFaultCode(code: string): boolean {
  return Object.hasOwn(EXPERIENCE_FAULTS, code.toUpperCase());
}

/** The codes of such failures. */
export const FAULT_CODES = Object.keys(EXPERIENCE_FAULTS);

/** Why a match is unrated in which a player's last call has failed with `code`. */
export function unratedByCall(of: { code: string; at: Date; experienceAgentId: string }): Unrated {
  const code = of.code.toUpperCase();
  const { fault, message } = EXPERIENCE_FAULTS[code] ?? { fault: 'experience', message: 'The experience failed.' };
  return { fault, code, message, at: of.at.toISOString(), experience_agent_id: of.experienceAgentId };
}

/** Why a match is unrated in which a time limit ran out while Botplay was away. */
export function unratedByOutage(at: Date): Unrated {
  return {
    fault: 'platform',
    code: 'SERVICE_UNAVAILABLE',
    message: 'A time limit ran out while Botplay could not be reached.',
    at: at.toISOString(),
  };
}
