import { now } from '@/lib/core/clock';
import { DueRows } from '@/lib/core/due';
import { fairQueue } from '@/lib/core/fair-queue';
import { once } from '@/lib/core/globals';
import { gameById } from '@/lib/games';
import { BotsStopped } from '@/lib/games/bots';
import { afterCommit, applyDeadline } from './after-commit';
import { actingBots, botsOfCalls, playBotTurn } from './bots';
import { closeEndedMatch } from './close-match';
import { matchDue } from './due-signal';
import { evictMatch, loadMatch, preloadMatches, runExclusive } from './match-cache';
import { findDue, findNextDue, findUnclosed } from './matches.repo';
import { hasPlayers, type MatchRow } from './matches.schema';

/** Due matches of one batch; their commits share statements. */
const BATCH_SIZE = 64;
/** Ended matches that one call closes. */
const CLOSING_BATCH_SIZE = 100;
/**
 * House bots of this process that move at the same time: of matches with players, most of which wait for a thread of the
 * engines, and of matches of house bots alone, which never take the places of the others.
 */
const botTurnPlaces = () =>
  fairQueue({ name: 'bot_turns', what: 'moves of house bots', maxRunning: 72, reserved: 64, maxRunningPerKey: 64 });
/** The share of matches with players. */
const WITH_PLAYERS = 'players';
const areReservedFull = () => botTurnPlaces().isFull({ isReserved: true }) || botTurnPlaces().isShareFull(WITH_PLAYERS);
/** While they do, deadlines are looked for this often. */
const BUSY_PAUSE_MS = 200;

const advances = new DueRows('matches.advance');
const botTurns = new DueRows('matches.bot_turn');
const closings = new DueRows('matches.close');

/** Matches whose house bot moves now in this process. */
const botMoves = () => once('matches.bot_moves', () => new Map<string, Promise<void>>());

/**
 * Applies everything that is due: deadlines, and beside them the moves of house bots. Any process may call it at any
 * time: a version check decides who was first, so each deadline fires once. Between batches the event loop is free for
 * calls, so a backlog never delays them. Returns the number of deadlines that fired.
 */
export async function fireDueMatches(): Promise<number> {
  let fired = 0;
  for (;;) {
    const due = await findDue({
      at: now(),
      limit: BATCH_SIZE,
      except: notDueHere(),
      bots: { withPlayers: !areReservedFull(), alone: !botTurnPlaces().isFull(), except: botTurns.postponed() },
    });
    if (due.length === 0) return fired;
    await preloadMatches(due);
    const results = await Promise.all(due.map(({ id }) => fireDueMatch(id)));
    fired += results.filter(Boolean).length;
    if (due.length < BATCH_SIZE) return fired;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** When a match is due next; null when none is. */
export async function nextMatchDue(): Promise<Date | null> {
  if (botTurnPlaces().isFull() || areReservedFull()) return new Date(now().getTime() + BUSY_PAUSE_MS);
  const due = [await findNextDue(notDueHere(), botTurns.postponed()), advances.nextRetry(), botTurns.nextRetry()];
  const times = due.flatMap((at) => (at ? [at.getTime()] : []));
  return times.length > 0 ? new Date(Math.min(...times)) : null;
}

/** Closes matches whose end was stored but not followed up, because a process died in between. */
export async function closeLeftoverMatches(): Promise<number> {
  const ids = await findUnclosed(closings.postponed(), CLOSING_BATCH_SIZE);
  return closings.attemptEach(ids, closeEndedMatch);
}

/** Matches whose house bot moves now, also for a call that waits for it, and those that could not be advanced a moment ago. */
const notDueHere = (): string[] => [...botMoves().keys(), ...botsOfCalls(), ...advances.postponed()];

/** Resolves when the house bots that move now have moved. */
export async function botMovesFinished(): Promise<void> {
  await Promise.all(botMoves().values());
}

/** Returns whether a deadline fired. */
async function fireDueMatch(id: string): Promise<boolean> {
  const fired = await advances.attempt(id, () =>
    runExclusive(id, async () => {
      const match = await loadMatch(id);
      const at = now();
      if (match?.status !== 'active') {
        evictMatch(id);
        return false;
      }
      if (match.deadlineAt && match.deadlineAt <= at) return applyDeadline(match, at);
      if (match.botDueAt && match.botDueAt <= at) startBotMove(match);
      return false;
    }),
  );
  if (fired === undefined) evictMatch(id);
  return fired ?? false;
}

/** Starts the move of a house bot, so that deadlines of other matches do not wait for its thinking. */
function startBotMove(match: MatchRow): void {
  const moves = botMoves();
  const { id } = match;
  if (moves.has(id)) return;
  const isReserved = hasPlayers(match);
  const release = botTurnPlaces().tryEnter({ key: isReserved ? WITH_PLAYERS : 'bots', isReserved });
  if (!release) return;
  const move = botTurns
    .attempt(id, () =>
      runExclusive(id, () => moveBot(id)).catch((error: unknown) => {
        evictMatch(id);
        if (!(error instanceof BotsStopped)) throw error;
      }),
    )
    .finally(() => {
      moves.delete(id);
      const wasFull = botTurnPlaces().isFull();
      release();
      if (wasFull) matchDue.announce(now());
    });
  moves.set(id, move);
}

async function moveBot(id: string): Promise<void> {
  const match = await loadMatch(id);
  const game = match && gameById(match.gameId);
  if (!match || !game || actingBots(game, match).length === 0) return;
  const moved = await playBotTurn(game, match);
  if (moved) afterCommit(moved);
  else evictMatch(id);
}
