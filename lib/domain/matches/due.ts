import { once } from '@/lib/core/globals';
import { log } from '@/lib/core/log';
import { gameById } from '@/lib/games';
import { BotsStopped } from '@/lib/games/bots';
import { botsToMove, botTurn } from './bots';
import { fireDeadline, follow } from './follow';
import { inTurn, loadMatch, release, warm } from './live-matches';
import { findDue, findNextDue, findUnsettled } from './matches.repo';
import { settleMatch } from './settle';

/** Matches taken at a time; their commits share statements. */
const LIMIT = 256;

/** Matches whose house bot is thinking now in this process. */
const thinking = () => once('thinking', () => new Set<string>());

/**
 * Lets everything that is due take effect: time limits first, house bots beside them. Any process may call it at any
 * time: a version check decides who was first, so each deadline fires once. Returns how many deadlines fired.
 */
export async function fireDue(): Promise<number> {
  let fired = 0;
  for (;;) {
    const due = await findDue({
      at: new Date(),
      limit: LIMIT,
      except: [...thinking()],
    });
    if (due.length === 0) return fired;
    await warm(due);
    const results = await Promise.all(due.map(({ id }) => fireOne(id)));
    fired += results.filter(Boolean).length;
    if (due.length < LIMIT) return fired;
  }
}

/** When the ticker must be back, or null when nothing is due at all. */
export async function nextDue(): Promise<Date | null> {
  return findNextDue([...thinking()]);
}

/** Settles matches whose end was stored but not followed up, after a crash in between. */
export async function settleLeftovers(): Promise<number> {
  const ids = await findUnsettled(100);
  for (const id of ids) await settleMatch(id);
  return ids.length;
}

/** Whether a deadline fired. A failure is logged and tried again at the next tick. */
async function fireOne(id: string): Promise<boolean> {
  try {
    return await inTurn(id, async () => {
      const match = await loadMatch(id);
      const at = new Date();
      if (match?.status !== 'active') {
        release(id);
        return false;
      }
      if (match.deadlineAt && match.deadlineAt <= at) return fireDeadline(match, at);
      if (match.botDueAt && match.botDueAt <= at) letHouseMove(id);
      return false;
    });
  } catch (error) {
    release(id);
    log.error({ err: error, match: id }, 'a due match could not be advanced');
    return false;
  }
}

/** Starts the house bot's move without holding up the deadlines of others. */
function letHouseMove(id: string): void {
  if (thinking().has(id)) return;
  thinking().add(id);
  void inTurn(id, async () => {
    const match = await loadMatch(id);
    const game = match && gameById(match.gameId);
    if (!match || !game || botsToMove(game, match).length === 0) return;
    const moved = await botTurn(game, match);
    if (moved) follow(moved);
    else release(id);
  })
    .catch((error) => {
      release(id);
      if (!(error instanceof BotsStopped)) log.error({ err: error, match: id }, 'the house bot could not move');
    })
    .finally(() => thinking().delete(id));
}
