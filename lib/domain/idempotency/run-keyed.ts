import { AppError } from '@/lib/core/errors';
import { canonicalJson } from '@/lib/core/json';
import { idempotencyConflict } from './conflict';
import { isUniqueViolation } from './idempotency.repo';

/** A stored action with its key: what was asked and what was answered. */
export interface EarlierCall<Answer> {
  input: unknown;
  answer: Answer;
}

/**
 * Runs an action whose own row stores the key under a unique index. The first call costs no look-up: `run` stores the
 * row, and only when it fails the key is looked up. So a repeated call is answered whatever refuses its action by now:
 * the index, the rules of a game that has moved on, or a session that is over.
 * @param args.lookUpFirst for an action that takes effect before its row is stored
 * @throws IDEMPOTENCY_CONFLICT when the key was used with another input; what `run` throws
 */
export async function runKeyed<Answer>(args: {
  key: string | null;
  input: unknown;
  findEarlier(key: string): Promise<EarlierCall<Answer> | null>;
  lookUpFirst: boolean;
  run(): Promise<Answer>;
}): Promise<Answer> {
  const { key, input } = args;
  if (key === null) return args.run();
  const answerOfEarlier = async () => {
    const earlier = await args.findEarlier(key);
    if (earlier && canonicalJson(earlier.input) !== canonicalJson(input)) throw idempotencyConflict(key);
    return earlier;
  };
  const storedAnswer = args.lookUpFirst ? await answerOfEarlier() : null;
  if (storedAnswer) return storedAnswer.answer;
  try {
    return await args.run();
  } catch (refusal) {
    if (!(refusal instanceof AppError) && !isUniqueViolation(refusal)) throw refusal;
    const earlier = await answerOfEarlier();
    if (earlier) return earlier.answer;
    throw refusal;
  }
}
