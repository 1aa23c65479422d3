import { hasOwnText, keepDrawn } from '@/components/boards/keep';
import type { Outcome } from '@/lib/core/game';
import { sentenceOf } from './sentences';
import type { Clock, MatchEvent, MatchSnapshot, View } from './wire';

/** The game after one ply. */
export interface Frame {
  ply: number;
  view: View;
  /** The game's own words, where the board has none. */
  text: string | null;
  clock: Clock | null;
  at: string;
  /** What just happened, in a sentence. */
  sentence: string;
}

/** One line of the record. */
export interface Line {
  id: string;
  at: string;
  /** The frame that it belongs to. */
  ply: number;
  seat: number | null;
  /** The move as players write it; null for what is no move. */
  notation: string | null;
  sentence: string;
}

/** Everything a page shows of a match, and where it goes on. */
export interface Timeline {
  match: MatchSnapshot;
  /** By rising ply; never empty. */
  frames: Frame[];
  lines: Line[];
  /** What was told since the last frame: it belongs to the next one. */
  told: string[];
  /** Id of the last event that was taken in. */
  cursor: string;
}

const MOST_SENTENCES = 3;

const number = (value: unknown): number | null => (typeof value === 'number' ? value : null);
const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const isView = (value: unknown): value is View => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The timeline of a match from its snapshot and its events, oldest first. */
export function beginTimeline(snapshot: MatchSnapshot, events: readonly MatchEvent[]): Timeline {
  const view = keepDrawn(snapshot.game_type, snapshot.view);
  const match = { ...snapshot, view, text: '' };
  const now: Frame = {
    ply: snapshot.ply,
    view,
    text: hasOwnText(snapshot.game_type) ? null : snapshot.text,
    clock: snapshot.clock,
    at: snapshot.started_at,
    sentence: '',
  };
  const empty: Timeline = { match, frames: [now], lines: [], told: [], cursor: '' };
  const whole = events.reduce(advance, empty);
  const isBehind = whole.cursor < snapshot.cursor;
  return isBehind ? { ...whole, cursor: snapshot.cursor } : whole;
}

/** The timeline after one more event. Known events change nothing. */
export function advance(timeline: Timeline, event: MatchEvent): Timeline {
  if (event.id <= timeline.cursor) return timeline;
  const { data, type } = event;
  const ply = number(data.ply);
  const notation = text(data.notation);
  const sentence = sentenceOf(event, timeline.match.players);
  const told = sentence === '' ? timeline.told : [...timeline.told, sentence];
  const view = ply !== null && isView(data.view) ? data.view : null;
  const frames = ply !== null && view ? withFrame(timeline, event, ply, view, storyOf(type, told)) : timeline.frames;
  const line: Line = {
    id: event.id,
    at: event.at,
    ply: ply ?? nextPly(timeline, type.startsWith('move_')),
    seat: number(data.seat),
    notation,
    sentence,
  };
  const lines = sentence === '' ? timeline.lines : [...timeline.lines, line];
  return {
    match: matchAfter(timeline.match, type, event, frames),
    frames,
    lines,
    told: view ? [] : told,
    cursor: event.id,
  };
}

/** What led to a position, in at most three sentences; an end needs nothing beside it. */
function storyOf(type: string, told: readonly string[]): string {
  const isEnd = type === 'match_ended' || type === 'match_cancelled';
  return told.slice(isEnd ? -1 : -MOST_SENTENCES).join(' ');
}

/** An event that tells no ply is followed by one that does; a move leads to the next. */
function nextPly({ lines }: Timeline, isMove: boolean): number {
  return (lines.at(-1)?.ply ?? 0) + (isMove ? 1 : 0);
}

function withFrame(timeline: Timeline, event: MatchEvent, ply: number, view: View, sentence: string): Frame[] {
  const { game_type } = timeline.match;
  const before = timeline.frames.find((known) => known.ply === ply);
  const frame: Frame = {
    ply,
    view: keepDrawn(game_type, view),
    text: hasOwnText(game_type) ? null : text(event.data.text),
    clock: (event.data.clock as Clock | undefined) ?? null,
    at: event.at,
    sentence: sentence === '' ? (before?.sentence ?? '') : sentence,
  };
  const rest = timeline.frames.filter((known) => known.ply !== ply);
  const after = rest.findIndex((known) => known.ply > ply);
  return after === -1 ? [...rest, frame] : [...rest.slice(0, after), frame, ...rest.slice(after)];
}

function matchAfter(match: MatchSnapshot, type: string, event: MatchEvent, frames: Frame[]): MatchSnapshot {
  const newest = frames.at(-1);
  const moved = newest ? { ...match, view: newest.view, ply: newest.ply, clock: newest.clock ?? match.clock } : match;
  if (type === 'match_ended' || type === 'match_cancelled') {
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
