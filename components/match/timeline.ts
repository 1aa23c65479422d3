import { pickDrawnFields } from '@/components/boards/drawn-fields';
import { findBoard, hasBoard } from '@/components/boards/registry';
import type { Outcome } from '@/lib/core/game';
import type { WireClock } from '@/lib/domain/matches';
import type { Unrated } from '@/lib/domain/seating';
import { type NotedMove, readNote } from './notes';
import { describeEvent } from './sentences';
import type { MatchEvent, MatchSnapshot, View } from './types';

/** The position after one ply. */
export interface Frame {
  ply: number;
  view: View;
  /** The position as the game describes it; null for a game with a board, which describes it itself. */
  text: string | null;
  clock: WireClock | null;
  at: string;
  /** What led to it. */
  sentence: string;
  /** The platform's line about it, with `{0}` for the name of the first seat. */
  commentary: string | null;
}

/** One line of the record. */
export interface Line {
  id: string;
  at: string;
  /** The frame that it belongs to. */
  ply: number;
  seat: number | null;
  /** The move as players write it; null for an event that is not a move. */
  notation: string | null;
  /** The move as the game takes it; undefined for an event that is not a move, and for a move that the event keeps secret. */
  move?: unknown;
  sentence: string;
}

/** Everything that a page shows of a match, and the event after which it continues. */
export interface Timeline {
  match: MatchSnapshot;
  /** By rising ply; never empty. */
  frames: Frame[];
  lines: Line[];
  /** What agents said beside their moves, oldest first; empty for those who may not read it now. */
  notes: NotedMove[];
  /** Sentences of the events since the newest frame: speech, or what leads to the next frame. */
  newSentences: string[];
  /** Id of the last event that was added. */
  cursor: string;
  /** Id of the last event that changed the position, the status or the offer of a draw; speech does not. */
  changedBy: string;
}

const MAX_SENTENCES = 3;

const number = (value: unknown): number | null => (typeof value === 'number' ? value : null);
const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const isView = (value: unknown): value is View => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The timeline of a match from its snapshot and its events, oldest first. */
export function createTimeline(snapshot: MatchSnapshot, events: readonly MatchEvent[]): Timeline {
  const view = pickDrawnFields(snapshot.game_type, snapshot.view);
  const match = { ...snapshot, view, text: '' };
  const now: Frame = {
    ply: snapshot.ply,
    view,
    text: hasBoard(snapshot.game_type) ? null : snapshot.text,
    clock: snapshot.clock,
    at: snapshot.started_at,
    sentence: '',
    commentary: snapshot.commentary,
  };
  const empty: Timeline = { match, frames: [now], lines: [], notes: [], newSentences: [], cursor: '', changedBy: '' };
  const timeline = events.reduce(addEvent, empty);
  const isBehind = timeline.cursor < snapshot.cursor;
  return isBehind ? { ...timeline, cursor: snapshot.cursor } : timeline;
}

/**
 * The timeline after one more event. An event that is already in it changes nothing. An event carries a view only when
 * the position changed: speech adds a line to the record and no frame.
 */
export function addEvent(timeline: Timeline, event: MatchEvent): Timeline {
  if (event.id <= timeline.cursor) return timeline;
  const { data, type } = event;
  if (type === 'move_noted') return { ...timeline, notes: [...timeline.notes, readNote(event)], cursor: event.id };
  const ply = number(data.ply);
  const notation = writeMove(timeline.match.game_type, text(data.notation));
  const sentence = describeEvent(event, timeline.match);
  const newSentences = sentence === '' ? timeline.newSentences : [...timeline.newSentences, sentence];
  const view = ply !== null && isView(data.view) ? data.view : null;
  const frames =
    ply !== null && view ? withFrame(timeline, event, ply, view, joinSentences(type, newSentences)) : timeline.frames;
  const line: Line = {
    id: event.id,
    at: event.at,
    ply: ply ?? nextPly(timeline, type.startsWith('move_') || data.instead !== undefined),
    seat: number(data.seat),
    notation,
    ...(type === 'move_played' ? { move: data.move } : {}),
    sentence,
  };
  // The page shows the result above the record.
  const lines = sentence === '' || isEnd(type) ? timeline.lines : [...timeline.lines, line];
  return {
    match: matchAfter(timeline, event, frames),
    frames,
    lines,
    notes: timeline.notes,
    newSentences: view ? [] : newSentences,
    cursor: event.id,
    changedBy: view || isEnd(type) || isAboutDraw(type) ? event.id : timeline.changedBy,
  };
}

const writeMove = (gameId: string, notation: string | null): string | null =>
  notation === null ? null : (findBoard(gameId)?.writeMove?.(notation) ?? notation);

const isAboutDraw = (type: string) => type === 'draw_offered' || type === 'draw_declined';
const isEnd = (type: string) => type === 'match_ended' || type === 'match_cancelled';

/** The last sentences that led to a position; the sentence about the end is separate. */
function joinSentences(type: string, sentences: readonly string[]): string {
  return sentences.slice(isEnd(type) ? -1 : -MAX_SENTENCES).join(' ');
}

/** What happened last: the newest events without a view, else what led to the newest frame. */
export function latestSentence({ newSentences, frames }: Timeline): string {
  return newSentences.slice(-MAX_SENTENCES).join(' ') || (frames.at(-1) as Frame).sentence;
}

/** The ply of an event that names none: a move, or what is done in its place, leads to the next ply. */
function nextPly({ lines }: Timeline, isMove: boolean): number {
  return (lines.at(-1)?.ply ?? 0) + (isMove ? 1 : 0);
}

function withFrame(timeline: Timeline, event: MatchEvent, ply: number, view: View, sentence: string): Frame[] {
  const { game_type } = timeline.match;
  const before = timeline.frames.find((frame) => frame.ply === ply);
  const frame: Frame = {
    ply,
    view: pickDrawnFields(game_type, view),
    text: hasBoard(game_type) ? null : text(event.data.text),
    clock: (event.data.clock as WireClock | undefined) ?? null,
    at: event.at,
    sentence: sentence === '' ? (before?.sentence ?? '') : sentence,
    commentary: text(event.data.commentary) ?? before?.commentary ?? null,
  };
  const rest = timeline.frames.filter((frame) => frame.ply !== ply);
  const after = rest.findIndex((frame) => frame.ply > ply);
  return after === -1 ? [...rest, frame] : [...rest.slice(0, after), frame, ...rest.slice(after)];
}

function matchAfter({ match }: Timeline, event: MatchEvent, frames: Frame[]): MatchSnapshot {
  const { type, data } = event;
  const newest = frames.at(-1);
  const clock = isView(data.view) ? newest?.clock : (data.clock as WireClock | undefined);
  const movedAt = match.moved_at === null || event.at > match.moved_at ? event.at : match.moved_at;
  const moved = newest
    ? { ...match, moved_at: movedAt, view: newest.view, ply: newest.ply, clock: clock ?? match.clock }
    : match;
  if (isEnd(type)) {
    return {
      ...moved,
      status: type === 'match_ended' ? 'completed' : 'cancelled',
      outcome: (event.data.outcome as Outcome | null) ?? null,
      end_reason: text(event.data.reason),
      seed: text(event.data.seed) ?? moved.seed,
      ended_at: event.at,
    };
  }
  if (type === 'rematch_offered') return { ...moved, rematch: rematchOf(event.data) };
  if (type === 'match_unrated') return { ...moved, unrated: event.data as unknown as Unrated };
  return type === 'ratings_changed' ? { ...moved, players: withRatings(moved, event.data.players) } : moved;
}

function rematchOf({ game_session_id, seat, display_name }: Record<string, unknown>): MatchSnapshot['rematch'] {
  return { game_session_id: String(game_session_id), seat: number(seat), display_name: String(display_name) };
}

function withRatings({ players }: MatchSnapshot, changed: unknown): MatchSnapshot['players'] {
  if (!Array.isArray(changed)) return players;
  const after = new Map(changed.map((entry: { seat: number; elo_after: number }) => [entry.seat, entry.elo_after]));
  return players.map((player) => ({ ...player, elo_after: after.get(player.seat) ?? player.elo_after }));
}

/** The frame to show for a ply: the last one that is not later. */
export function frameAt({ frames }: Timeline, ply: number | null): Frame {
  const last = frames.at(-1) as Frame;
  if (ply === null) return last;
  return frames.findLast((frame) => frame.ply <= ply) ?? (frames[0] as Frame);
}
