import {
  type AnyGame,
  type Applied,
  type Audience,
  actorsKnownTo,
  awaitedSeats,
  type GameEvent,
  type MoveNote,
  type Outcome,
  type Seat,
  type Viewer,
} from '@/lib/core/game';
import { Rng } from '@/lib/core/rng';
import { matchStream, type NewEvent, type StreamEvent } from '@/lib/core/stream';
import { numberEvents } from '@/lib/events';
import { commentOn } from '@/lib/games/commentary';
import { actOnDraw, type DrawAction, type DrawInput, offersAfterMove } from '@/lib/games/draw-offers';
import { forfeit } from '@/lib/games/forfeit';
import { type Resignation, resign } from '@/lib/games/resign';
import type { InputRow, MatchRow, WireClock } from './matches.schema';

/** One input and its effects. */
export interface Transition {
  match: MatchRow;
  /** False when `match.state` is the stored one, so that the commit need not send it. */
  stateChanged: boolean;
  events: StreamEvent[];
  inputs: InputRow[];
}

export type Input =
  | { kind: 'move'; seat: Seat; move: unknown; note?: MoveNote }
  /** `ends`: for every seat, also where the game could continue without this one. */
  | { kind: 'resign'; seat: Seat; ends?: true }
  | { kind: 'draw'; seat: Seat; action: DrawAction }
  | { kind: 'deadline' }
  /** The running move is due this much later. */
  | { kind: 'extend'; ms: number }
  | { kind: 'cancel'; reason: string };

export type Refusal = { refused: string; code?: string; nearest?: unknown[] };

/** The events that open a match, and its first clock. */
export function openMatch(
  game: AnyGame,
  match: MatchRow,
  setupEvents: GameEvent[],
  players: unknown[],
  at: Date,
): Transition {
  const clocked = updateClock(game, { ...match, clockKey: null }, match, at);
  const started: NewEvent = {
    type: 'match_started',
    data: {
      game_type: game.id,
      title: game.title,
      players,
      seed_commitment: match.seedCommitment,
    },
  };
  return finishTransition(game, clocked, { events: [started, ...setupEvents], inputs: [], at });
}

/**
 * Applies one input to a match, as a pure function. Returns the new row with its events and the recorded input, or the
 * refusal. The version of the row rises by one; the commit that stores it checks for the version before.
 */
export function advance(game: AnyGame, match: MatchRow, input: Input, at: Date): Transition | Refusal {
  if (input.kind === 'cancel') return endMatch(game, match, null, input.reason, { events: [], inputs: [], at });
  if (input.kind === 'extend') return extendMove(game, match, input.ms, at);
  const rng = new Rng({ seed: match.seed, drawn: match.rngDrawn });
  if (input.kind === 'resign') return applyResignation(game, match, input, rng, at);
  if (input.kind === 'draw') return applyDrawAction(game, match, input, at);
  if (input.kind === 'deadline' && !game.onDeadline) {
    const late = awaitedSeats(game, match.state);
    const events: GameEvent[] = [{ type: 'time_ran_out', audience: 'public', data: { seats: late } }];
    const inputs = [inputRecord(match, null, null, at)];
    return endMatch(game, match, forfeit(seatsOf(match), late, 'timeout'), 'timeout', { events, inputs, at });
  }
  const applied = applyInput(game, match, input, rng);
  if (!applied.ok) return { refused: applied.reason, code: applied.code, nearest: applied.nearest };
  const positionChanged = applied.positionChanged !== false;
  const declined = input.kind === 'move' ? offersAfterMove(match.drawOffers, input.seat) : null;
  const next: MatchRow = {
    ...match,
    state: applied.state,
    drawOffers: declined ? declined.offers : match.drawOffers,
    rngDrawn: rng.state.drawn,
    ply: match.ply + (positionChanged && applied.events.some(isPublic) ? 1 : 0),
  };
  const recorded =
    input.kind === 'move' ? inputRecord(match, input.seat, input.move, at) : inputRecord(match, null, null, at);
  const stateChanged = applied.state !== match.state;
  const noted = input.kind === 'move' && input.note ? [notedEvent(next, input.seat, input.note, recorded)] : [];
  const declines = input.kind === 'move' && declined?.isDeclined ? [drawEvent('draw_declined', input.seat)] : [];
  const events = [...declines, ...applied.events, ...noted];
  return continueMatch(game, next, { events, inputs: [recorded], at, before: match, positionChanged, stateChanged });
}

/** What the agent says beside its move, for spectators. decisions.md, Multiplayer flow. */
function notedEvent({ ply }: MatchRow, seat: Seat, note: MoveNote, { n, spentMs }: InputRow): GameEvent {
  const { model, tokens, costUsd } = note;
  const data = { seat, ply, input: n, note: note.note, model, tokens, cost_usd: costUsd, spent_ms: spentMs };
  return { type: 'move_noted', audience: 'spectators', data };
}

/** The transition that changes nothing but the version, so that it is ordered with the moves of other processes. */
export function withoutChange(match: MatchRow): Transition {
  return { match: { ...match, version: match.version + 1 }, stateChanged: false, events: [], inputs: [] };
}

function applyInput(
  game: AnyGame,
  match: MatchRow,
  input: Extract<Input, { kind: 'move' | 'deadline' }>,
  rng: Rng,
): Applied<unknown> {
  if (input.kind === 'move') return game.apply(match.state, input.seat, input.move, rng);
  if (!game.onDeadline) throw new Error(`${game.id} has no rule for a deadline`);
  return { ok: true, ...game.onDeadline(match.state, rng) };
}

/** The effects of an input, before its events are numbered. */
interface Effects {
  events: NewEvent[];
  inputs: InputRow[];
  at: Date;
  /** The match before the input, whose time has run until now; the match itself when its state is the same. */
  before?: MatchRow;
  /** False when every view is the same as before. Default true. */
  positionChanged?: boolean;
  /** Default true. */
  stateChanged?: boolean;
}

/** Ends the match when its rules say so, else continues it with its clock. */
function continueMatch(game: AnyGame, match: MatchRow, effects: Effects): Transition {
  const outcome = game.outcome(match.state);
  if (outcome) return endMatch(game, match, outcome, outcome.reason, effects);
  return finishTransition(game, updateClock(game, match, effects.before ?? match, effects.at), effects);
}

function applyResignation(
  game: AnyGame,
  match: MatchRow,
  { seat, ends }: { seat: Seat; ends?: true },
  rng: Rng,
  at: Date,
): Transition | Refusal {
  const resigned = resign(game, { state: match.state, seats: seatsOf(match), seat, ends: ends === true }, rng);
  if (resigned.kind === 'refused') return { refused: resigned.reason };
  const event: GameEvent = { type: 'resigned', audience: 'public', data: { seat } };
  const inputs = [inputRecord(match, seat, { type: 'resign', ...(ends ? { ends } : {}) } satisfies Resignation, at)];
  if (resigned.kind === 'over')
    return endMatch(game, match, resigned.outcome, 'resigned', { events: [event], inputs, at });
  const next: MatchRow = { ...match, state: resigned.state, rngDrawn: rng.state.drawn };
  return continueMatch(game, next, { events: [event, ...resigned.events], inputs, at, before: match });
}

/** No input of the game: the record of its moves stays as it is. The event carries the clock. */
function extendMove(game: AnyGame, match: MatchRow, ms: number, at: Date): Transition | Refusal {
  if (!match.deadlineAt || match.timeControl) return { refused: 'No move is due that can be extended.' };
  const next: MatchRow = { ...match, deadlineAt: new Date(match.deadlineAt.getTime() + ms) };
  const event: NewEvent = { type: 'deadline_extended', data: { seconds: ms / 1_000 } };
  return finishTransition(game, next, { events: [event], inputs: [], at, stateChanged: false });
}

/** An offer or its answer takes no time of a clock and changes no view. */
function applyDrawAction(
  game: AnyGame,
  match: MatchRow,
  { seat, action }: { seat: Seat; action: DrawAction },
  at: Date,
): Transition | Refusal {
  const done = actOnDraw(game, { offers: match.drawOffers, moves: match.ply }, seat, action);
  if (!done.ok) return { refused: done.reason };
  const inputs = [{ ...inputRecord(match, seat, { type: action } satisfies DrawInput, at), spentMs: 0 }];
  const events = [drawEvent(`draw_${done.kind}`, seat)];
  const next: MatchRow = { ...match, drawOffers: done.offers };
  if (done.kind === 'agreed') return endMatch(game, next, done.outcome, done.outcome.reason, { events, inputs, at });
  return finishTransition(game, next, { events, inputs, at, positionChanged: false, stateChanged: false });
}

const drawEvent = (type: 'draw_offered' | 'draw_declined' | 'draw_agreed', seat: Seat): GameEvent => ({
  type,
  audience: 'public',
  data: { seat },
});

/** The ply is public, so a secret move does not raise it. What the game does when the time runs out raises it like a move. */
const isPublic = (event: GameEvent) => event.audience === 'public';

/** Merges two consecutive transitions of a match into one commit. */
export function mergeTransitions(first: Transition, second: Transition): Transition {
  return {
    match: { ...second.match, version: first.match.version },
    stateChanged: first.stateChanged || second.stateChanged,
    events: [...first.events, ...second.events],
    inputs: [...first.inputs, ...second.inputs],
  };
}

/** The running clock on the wire; it names only those actors that the viewer may know of. */
export function wireClock(game: AnyGame, match: MatchRow, viewer: Viewer, at: Date): WireClock {
  const running = match.status === 'active' && match.deadlineAt !== null;
  return {
    seats_to_move: match.status === 'active' ? actorsKnownTo(game, match.state, viewer) : [],
    deadline_at: running ? (match.deadlineAt as Date).toISOString() : null,
    limit_ms:
      running && match.clockStartedAt ? (match.deadlineAt as Date).getTime() - match.clockStartedAt.getTime() : null,
    server_time: at.toISOString(),
    ...(match.timeControl && match.clockLeftMs
      ? {
          game_clock: {
            base_ms: match.timeControl.baseMs,
            increment_ms: match.timeControl.incrementMs,
            left_ms: [...match.clockLeftMs],
          },
        }
      : {}),
  };
}

const seatsOf = (match: MatchRow): Seat[] => match.seats.map(({ seat }) => seat);

/** What its column can hold, about 24.8 days: a match without a time limit may wait longer for a move. */
const MAX_SPENT_MS = 2 ** 31 - 1;

function inputRecord(match: MatchRow, seat: Seat | null, move: unknown, at: Date): InputRow {
  const since = match.clockStartedAt ?? match.startedAt;
  return {
    matchId: match.id,
    n: match.inputs + 1,
    seat,
    move,
    spentMs: Math.min(MAX_SPENT_MS, Math.max(0, at.getTime() - since.getTime())),
    at,
  };
}

/** A new clock key starts a new time limit; the same key leaves the deadline where it is. */
function updateClock(game: AnyGame, match: MatchRow, before: MatchRow, at: Date): MatchRow {
  const clock = game.clock(match.state, match.moveTimeMs ?? 0);
  if (clock !== null && match.timeControl) return updateGameClock(game, match, before, { key: clock.key, at });
  if (clock === null || clock.limitMs <= 0)
    return {
      ...match,
      clockKey: clock?.key ?? null,
      clockStartedAt: at,
      deadlineAt: null,
    };
  if (clock.key === match.clockKey) return match;
  return {
    ...match,
    clockKey: clock.key,
    clockStartedAt: at,
    deadlineAt: new Date(at.getTime() + clock.limitMs),
  };
}

/** One clock for the whole game: the seat that moved has used its time and gets the increment, the next one's time runs. */
function updateGameClock(game: AnyGame, match: MatchRow, before: MatchRow, now: { key: string; at: Date }): MatchRow {
  const { key, at } = now;
  if (key === match.clockKey) return match;
  const clockLeftMs = leftAt(game, before, at, match.timeControl?.incrementMs ?? 0);
  const runningMs = awaitedSeats(game, match.state).map((seat) => clockLeftMs?.[seat] ?? 0);
  const deadlineAt = new Date(at.getTime() + Math.max(0, Math.min(...runningMs)));
  return { ...match, clockKey: key, clockStartedAt: at, deadlineAt, clockLeftMs };
}

/** What every seat has left at a time, the seat to move with the increment of its move. */
function leftAt(game: AnyGame, match: MatchRow, at: Date, incrementMs: number): readonly number[] | null {
  const { clockLeftMs, clockStartedAt, clockKey } = match;
  if (!clockLeftMs || !clockStartedAt || clockKey === null) return clockLeftMs;
  const spentMs = Math.max(0, at.getTime() - clockStartedAt.getTime());
  const running = awaitedSeats(game, match.state);
  return clockLeftMs.map((ms, seat) => (running.includes(seat) ? Math.max(0, ms - spentMs) + incrementMs : ms));
}

function endMatch(
  game: AnyGame,
  match: MatchRow,
  outcome: Outcome | null,
  reason: string,
  effects: Effects,
): Transition {
  const ended: MatchRow = {
    ...match,
    status: outcome ? 'completed' : 'cancelled',
    outcome,
    endReason: reason,
    endedAt: effects.at,
    clockLeftMs: leftAt(game, effects.before ?? match, effects.at, 0),
    clockKey: null,
    deadlineAt: null,
    botDueAt: null,
  };
  const last: NewEvent = {
    type: outcome ? 'match_ended' : 'match_cancelled',
    data: { outcome, reason, seed: match.seed },
  };
  return finishTransition(game, ended, { ...effects, events: [...effects.events, last], positionChanged: true });
}

/** A notice for omniscient viewers, who see every change of position, where the game made no event for them. */
const omniscientNotice = (events: readonly NewEvent[]): NewEvent[] =>
  events.some((event) => event.audience === 'omniscient')
    ? []
    : [{ type: 'view_changed', audience: 'omniscient', data: {} }];

/**
 * The view of a match for a viewer. The end of the match reveals everything, because the seed is public from then on;
 * also when a player resigned, which the state of the game does not show.
 */
export function viewOf(
  game: AnyGame,
  { state, endedAt }: Pick<MatchRow, 'state' | 'endedAt'>,
  viewer: Viewer,
): Record<string, unknown> {
  return game.view(state, { viewer, revealed: endedAt !== null }) as Record<string, unknown>;
}

/**
 * Numbers the events. When the position has changed, the last event of each audience that watches carries the new view;
 * otherwise no event does, so that a conversation costs no more than its messages.
 */
function finishTransition(
  game: AnyGame,
  match: MatchRow,
  { events, inputs, at, positionChanged = true, stateChanged = true }: Effects,
): Transition {
  const numbered = numberEvents({
    stream: matchStream(match.id),
    head: match.head,
    events: positionChanged ? withViews(game, match, events, at) : events,
    at,
  });
  return {
    match: {
      ...match,
      head: numbered.head,
      version: match.version + 1,
      inputs: match.inputs + inputs.length,
    },
    stateChanged,
    events: numbered.events,
    inputs,
  };
}

/** The platform's line about what the public saw, with `{0}` for the name of the first seat. */
function commentFor(
  game: AnyGame,
  { id, ply, seats }: MatchRow,
  events: readonly NewEvent[],
  view: Record<string, unknown>,
): string | null {
  const seen = events.filter(({ audience = 'public' }) => audience === 'public');
  return commentOn(
    { id, game, seats: seats.length },
    { view, ply, events: seen.map(({ type, data = {} }) => ({ type, data })) },
  );
}

/** The events, the last one of each audience that watches with what the match looks like after them. */
function withViews(game: AnyGame, match: MatchRow, events: readonly NewEvent[], at: Date): NewEvent[] {
  const withNotices = game.information === 'hidden' ? [...events, ...omniscientNotice(events)] : [...events];
  for (const [audience, viewer] of [
    ['public', 'spectator'],
    ['omniscient', 'omniscient'],
  ] as const) {
    const index = withNotices.findLastIndex((event) => (event.audience ?? 'public') === (audience satisfies Audience));
    const event = withNotices[index];
    if (!event) continue;
    const view = viewOf(game, match, viewer);
    const clock = wireClock(game, match, viewer, at);
    const commentary = viewer === 'spectator' ? commentFor(game, match, events, view) : null;
    withNotices[index] = {
      ...event,
      data: {
        ...event.data,
        ply: match.ply,
        view,
        text: game.describe(view, viewer),
        clock,
        ...(commentary === null ? {} : { commentary }),
      },
    };
  }
  return withNotices;
}
