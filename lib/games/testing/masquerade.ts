import { z } from 'zod';
import { type Applied, defineGame, type GameEvent, type Outcome, type Perspective, type Seat } from '@/lib/core/game';
import type { Rng } from '@/lib/core/rng';
import { unwrapAction } from '@/lib/games/action';
import {
  dealRoles,
  living,
  livingWith,
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
  z.strictObject({ type: z.literal('say'), text: z.string().min(1).max(200) }),
  z.strictObject({ type: z.literal('vote'), target: seatNumber.nullable() }),
]);
export type MasqueradeMove = z.infer<typeof moveSchema>;

export interface MasqueradeView {
  phase: Phase;
  day: number;
  seats: {
    seat: Seat;
    alive: boolean;
    role: Role | null;
    voted: boolean;
    vote: Seat | 'abstain' | null;
    mark: Seat | null;
  }[];
  you: { seat: Seat; role: Role; alive: boolean } | null;
  watched: MasqueradeState['watched'];
  said: MasqueradeState['said'];
  winners: 'masked' | 'guests' | null;
}

interface Turn {
  state: MasqueradeState;
  events: GameEvent[];
}

const TEAM = 'masked';
const LINES = ['I am a guest.', 'I watched somebody.', 'I trust nobody.'] as const;
const everywhere = <T>({ roles }: MasqueradeState, value: T): T[] => roles.map(() => value);
const put = <T>(list: readonly T[], index: number, value: T): T[] =>
  list.map((entry, at) => (at === index ? value : entry));
const publicly = (type: string, data: Record<string, unknown>): GameEvent => ({ type, audience: 'public', data });
const hasWatched = (state: MasqueradeState) => state.watched.some(({ night }) => night === state.day);
const hasSpoken = (state: MasqueradeState, seat: Seat) =>
  state.said.some((said) => said.day === state.day && said.seat === seat);

function winners(state: MasqueradeState): 'masked' | 'guests' | null {
  const masked = livingWith(state, true).length;
  if (masked === 0) return 'guests';
  return masked >= livingWith(state, false).length ? 'masked' : null;
}

function actors(state: MasqueradeState): Seat[] {
  switch (state.phase) {
    case 'night':
      return living(state).filter(
        (seat) => state.roles[seat] === 'masked' || (state.roles[seat] === 'watcher' && !hasWatched(state)),
      );
    case 'day':
      return living(state).filter((seat) => !hasSpoken(state, seat));
    case 'vote':
      return living(state);
    default:
      return [];
  }
}

/** Marks and votes may be changed, so whoever has one is no longer waited for. */
function awaited(state: MasqueradeState): Seat[] {
  return actors(state).filter((seat) => {
    if (state.phase === 'night') return state.roles[seat] === 'watcher' || state.marks[seat] === null;
    return state.phase !== 'vote' || state.votes[seat] === null;
  });
}

function legalMoves(state: MasqueradeState, seat: Seat): MasqueradeMove[] {
  if (!actors(state).includes(seat)) return [];
  if (state.phase === 'day') return LINES.map((text) => ({ type: 'say', text }));
  if (state.phase === 'vote') return [null, ...living(state)].map((target) => ({ type: 'vote', target }));
  if (state.roles[seat] === 'masked') return livingWith(state, false).map((target) => ({ type: 'mark', target }));
  return living(state)
    .filter((target) => target !== seat)
    .map((target) => ({ type: 'watch', target }));
}

const PHASE_OF = { mark: 'night', watch: 'night', say: 'day', vote: 'vote' } as const;

function refusal(state: MasqueradeState, seat: Seat, move: MasqueradeMove): string | null {
  if (state.phase === 'ended') return 'The game is over.';
  if (!state.alive[seat]) return 'You are out and may only watch.';
  if (PHASE_OF[move.type] !== state.phase)
    return `${move.type} is for the ${PHASE_OF[move.type]}; it is ${state.phase} now.`;
  if (move.type === 'say') return hasSpoken(state, seat) ? 'You have spoken today.' : null;
  if (move.type === 'mark' && state.roles[seat] !== 'masked') return 'Only the masked mark somebody.';
  if (move.type === 'watch' && state.roles[seat] !== 'watcher') return 'Only the watcher watches.';
  if (move.type === 'watch' && hasWatched(state)) return 'You have watched somebody tonight.';
  if (move.target === null) return null;
  if (!state.alive[move.target]) return `Seat ${move.target} is not in the game.`;
  if (move.type === 'mark' && state.roles[move.target] === 'masked') return 'The masked do not mark each other.';
  return move.type === 'watch' && move.target === seat ? 'You know yourself.' : null;
}

function apply(state: MasqueradeState, seat: Seat, move: MasqueradeMove, rng: Rng): Applied<MasqueradeState> {
  const reason = refusal(state, seat, move);
  if (reason) return { ok: false, reason, nearest: legalMoves(state, seat) };
  const turn = record(state, seat, move);
  const done = (state.phase === 'day' || state.phase === 'vote') && awaited(turn.state).length === 0;
  const next = done ? after(turn, endPhase(turn.state, rng)) : turn;
  return { ok: true, ...next };
}

function record(state: MasqueradeState, seat: Seat, move: MasqueradeMove): Turn {
  switch (move.type) {
    case 'mark': {
      const event: GameEvent = { type: 'marked', audience: `team:${TEAM}`, data: { seat, target: move.target } };
      return { state: { ...state, marks: put(state.marks, seat, move.target) }, events: [event] };
    }
    case 'watch': {
      const seen = { night: state.day, target: move.target, masked: state.roles[move.target] === 'masked' };
      return {
        state: { ...state, watched: [...state.watched, seen] },
        events: [{ type: 'watched', audience: `seat:${seat}`, data: seen }],
      };
    }
    case 'say': {
      const said = { day: state.day, seat, text: move.text };
      return { state: { ...state, said: [...state.said, said] }, events: [publicly('said', said)] };
    }
    case 'vote': {
      const voted = publicly('vote_cast', { seat });
      const secret: GameEvent = { type: 'vote_noted', audience: 'omniscient', data: { seat, target: move.target } };
      return { state: { ...state, votes: put(state.votes, seat, move.target ?? 'abstain') }, events: [voted, secret] };
    }
  }
}

function after(first: Turn, second: Turn): Turn {
  return { state: second.state, events: [...first.events, ...second.events] };
}

/** What ends a phase: the clock, or that everybody is done. */
function endPhase(state: MasqueradeState, rng: Rng): Turn {
  switch (state.phase) {
    case 'night':
      return endNight(state, rng);
    case 'announce':
      return winners(state) ? enter(state, 'ended') : enter(state, 'day');
    case 'day':
      return enter({ ...state, votes: everywhere(state, null) }, 'vote');
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
    state: { ...state, alive: put(state.alive, seat, false) },
    events: [publicly('player_eliminated', { seat, role: state.roles[seat] })],
  };
}

/** The masked agree, or one of their marks is drawn; without a mark fate chooses. */
function endNight(state: MasqueradeState, rng: Rng): Turn {
  const marked = livingWith(state, true).flatMap((seat) => state.marks[seat] ?? []);
  const target = rng.pick(marked.length > 0 ? marked : livingWith(state, false));
  const gone = eliminate({ ...state, marks: everywhere(state, null) }, target);
  return after(gone, enter(gone.state, 'announce'));
}

function endVote(state: MasqueradeState): Turn {
  const target = pluralityOf(state.votes);
  const counted: Turn = {
    state: { ...state, votes: everywhere(state, null) },
    events: [publicly('votes_counted', { votes: state.votes, eliminated: target })],
  };
  const gone = target === null ? counted : after(counted, eliminate(counted.state, target));
  return after(gone, enter(gone.state, winners(gone.state) ? 'ended' : 'night'));
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
      const known = knowsAll || seat === own || !state.alive[seat] || (role === 'masked' && secret === 'masked');
      return {
        seat,
        alive: state.alive[seat] ?? false,
        role: known ? secret : null,
        voted: (state.votes[seat] ?? null) !== null,
        vote: knowsAll || seat === own ? (state.votes[seat] ?? null) : null,
        mark: sharesMarks ? (state.marks[seat] ?? null) : null,
      };
    }),
    you: own === null || role === undefined ? null : { seat: own, role, alive: state.alive[own] ?? false },
    watched: knowsAll || role === 'watcher' ? state.watched : [],
    said: state.said,
    winners: state.phase === 'ended' ? winners(state) : null,
  };
}

function describe({ phase, day, seats, you, said, winners: won }: MasqueradeView): string {
  const rows = seats.map(({ seat, alive, role }) => `Seat ${seat}: ${alive ? 'in' : 'out'}${role ? `, ${role}` : ''}`);
  const talk = said.map(({ seat, text }) => `${seat}: ${text}`);
  return [
    `Day ${day}, ${phase}.`,
    ...rows,
    you && `You are seat ${you.seat}, ${you.role}.`,
    ...talk,
    won && `${won} have won.`,
  ]
    .filter(Boolean)
    .join('\n');
}

/**
 * A party with hidden roles, for tests: it uses all that Werewolf needs of the runtime (teams, private and
 * omniscient events, timed phases in which several, some or none act, changeable secret moves, early ends).
 */
export const masquerade = defineGame({
  id: 'masquerade',
  version: 1,
  title: 'Masquerade',
  about: 'Guests at a masked ball find out who takes them away at night.',
  summary: 'A small hidden-role game for tests.',
  tags: ['hidden-information', 'test'],
  rulesSource: 'this file',
  information: 'hidden',
  chance: true,
  hosting: { solo: false, lobby: true, exhibition: false, queue: false },
  seats: { min: 4, max: 8, names: [] },
  moveTimeS: null,
  options: optionsSchema,
  move: z
    .unknown()
    .transform((action) => (typeof action === 'string' ? { type: 'say', text: action } : unwrapAction(action)))
    .pipe(moveSchema),
  setup({ options, seats, rng }): Turn {
    const roles = dealRoles(seats, rng);
    const nobody = roles.map(() => null);
    const state: MasqueradeState = {
      options,
      phase: 'night',
      day: 1,
      roles,
      alive: roles.map(() => true),
      marks: nobody,
      watched: [],
      said: [],
      votes: nobody,
    };
    const dealt = roles.map(
      (role, seat): GameEvent => ({ type: 'role_dealt', audience: `seat:${seat}`, data: { role } }),
    );
    const team: GameEvent = { type: 'team_formed', audience: `team:${TEAM}`, data: { seats: livingWith(state, true) } };
    return { state, events: [publicly('phase_changed', { phase: 'night', day: 1 }), ...dealt, team] };
  },
  actors,
  awaited,
  knownActors: (state, viewer) =>
    state.phase === 'night' ? actors(state).filter((seat) => seat === viewer) : actors(state),
  legalMoves,
  apply,
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
    'Find the masked before they are as many as the others. Act with {"type":"mark","target":2} or {"type":"watch","target":2} at night, {"type":"say","text":"…"} by day, {"type":"vote","target":2} (null abstains) at the vote. view.phase says what time it is, view.you who you are, legal_moves what you may do.',
  actionSchema: {
    type: 'object',
    properties: {
      type: { enum: ['mark', 'watch', 'say', 'vote'] },
      target: { type: ['integer', 'null'] },
      text: { type: 'string' },
    },
    required: ['type'],
  },
  bot: { cost: 'instant', choose: ({ legalMoves: moves, rng }) => rng.pick(moves) },
  describe,
  hidden: true,
});
