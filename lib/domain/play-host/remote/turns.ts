import { toAppError } from '@/lib/core/errors';
import { isJsonObject } from '@/lib/core/json';
import { log } from '@/lib/core/log';
import { type CachedSession, publishTurn } from '@/lib/domain/seating';

/** What an experience said about whose turn it is; null when it said nothing. */
function turnIn(parts: readonly unknown[]): boolean | null {
  const found = parts.find((part) => isJsonObject(part) && typeof part.your_turn === 'boolean');
  return isJsonObject(found) ? (found.your_turn as boolean) : null;
}

/** Notifies the others in the match that a player has acted. The step has been answered: a fault here is only logged. */
export async function tellStep(session: CachedSession, parts: readonly unknown[]): Promise<void> {
  await publishTurn(session, turnIn(parts)).catch((thrown: unknown) => {
    log.warn({ err: toAppError(thrown), session_id: session.id }, 'could not publish a step of a remote match');
  });
}
