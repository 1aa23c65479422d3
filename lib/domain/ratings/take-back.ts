import type { Queryable } from '@/lib/data/database';
import {
  applyResults,
  clearTakenBack,
  countOpponents,
  findCounting,
  findTakenBack,
  giveOpponentsBack,
  lockRatingsOf,
  markTakenBack,
  type Results,
  takeOpponentsBack,
} from './take-back.repo';

/** Matches of one action, so that it stays short. */
const MAX_TAKEN_BACK = 1_000;

/**
 * Takes results back, in the caller's transaction: all players of these matches get the rating and the record that they would
 * have without them, by the points that each match gave; who met too few other owners without them is provisional again. The
 * matches and their records stay. Seven statements.
 * @returns the matches; at most `MAX_TAKEN_BACK`, the newest
 */
export async function takeResultsBack(client: Queryable, actionId: string, of: Results): Promise<string[]> {
  const matchIds = await findCounting(client, of, MAX_TAKEN_BACK);
  if (matchIds.length === 0) return [];
  await lockRatingsOf(client, matchIds);
  await markTakenBack(client, matchIds, actionId);
  await applyResults(client, actionId, -1);
  await takeOpponentsBack(client, matchIds, actionId);
  await countOpponents(client, matchIds);
  return findTakenBack(client, actionId);
}

/** Lets the results that an action took back count again, in the caller's transaction. */
export async function giveResultsBack(client: Queryable, actionId: string): Promise<void> {
  const matchIds = await findTakenBack(client, actionId);
  if (matchIds.length === 0) return;
  await lockRatingsOf(client, matchIds);
  await applyResults(client, actionId, 1);
  await clearTakenBack(client, actionId);
  await giveOpponentsBack(client, actionId);
  await countOpponents(client, matchIds);
}
