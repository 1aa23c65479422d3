import { z } from 'zod';
import { registerCleanup } from '@/lib/core/cleanup';
import { now } from '@/lib/core/clock';
import { AppError, validationError } from '@/lib/core/errors';
import { addressBlock, takeLimit } from '@/lib/domain/limits';
import { type MatchRow, readMatch } from '@/lib/domain/matches';
import type { Phase, WerewolfState } from '@/lib/games/werewolf/state';
import { countGuesses, deleteGuesses, upsertGuess } from './guesses.repo';
import { phaseOf } from './town';
import { WEREWOLF_GAME_ID } from './werewolf.schema';

/** Nobody looks at the guesses of a match after this time. */
const KEPT_MS = 90 * 24 * 60 * 60_000;
/** In these phases of a day its vote is not over. */
const OPEN_PHASES: readonly Phase[] = ['DAY_ANNOUNCE', 'DAY_OPENING', 'DAY_DISCUSSION', 'DAY_VOTE'];

export const crowdGuessesSchema = z.strictObject({
  match_id: z.string().describe('The match'),
  days: z
    .array(
      z.strictObject({
        day: z.int().describe('The day, from 1'),
        spectators: z.int().describe('How many spectators answered'),
        seats: z
          .array(
            z.strictObject({
              seat: z.int().describe('The seat, from 0'),
              guesses: z.int().describe('How many of them took it for a werewolf'),
            }),
          )
          .describe('The most suspected seat first'),
      }),
    )
    .describe('The days whose vote is over'),
});
type CrowdGuesses = z.infer<typeof crowdGuessesSchema>;

async function requireWerewolf(matchId: string): Promise<MatchRow> {
  const match = await readMatch(matchId);
  if (match?.gameId !== WEREWOLF_GAME_ID) throw new AppError('NOT_FOUND', 'There is no such match of Werewolf.');
  return match;
}

/** The last day whose vote is over; all days after the end. */
function lastClosedDay(match: MatchRow): number {
  const { dayNumber } = match.state as WerewolfState;
  return match.status === 'active' && OPEN_PHASES.includes(phaseOf(match)) ? dayNumber - 1 : dayNumber;
}

/**
 * Stores whom a spectator takes for a werewolf before the vote of a day is over; a later guess of the same day replaces it. Two
 * queries.
 * @throws NOT_FOUND · RATE_LIMITED by address · INVALID_STATE when the vote of that day is over or has not come
 * @throws VALIDATION_ERROR for a player who is out
 */
export async function guessWolves(guess: {
  matchId: string;
  day: number;
  spectatorId: string;
  /** One or two, from 0. */
  seats: readonly number[];
  address: string;
}): Promise<void> {
  await takeLimit('werewolf_guess', addressBlock(guess.address));
  const match = await requireWerewolf(guess.matchId);
  const { dayNumber, alive } = match.state as WerewolfState;
  if (match.status !== 'active' || guess.day !== dayNumber || !OPEN_PHASES.includes(phaseOf(match)))
    throw new AppError('INVALID_STATE', 'A guess counts on its day, until the vote is over.');
  const out = guess.seats.findIndex((seat) => alive[seat] !== true);
  if (out >= 0) throw validationError([{ path: ['seats', out], message: 'is a player who is out' }]);
  const { matchId, day, spectatorId, seats } = guess;
  if (!(await upsertGuess({ matchId, day, spectatorId, seats: [...seats], guessedAt: now() })))
    throw new AppError('QUOTA_EXCEEDED', 'This day of the match has as many guesses as are counted.');
}

/**
 * Whom the spectators took for werewolves, of the days whose vote is over: what the crowd thinks of a running vote is published to
 * no one, and so not to players. Two queries. @throws NOT_FOUND
 */
export async function readCrowdGuesses(matchId: string): Promise<CrowdGuesses> {
  const match = await requireWerewolf(matchId);
  const counts = await countGuesses(matchId, lastClosedDay(match));
  const days = [...new Set(counts.map(({ day }) => day))];
  return {
    match_id: matchId,
    days: days.map((day) => {
      const ofDay = counts.filter((count) => count.day === day);
      return {
        day,
        spectators: ofDay[0]?.spectators ?? 0,
        seats: ofDay.map(({ seat, guesses }) => ({ seat, guesses })),
      };
    }),
  };
}

registerCleanup({
  name: 'werewolf_guesses',
  removeBatch: (limit) => deleteGuesses(new Date(now().getTime() - KEPT_MS), limit),
});
