import { once } from '@/lib/core/globals';
import { log } from '@/lib/core/log';
import { gameById } from '@/lib/games';
import { BotsStopped } from '@/lib/games/bots';
import { afterCommit, applyDeadline } from './after-commit';
import { awaitedBots, playBotTurn } from './bots';
import { closeEndedMatch } from './close-match';
import { evictMatch, loadMatch, preloadMatches, runExclusive } from './match-cache';
import { findDue, findNextDue, findUnsettled } from './matches.repo';

/** Matches taken at a time; their commits share statements. */
const LIMIT = 256;

/** Matches whose house bot is thinking now in this process. */
const thinkingMatches = () => once('thinking', () => new Set<string>());

/**
 * Lets everything that is due take effect: time limits first, house bots beside them. Any process may call it at any
 * time: a version check decides who was first, so each deadline fires once. Returns how many deadlines fired.
 */
export async function fireDueMatches(): Promise<number> {
  let fired = 0;
  for (;;) {
    const due = await findDue({
      at: new Date(),
      limit: LIMIT,
      except: [...thinkingMatches()],
    });
    if (due.length === 0) return fired;
    await preloadMatches(due);
    const results = await Promise.all(due.map(({ id }) => fireDueMatch(id)));
    fired += results.filter(Boolean).length;
    if (due.length < LIMIT) return fired;
  }
}

/** When the ticker must be back, or null when nothing is due at all. */
export async function nextMatchDue(): Promise<Date | null> {
  return findNextDue([...thinkingMatches()]);
}

/** Settles matches whose end was stored but not followed up, after a crash in between. */
export async function closeLeftoverMatches(): Promise<number> {
  const ids = await findUnsettled(100);
  for (const id of ids) await closeEndedMatch(id);
  return ids.length;
}

/** Whether a deadline fired. A failure is logged and tried again at the next tick. */
async function fireDueMatch(id: string): Promise<boolean> {
  try {
    return await runExclusive(id, async () => {
      const match = await loadMatch(id);
      const at = new Date();
      if (match?.status !== 'active') {
        evictMatch(id);
        return false;
      }
      if (match.deadlineAt && match.deadlineAt <= at) return applyDeadline(match, at);
      if (match.botDueAt && match.botDueAt <= at) scheduleBotMove(id);
      return false;
    });
  } catch (error) {
    evictMatch(id);
    log.error({ err: error, match: id }, 'a due match could not be advanced');
    return false;
  }
}

/** Starts the house bot's move without holding up the deadlines of others. */
function scheduleBotMove(id: string): void {
  if (thinkingMatches().has(id)) return;
  thinkingMatches().add(id);
  void runExclusive(id, async () => {
    const match = await loadMatch(id);
    const game = match && gameById(match.gameId);
    if (!match || !game || awaitedBots(game, match).length === 0) return;
    const moved = await playBotTurn(game, match);
    if (moved) afterCommit(moved);
    else evictMatch(id);
  })
    .catch((error) => {
      evictMatch(id);
      if (!(error instanceof BotsStopped)) log.error({ err: error, match: id }, 'the house bot could not move');
    })
    .finally(() => thinkingMatches().delete(id));
}
