import { env } from '@/lib/core/env';
import { STRENGTHS, type Strength } from '@/lib/core/game';
import { firstPartyExperienceId } from '@/lib/domain/catalog/catalog.schema';
import { catalogGames } from '@/lib/games';
import { findExhibitions, isUniqueViolation } from './matches.repo';
import { startMatch } from './matches.service';

/** How long a finished exhibition stands before the next one of its game begins: the result wants to be seen. */
const INTERMISSION_MS = 8_000;
/** Exhibitions are played for spectators; the house never thinks this long. */
const MOVE_TIME_S = 120;

/**
 * Makes sure that every game with a house bot is being played by two of them, so that a newcomer always finds
 * something moving. The database lets one exhibition a game run, however many processes ask.
 */
export async function keepExhibitionsGoing(): Promise<void> {
  if (!env().EXHIBITION) return;
  const latest = new Map((await findExhibitions()).map((row) => [row.gameId, row]));
  for (const game of catalogGames()) {
    if (!game.bot || game.seats.min > 2) continue;
    const last = latest.get(game.id);
    if (last?.active || (last?.endedAt && Date.now() - last.endedAt.getTime() < INTERMISSION_MS)) continue;
    const strengths = pairing();
    await startMatch({
      experienceId: firstPartyExperienceId(game.id),
      gameId: game.id,
      kind: 'exhibition',
      seats: strengths.map((strength) => ({ kind: 'bot', strength })),
      moveTimeS: game.moveTimeS ? MOVE_TIME_S : null,
      rated: false,
    }).catch((error: unknown) => {
      if (!isUniqueViolation(error)) throw error;
    });
  }
}

/** Two different strengths: a match with a favourite is worth watching. */
function pairing(): [Strength, Strength] {
  const first = STRENGTHS[Math.floor(Math.random() * STRENGTHS.length)] ?? 'medium';
  const rest = STRENGTHS.filter((strength) => strength !== first);
  return [first, rest[Math.floor(Math.random() * rest.length)] ?? 'strong'];
}
