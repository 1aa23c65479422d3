import { now } from '@/lib/core/clock';
import { env } from '@/lib/core/env';
import { log } from '@/lib/core/log';
import { type MatchEnd, onMatchEnd } from '@/lib/domain/matches';
import { registerQueue } from '@/lib/domain/seating';
import { findBuildings, findNextRelease, isUniqueViolation, releaseBuildings, setReleaseAt } from './buildings.repo';
import { fillDueQueue, nextFill } from './queue';
import { type Client, lockQueue, transaction } from './queue.repo';
import { recordResults } from './results';
import { publishTownMatch, startBotMatch } from './start-match';
import { announceTown, townDue } from './town-news';
import { DEFAULT_QUEUE, WEREWOLF_GAME_ID, werewolfExperienceId } from './werewolf.schema';

/** How long a building stays after the end of its match, so that people can read the result. */
const RELEASE_AFTER_MS = 120_000;
/** Pause between the end of a match and a match of house bots. */
const INTERMISSION_MS = 20_000;

registerQueue({
  id: DEFAULT_QUEUE,
  experienceId: werewolfExperienceId(),
  joinTool: 'et.werewolf.queue.join',
  toolset: 'werewolf',
  leave: { tool: 'et.werewolf.queue.leave', arguments: { queueId: DEFAULT_QUEUE } },
});

for (const kind of ['town', 'exhibition'] as const) onMatchEnd(kind, `town.release_${kind}`, followEnd);

/** Sets when the building of an ended match leaves the map. */
async function followEnd(client: Client, { match }: MatchEnd): Promise<[]> {
  if (match.gameId !== WEREWOLF_GAME_ID) return [];
  const releaseAt = new Date(now().getTime() + RELEASE_AFTER_MS);
  await setReleaseAt(client, match.id, releaseAt);
  townDue.announce(releaseAt);
  return [];
}

/**
 * Does what is due in the town: fills the queue, removes buildings, stores the results of ended matches, starts a match of
 * house bots. The ticker calls it.
 */
export async function fireTown(): Promise<void> {
  const failures: unknown[] = [];
  for (const work of [fillDueQueue, releaseDueBuildings, recordResults, startMissingBotMatch]) {
    await work().catch((error: unknown) => failures.push(error));
  }
  // What is due after something that failed has been done; the ticker logs it and tries again.
  if (failures.length > 0) throw failures[0];
}

async function releaseDueBuildings(): Promise<void> {
  if ((await releaseBuildings(now())) > 0) announceTown();
}

/** When the town needs the ticker next; null when nothing is due. Two index look-ups. */
export async function nextTownDue(): Promise<Date | null> {
  const times = (await Promise.all([nextFill(), findNextRelease()])).flatMap((at) => (at ? [at.getTime()] : []));
  return times.length > 0 ? new Date(Math.min(...times)) : null;
}

/** Lets house bots play while no match of Werewolf runs. The lock of the queue lets one process start it. */
async function startMissingBotMatch(): Promise<void> {
  if (!env().EXHIBITION || !(await isTownQuiet())) return;
  try {
    const started = await transaction(async (client) => {
      await lockQueue(client, DEFAULT_QUEUE);
      return (await isTownQuiet(client)) ? startBotMatch(client) : null;
    });
    if (!started) return;
    publishTownMatch(started);
    announceTown();
  } catch (error) {
    // The database lets one exhibition of a game run: another process was first.
    if (!isUniqueViolation(error)) throw error;
    log.debug({ err: error }, 'another process started the match of house bots');
  }
}

/** Whether no match runs and the last one ended some time ago. */
async function isTownQuiet(client?: Client): Promise<boolean> {
  const [newest] = await findBuildings({ active: true, ended: false, limit: 1 }, client);
  if (newest) return false;
  const [ended] = await findBuildings({ active: false, ended: true, limit: 1 }, client);
  const endedAtMs = (ended?.releaseAt?.getTime() ?? 0) - RELEASE_AFTER_MS;
  return now().getTime() - endedAtMs >= INTERMISSION_MS;
}
