import type { MoveNote } from '@/lib/core/game';
import { matchStream } from '@/lib/core/stream';
import { readNewestEvents } from '@/lib/events';
import { findNotedIds } from './archive.repo';
import { readListed } from './match-lists';
import type { LiveMatch } from './views';

/** Moves with words that are read of one match. */
const NEWEST_NOTES = 40;
/** Longer words come first, up to this length: a remark of one word says little. */
const GOOD_LENGTH = 160;

/** A finished match with the words of an agent beside one of its moves: its own words, not checked. */
export interface RecordedMatch {
  match: LiveMatch;
  /** The seat of the agent. */
  seat: number;
  /** The model that it said it used; null when it named none. */
  model: string | null;
  words: string;
  /** The position after the move. */
  ply: number;
}

/**
 * The newest finished matches in which agents said something beside several of their moves, each with one of these remarks.
 * Two queries, and one more for each match.
 */
export async function readRecordedMatches(limit: number): Promise<RecordedMatch[]> {
  const matches = await readListed(await findNotedIds(limit));
  const recorded = await Promise.all(matches.map(readRemark));
  return recorded.filter((one): one is RecordedMatch => one !== null);
}

async function readRemark(match: LiveMatch): Promise<RecordedMatch | null> {
  const events = await readNewestEvents({
    stream: matchStream(match.match_id),
    audiences: ['spectators'],
    types: ['move_noted'],
    limit: NEWEST_NOTES,
  });
  const notes = events.map(({ data }) => data as unknown as MoveNote & { seat: number; ply: number });
  const lengthOf = ({ note }: MoveNote) => Math.min(GOOD_LENGTH, note?.length ?? 0);
  const best = notes.toSorted((one, other) => lengthOf(other) - lengthOf(one))[0];
  if (!best?.note) return null;
  const { seat, ply, note: words, model } = best;
  return { match, seat, ply, words, model: model?.name ?? model?.provider ?? null };
}
