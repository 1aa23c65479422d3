import { toAppError } from '@/lib/core/errors';
import { isJsonObject } from '@/lib/core/json';
import { log } from '@/lib/core/log';
import { matchStream } from '@/lib/core/stream';
import { type CachedSession, storeTurn } from '@/lib/domain/seating';
import { appendEvents, publish } from '@/lib/events';
import { transaction } from '../play-host.repo';

/** What an experience said about whose turn it is; null when it said nothing. */
function turnIn(parts: readonly unknown[]): boolean | null {
  const found = parts.find((part) => isJsonObject(part) && typeof part.your_turn === 'boolean');
  return isJsonObject(found) ? (found.your_turn as boolean) : null;
}

/**
 * Notifies the others in the match of a remote experience that a player has acted, and stores whose turn it is. What was done
 * is between the player and the experience. The step has been answered: a fault here is only logged.
 */
export async function tellStep(
  { id, lobbyId, experienceAgentId }: CachedSession,
  parts: readonly unknown[],
): Promise<void> {
  if (lobbyId === null) return;
  try {
    publish(
      await transaction(async (client) => {
        if (!(await storeTurn(client, id, turnIn(parts)))) return [];
        const data = { experience_agent_id: experienceAgentId };
        return appendEvents(client, matchStream(lobbyId), [{ type: 'step_taken', data }]);
      }),
    );
  } catch (thrown) {
    log.warn({ err: toAppError(thrown), session_id: id }, 'could not publish a step of a remote match');
  }
}
