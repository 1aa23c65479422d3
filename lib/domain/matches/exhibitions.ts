import { DueRows } from '@/lib/core/due';
import { env } from '@/lib/core/env';
import { type AnyGame, STRENGTHS } from '@/lib/core/game';
import { findHouseBot, HOUSE_BOTS, type HouseBot, houseBotsOf } from '@/lib/core/house-bots';
import { randomHex } from '@/lib/core/random';
import { Rng } from '@/lib/core/rng';
import { firstPartyExperienceId } from '@/lib/domain/catalog';
import { ALL_GAMES } from '@/lib/games';
import { findExhibitions } from './match-lists.repo';
import { isUniqueViolation } from './matches.repo';
import { startMatch } from './start-match';

/** Pause between a finished exhibition and the next one, so that spectators see the result. */
const INTERMISSION_MS = 8_000;
/** Move time of exhibitions: no house bot thinks that long. */
const MOVE_TIME_S = 120;

/** Exhibitions at the same time: enough that something always moves, few enough to cost little processor time. */
const MAX_EXHIBITIONS = 5;
/** Seats of an exhibition of a game for more than two players. */
const MAX_SEATS_SHOWN = 3;

/**
 * Makes sure that house bots are playing, so that a newcomer always finds something moving: the games that were shown least
 * lately come first, without those with a queue, whose module starts theirs. The database lets one exhibition a game run,
 * however many processes ask.
 */
export async function startMissingExhibitions(): Promise<void> {
  if (!env().EXHIBITION) return;
  const latest = await findExhibitions();
  // On a busy site the last exhibitions of several games are too long ago to be found: they take turns by chance.
  const games = latest.length === 0 ? ALL_GAMES : new Rng({ seed: randomHex(32), drawn: 0 }).shuffle(ALL_GAMES);
  const able = games.filter(({ id }) => !starts.postponed().includes(id));
  for (const game of chooseExhibitions(able, latest, Date.now())) await starts.attempt(game.id, () => start(game));
}

/** By game. */
const starts = new DueRows('matches.exhibition');

async function start(game: AnyGame): Promise<void> {
  const bots = drawBots(countSeats(game), new Rng({ seed: randomHex(32), drawn: 0 }));
  await startMatch({
    experienceId: firstPartyExperienceId(game.id),
    gameId: game.id,
    kind: 'exhibition',
    seats: bots.map(({ strength, displayName }) => ({ kind: 'bot', strength, displayName })),
    moveTimeS: game.moveTimeS ? MOVE_TIME_S : null,
    rated: false,
  }).catch((error: unknown) => {
    if (!isUniqueViolation(error)) throw error;
  });
}

/**
 * The games of which an exhibition should begin now: games never shown first, then the one that ended longest ago.
 * `latest` has at most one line a game, the running exhibition before any other; `nowMs` is Unix time.
 */
export function chooseExhibitions(
  games: readonly AnyGame[],
  latest: readonly { gameId: string; active: boolean; endedAt: Date | null }[],
  nowMs: number,
): AnyGame[] {
  // A game with a queue is shown by the module of the queue, beside these.
  const candidates = games.filter(({ hosting }) => hosting.exhibition && !hosting.queue);
  const visible = latest.filter(
    ({ gameId, active, endedAt }) =>
      candidates.some(({ id }) => id === gameId) && (active || nowMs - (endedAt?.getTime() ?? 0) < INTERMISSION_MS),
  );
  const free = MAX_EXHIBITIONS - visible.length;
  const byGame = new Map(latest.map((row) => [row.gameId, row]));
  const endedAt = (game: AnyGame) => byGame.get(game.id)?.endedAt?.getTime() ?? 0;
  return candidates
    .filter((game) => visible.every(({ gameId }) => gameId !== game.id))
    .toSorted((one, other) => endedAt(one) - endedAt(other))
    .slice(0, Math.max(0, free));
}

/** Number of seats in an exhibition of a game. */
function countSeats({ seats }: AnyGame): number {
  return Math.min(seats.max, Math.max(seats.min, MAX_SEATS_SHOWN));
}

/** Percentage of exhibitions for two in which rivals meet. */
const RIVALS_PERCENT = 60;

/** House bots for an exhibition: two rivals mostly, else bots of different strengths as far as there are enough. */
export function drawBots(count: number, rng: Rng): HouseBot[] {
  const first = rng.pick(HOUSE_BOTS);
  const rival = findHouseBot(first.rival);
  if (count === 2 && rival && rng.int(100) < RIVALS_PERCENT) return [first, rival];
  const others = rng.shuffle(STRENGTHS.filter((strength) => strength !== first.strength));
  const strengths = [first.strength, ...others];
  const drawn = [first];
  while (drawn.length < count) {
    const strength = strengths[drawn.length % strengths.length] ?? 'medium';
    drawn.push(rng.pick(houseBotsOf(strength).filter((bot) => !drawn.includes(bot))));
  }
  return drawn;
}
