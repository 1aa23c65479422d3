import { z } from 'zod';
import {
  type Applied,
  defineGame,
  type GameEvent,
  type MoveRefusal,
  type Outcome,
  type Perspective,
  type Seat,
} from '@/lib/core/game';
import type { Rng } from '@/lib/core/rng';
import { unwrapAction } from '@/lib/games/action';
import {
  dealRoles,
  livingSeats,
  livingSeatsByTeam,
  type MasqueradeState,
  optionsSchema,
  type Phase,
  pluralityOf,
  type Role,
  stateSchema,
} from './masquerade-state';

const seatNumber = z.int().min(0).max(7);
const moveSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('mark'), target: seatNumber }),
  z.strictObject({ type: z.literal('watch'), target: seatNumber }),
  z.strictObject({ type: z.literal('say'), text: z.string().min(1).max(500) }),
  z.strictObject({ type: z.literal('done') }),
  z.strictObject({ type: z.literal('vote'), target: seatNumber.nullable() }),
]);
export type MasqueradeMove = z.infer<typeof moveSchema>;

interface MasqueradeView {
  phase: Phase;
  day: number;
  seats: {
    seat: Seat;
    alive: boolean;
    role: Role | null;
    done: boolean;
    voted: boolean;
    vote: Seat | 'abstain' | null;
    mark: Seat | null;
  }[];
  you: { seat: Seat; role: Role; alive: boolean } | null;
  watched: MasqueradeState['watched'];
  winners: 'masked' | 'guests' | null;
}

interface Turn {
  state: MasqueradeState;
  events: GameEvent[];
}

const TEAM = 'masked';
const LINES = ['I am a guest.', 'I know who wears a mask.', 'I do not trust seat 0.'] as const;
const forEachSeat = <T>({ roles }: MasqueradeState, value: T): T[] => roles.map(() => value);
const replaceAt = <T>(list: readonly T[], index: number, value: T): T[] =>
  list.map((entry, at) => (at === index ? value : entry));
const publicly = (type: string, data: Record<string, unknown>): GameEvent => ({ type, audience: 'public', data });
const hasWatched = (state: MasqueradeState) => state.watched.some(({ night }) => night === state.day);

function winners(state: MasqueradeState): 'masked' | 'guests' | null {
  const masked = livingSeatsByTeam(state, true).length;
  if (masked === 0) return 'guests';
  return masked >= livingSeatsByTeam(state, false).length ? 'masked' : null;
}

function actors(state: MasqueradeState): Seat[] {
  switch (state.phase) {
    case 'night':
      return livingSeats(state).filter(
        (seat) => state.roles[seat] === 'masked' || (state.roles[seat] === 'watcher' && !hasWatched(state)),
      );
    case 'day':
    case 'vote':
      return livingSeats(state);
    default:
      return [];
  }
}

/** The game does not wait for seats that have marked, voted or finished talking; they may still act. */
function awaited(state: MasqueradeState): Seat[] {
  return actors(state).filter((seat) => {
    if (state.phase === 'night') return state.roles[seat] === 'watcher' || state.marks[seat] === null;
    return state.phase === 'day' ? !state.done[seat] : state.votes[seat] === null;
  });
}

function legalMoves(state: MasqueradeState, seat: Seat): MasqueradeMove[] {
  if (!actors(state).includes(seat)) return [];
  const messages = LINES.map((text): MasqueradeMove => ({ type: 'say', text }));
  if (state.phase === 'day') return state.done[seat] ? messages : [{ type: 'done' }, ...messages];
  if (state.phase === 'vote') return [null, ...livingSeats(state)].map((target) => ({ type: 'vote', target }));
  if (state.roles[seat] === 'masked') {
    return [
      ...livingSeatsByTeam(state, false).map((target): MasqueradeMove => ({ type: 'mark', target })),
      ...messages,
    ];
  }
  return livingSeats(state)
    .filter((target) => target !== seat)
    .map((target) => ({ type: 'watch', target }));
}

const PHASES_OF: Record<MasqueradeMove['type'], readonly Phase[]> = {
  mark: ['night'],
  watch: ['night'],
  say: ['night', 'day'],
  done: ['day'],
  vote: ['vote'],
};

const refuse = (code: string, reason: string): MoveRefusal => ({ ok: false, code, reason });

/** The reason why a seat may not make a move; null when it may. Also for seats that may not act. */
function findRefusal(state: MasqueradeState, seat: Seat, move: MasqueradeMove): MoveRefusal | null {
  const role = state.roles[seat];
  const { type } = move;
  if (role === undefined) return refuse('NOT_A_PLAYER', `There is no seat ${seat}.`);
  if (!state.alive[seat]) return refuse('PLAYER_DEAD', 'You are out of the game and may only watch.');
  if (!PHASES_OF[type].includes(state.phase)) {
    return refuse('WRONG_PHASE', `${type} belongs to the ${PHASES_OF[type].join(' or ')}; it is ${state.phase} now.`);
  }
  if (type === 'mark' && role !== 'masked') return refuse('WRONG_ROLE', 'Only masked players mark a target.');
  if (type === 'watch' && role !== 'watcher') return refuse('WRONG_ROLE', 'Only the watcher watches.');
  if (type === 'say' && state.phase === 'night' && role !== 'masked') {
    return refuse('WRONG_ROLE', 'Only masked players talk at night.');
  }
  if (type === 'watch' && hasWatched(state)) return refuse('ALREADY_SUBMITTED', 'You have watched a player tonight.');
  if (type === 'done' && state.done[seat]) return refuse('ALREADY_SUBMITTED', 'You have finished talking today.');
  return 'target' in move ? findTargetRefusal(state, seat, move) : null;
}

function findTargetRefusal(
  state: MasqueradeState,
  seat: Seat,
  { type, target }: { type: string; target: Seat | null },
): MoveRefusal | null {
  if (target === null) return null;
  if (!state.alive[target]) return refuse('INVALID_TARGET', `Seat ${target} is not in the game.`);
  if (type === 'mark' && state.roles[target] === 'masked') {
    return refuse('INVALID_TARGET', 'Masked players do not mark each other.');
  }
  return type === 'watch' && target === seat ? refuse('INVALID_TARGET', 'You cannot watch yourself.') : null;
}

function apply(state: MasqueradeState, seat: Seat, move: MasqueradeMove, rng: Rng): Applied<MasqueradeState> {
  const refusal = findRefusal(state, seat, move);
  if (refusal) return { ...refusal, nearest: legalMoves(state, seat) };
  if (move.type === 'say') {
    return { ok: true, state, events: [messageEvent(state, seat, move.text)], positionChanged: false };
  }
  const turn = applyMove(state, seat, move);
  const allDone = (state.phase === 'day' || state.phase === 'vote') && awaited(turn.state).length === 0;
  const next = allDone ? append(turn, endPhase(turn.state, rng)) : turn;
  return { ok: true, ...next };
}

/** A message: public by day, for the masked players alone at night. */
function messageEvent({ phase, day }: MasqueradeState, seat: Seat, text: string): GameEvent {
  return { type: 'said', audience: phase === 'night' ? `team:${TEAM}` : 'public', data: { day, seat, text } };
}

function applyMove(state: MasqueradeState, seat: Seat, move: Exclude<MasqueradeMove, { type: 'say' }>): Turn {
  switch (move.type) {
    case 'mark': {
      const event: GameEvent = { type: 'marked', audience: `team:${TEAM}`, data: { seat, target: move.target } };
      return { state: { ...state, marks: replaceAt(state.marks, seat, move.target) }, events: [event] };
    }
    case 'watch': {
      const result = { night: state.day, target: move.target, masked: state.roles[move.target] === 'masked' };
      return {
        state: { ...state, watched: [...state.watched, result] },
        events: [{ type: 'watched', audience: `seat:${seat}`, data: result }],
      };
    }
    case 'done':
      return {
        state: { ...state, done: replaceAt(state.done, seat, true) },
        events: [publicly('finished_talking', { seat })],
      };
    case 'vote': {
      const cast = publicly('vote_cast', { seat });
      const choice: GameEvent = { type: 'vote_noted', audience: 'omniscient', data: { seat, target: move.target } };
      const votes = replaceAt(state.votes, seat, move.target ?? 'abstain');
      return { state: { ...state, votes }, events: [cast, choice] };
    }
  }
}

function append(first: Turn, second: Turn): Turn {
  return { state: second.state, events: [...first.events, ...second.events] };
}

/** The end of a phase, by its clock or because no seat is awaited any more. */
function endPhase(state: MasqueradeState, rng: Rng): Turn {
  switch (state.phase) {
    case 'night':
      return endNight(state, rng);
    case 'announce':
      return winners(state) ? enter(state, 'ended') : enter({ ...state, done: forEachSeat(state, false) }, 'day');
    case 'day':
      return enter({ ...state, votes: forEachSeat(state, null) }, 'vote');
    case 'vote':
      return endVote(state);
    default:
      return { state, events: [] };
  }
}

function enter(state: MasqueradeState, phase: Phase): Turn {
  const day = phase === 'night' ? state.day + 1 : state.day;
  return { state: { ...state, phase, day }, events: [publicly('phase_changed', { phase, day })] };
}

function eliminate(state: MasqueradeState, seat: Seat): Turn {
  return {
    state: { ...state, alive: replaceAt(state.alive, seat, false) },
    events: [publicly('player_eliminated', { seat, role: state.roles[seat] })],
  };
}

/** Draws one of the marks; without a mark, any living player who is not masked. */
function endNight(state: MasqueradeState, rng: Rng): Turn {
  const marked = livingSeatsByTeam(state, true).flatMap((seat) => state.marks[seat] ?? []);
  const target = rng.pick(marked.length > 0 ? marked : livingSeatsByTeam(state, false));
  const eliminated = eliminate({ ...state, marks: forEachSeat(state, null) }, target);
  return append(eliminated, enter(eliminated.state, 'announce'));
}

function endVote(state: MasqueradeState): Turn {
  const target = pluralityOf(state.votes);
  const counted: Turn = {
    state: { ...state, votes: forEachSeat(state, null) },
    events: [publicly('votes_counted', { votes: state.votes, eliminated: target })],
  };
  const eliminated = target === null ? counted : append(counted, eliminate(counted.state, target));
  return append(eliminated, enter(eliminated.state, winners(eliminated.state) ? 'ended' : 'night'));
}

function outcome(state: MasqueradeState): Outcome | null {
  if (state.phase !== 'ended') return null;
  const maskedWin = winners(state) === 'masked';
  return {
    results: state.roles.map((role, seat) =>
      (role === 'masked') === maskedWin ? { seat, result: 'win', rank: 1 } : { seat, result: 'loss', rank: 2 },
    ),
    reason: maskedWin ? 'parity' : 'unmasked',
    winner: null,
  };
}

function view(state: MasqueradeState, { viewer, revealed }: Perspective): MasqueradeView {
  const own = typeof viewer === 'number' ? viewer : null;
  const role = own === null ? undefined : state.roles[own];
  const knowsAll = viewer === 'omniscient' || revealed || state.phase === 'ended';
  const sharesMarks = knowsAll || role === 'masked';
  return {
    phase: state.phase,
    day: state.day,
    seats: state.roles.map((secret, seat) => {
      const isVisible = knowsAll || seat === own || !state.alive[seat] || (role === 'masked' && secret === 'masked');
      return {
        seat,
        alive: state.alive[seat] ?? false,
        role: isVisible ? secret : null,
        done: state.done[seat] ?? false,
        voted: (state.votes[seat] ?? null) !== null,
        vote: knowsAll || seat === own ? (state.votes[seat] ?? null) : null,
        mark: sharesMarks ? (state.marks[seat] ?? null) : null,
      };
    }),
    you: own === null || role === undefined ? null : { seat: own, role, alive: state.alive[own] ?? false },
    watched: knowsAll || role === 'watcher' ? state.watched : [],
    winners: state.phase === 'ended' ? winners(state) : null,
  };
}

function describe({ phase, day, seats, you, winners: won }: MasqueradeView): string {
  const rows = seats.map(({ seat, alive, role }) => `Seat ${seat}: ${alive ? 'in' : 'out'}${role ? `, ${role}` : ''}`);
  return [`Day ${day}, ${phase}.`, ...rows, you && `You are seat ${you.seat}, ${you.role}.`, won && `${won} have won.`]
    .filter(Boolean)
    .join('\n');
}

/** Ends its talk half of the time, else moves at random. */
function chooseMove({ legalMoves: moves, rng }: { legalMoves: MasqueradeMove[]; rng: Rng }): MasqueradeMove {
  const done = moves.find(({ type }) => type === 'done');
  return done && rng.int(2) === 0 ? done : rng.pick(moves);
}

/**
 * A party with hidden roles, for tests of the runtime: teams, private and omniscient events, timed phases in which
 * several, some or no seats act, free speech, changeable votes and marks, refusals with codes, early ends of phases.
 */
export const masquerade = defineGame({
  id: 'masquerade',
  version: 1,
  title: 'Masquerade',
  about: 'Guests at a masked ball find out which of them wear a mask.',
  summary: 'A small hidden-role game for tests.',
  tags: ['hidden-information', 'test'],
  rulesSource: 'this file',
  information: 'hidden',
  chance: true,
  eventTypes: [
    'phase_changed',
    'role_dealt',
    'team_formed',
    'marked',
    'watched',
    'said',
    'finished_talking',
    'vote_cast',
    'vote_noted',
    'votes_counted',
    'player_eliminated',
  ],
  hosting: { solo: false, lobby: true, exhibition: false, queue: false },
  seats: { min: 4, max: 8, names: [] },
  moveTimeS: null,
  options: optionsSchema,
  move: z
    .unknown()
    .transform((action) => (typeof action === 'string' ? { type: 'say', text: action } : unwrapAction(action)))
    .transform((action, context): MasqueradeMove => {
      const parsed = moveSchema.safeParse(action);
      if (parsed.success) return parsed.data;
      context.addIssue({
        code: 'custom',
        message: 'Act with {"type"} mark, watch, say, done or vote; see legal_moves.',
      });
      return z.NEVER;
    }),
  setup({ options, seats, rng }): Turn {
    const roles = dealRoles(seats, rng);
    const none = roles.map(() => null);
    const state: MasqueradeState = {
      options,
      phase: 'night',
      day: 1,
      roles,
      alive: roles.map(() => true),
      marks: none,
      watched: [],
      done: roles.map(() => false),
      votes: none,
    };
    const dealt = roles.map(
      (role, seat): GameEvent => ({ type: 'role_dealt', audience: `seat:${seat}`, data: { role } }),
    );
    const team: GameEvent = {
      type: 'team_formed',
      audience: `team:${TEAM}`,
      data: { seats: livingSeatsByTeam(state, true) },
    };
    return { state, events: [publicly('phase_changed', { phase: 'night', day: 1 }), ...dealt, team] };
  },
  actors,
  awaited,
  knownActors: (state, viewer) =>
    state.phase === 'night' ? actors(state).filter((seat) => seat === viewer) : actors(state),
  legalMoves,
  apply,
  judgesEveryMove: true,
  outcome,
  view,
  teamsOf: (state, seat) => (state.roles[seat] === 'masked' ? [TEAM] : []),
  encode: (state) => JSON.stringify(state),
  decode: (text) => stateSchema.parse(JSON.parse(text)),
  clock({ phase, day, options }) {
    return phase === 'ended' ? null : { key: `${phase}:${day}`, limitMs: options[`${phase}_ms`] };
  },
  onDeadline: endPhase,
  instructions: () =>
    [
      'Find the masked players before they are as many as the others. At night, masked players act with {"type":"mark","target":2} and the watcher with {"type":"watch","target":2}. By day every living player talks with {"type":"say","text":"…"} as often as they like, and ends it with {"type":"done"}. At the vote, act with {"type":"vote","target":2}; null abstains, and a vote can be changed until all have voted.',
      'view.phase is night, announce, day, vote or ended, view.you your seat and role, legal_moves what you may do. A message is an event and not part of the view.',
    ].join('\n'),
  actionSchema: {
    type: 'object',
    properties: {
      type: { enum: ['mark', 'watch', 'say', 'done', 'vote'] },
      target: { type: ['integer', 'null'] },
      text: { type: 'string' },
    },
    required: ['type'],
  },
  bot: { cost: 'instant', choose: chooseMove },
  describe,
});
