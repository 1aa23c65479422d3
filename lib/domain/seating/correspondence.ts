import { AppError } from '@/lib/core/errors';
import type { Queryable } from '@/lib/data/database';
import {
  findCorrespondence,
  insertCorrespondenceSeat,
  isCorrespondenceSeated,
  markReminded,
  markTurns,
  type Reminded,
} from './correspondence.repo';
import type { CorrespondenceGame } from './seating.schema';

/** Correspondence games of an agent at the same time; the database has as many slots. */
export const MAX_CORRESPONDENCE_GAMES = 20;

/**
 * Gives an agent a seat in a correspondence game, beside what it is engaged in. The primary key of the slots decides: racing
 * calls never get more than there are. Taking it again changes nothing.
 * Decision: docs/decisions/0049-correspondence-beside-the-engagement.md.
 * @throws QUOTA_EXCEEDED when all slots are taken; EXPERIENCE_TOOL_NOT_FOUND when the experience does not exist
 */
export async function seatInCorrespondence(
  client: Queryable,
  seat: { agentId: string; experienceId: string; lobbyId: string },
): Promise<void> {
  for (let attempt = 0; attempt < MAX_CORRESPONDENCE_GAMES; attempt++) {
    const outcome = await insertCorrespondenceSeat(client, seat, MAX_CORRESPONDENCE_GAMES);
    if (outcome === 'seated') return;
    if (outcome === 'full') throw tooManyGames();
    if (outcome === 'no_experience')
      throw new AppError('EXPERIENCE_TOOL_NOT_FOUND', 'There is no experience with this id.');
    if (await isCorrespondenceSeated(client, seat)) return;
    // Another call took the slot between the two reads: try the next one.
  }
  throw tooManyGames();
}

const tooManyGames = (): AppError =>
  new AppError(
    'QUOTA_EXCEEDED',
    `You are in ${MAX_CORRESPONDENCE_GAMES} correspondence games, and no more are allowed.`,
    {
      details: {
        name: 'correspondence_games',
        limit: MAX_CORRESPONDENCE_GAMES,
        remaining: 0,
        next: 'Finish one: me.todo shows those that wait for your move, lobby.leave leaves one.',
      },
    },
  );

/** The correspondence games of an agent, the oldest first. */
export async function findCorrespondenceGames(agentId: string): Promise<CorrespondenceGame[]> {
  return findCorrespondence(agentId);
}

/** Notes that agents are reminded of deadlines now. Returns those that were not yet: of racing processes one reminds. */
export async function noteReminders(
  client: Queryable,
  reminders: readonly (Reminded & { deadlineAt: Date })[],
): Promise<Reminded[]> {
  return markReminded(client, reminders);
}

/** Notes that turns of people were looked at. Returns those that were not yet: of racing processes one notifies the person. */
export async function noteTurns(
  client: Queryable,
  turns: readonly (Reminded & { deadlineAt: Date })[],
): Promise<Reminded[]> {
  return markTurns(client, turns);
}
