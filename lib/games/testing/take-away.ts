import { z } from 'zod';
import { type Applied, defineGame, type Outcome, type Perspective, type Seat } from '@/lib/core/game';
import { unwrapAction } from '@/lib/games/action';

const STONES = 7;
const NAMES = ['first', 'second'] as const;

interface TakeAwayState {
  left: number;
  turn: 0 | 1;
}

interface TakeAwayView {
  left: number;
  turn: string | null;
  you: string | null;
  winner: string | null;
}

const legalTakes = ({ left }: TakeAwayState) => ['1', '2', '3'].filter((count) => Number(count) <= left);

function outcomeOf({ left, turn }: TakeAwayState): Outcome | null {
  if (left > 0) return null;
  const winner: Seat = 1 - turn;
  return {
    results: [0, 1].map((seat) =>
      seat === winner ? { seat, result: 'win', rank: 1 } : { seat, result: 'loss', rank: 2 },
    ),
    reason: 'last_stone',
    winner,
  };
}

function viewOf(state: TakeAwayState, { viewer }: Perspective): TakeAwayView {
  const outcome = outcomeOf(state);
  const nameOf = (seat: Seat | null | undefined) => NAMES[seat ?? -1] ?? null;
  return {
    left: state.left,
    turn: outcome ? null : nameOf(state.turn),
    you: typeof viewer === 'number' ? nameOf(viewer) : null,
    winner: nameOf(outcome?.winner),
  };
}

/** The smallest complete game, for the test of docs/adding-a-game.md: the player who takes the last stone wins. */
export const takeAway = defineGame({
  id: 'take_away',
  version: 1,
  title: 'Take away',
  about: 'Two players take one to three stones in turn; the last stone wins.',
  summary: 'Seven stones, one to three a turn; the player who takes the last stone wins.',
  tags: ['quick'],
  rulesSource: 'docs/adding-a-game.md',
  information: 'perfect',
  chance: false,
  eventTypes: ['move_played'],
  hosting: { solo: true, lobby: true, exhibition: false, queue: false },
  seats: { min: 2, max: 2, names: NAMES },
  moveTimeS: { fallback: 60, min: 5, max: 86_400 },
  options: z.strictObject({}),
  move: z
    .unknown()
    .transform((action) => unwrapAction(action, ['take']))
    .pipe(z.enum(['1', '2', '3'], { error: 'Take "1", "2" or "3" stones.' })),

  setup: (): { state: TakeAwayState; events: [] } => ({ state: { left: STONES, turn: 0 }, events: [] }),
  actors: (state) => (outcomeOf(state) ? [] : [state.turn]),
  legalMoves: (state, seat) => (seat === state.turn ? (legalTakes(state) as ('1' | '2' | '3')[]) : []),
  apply(state, seat, take): Applied<TakeAwayState> {
    if (outcomeOf(state)) return { ok: false, reason: 'The game is over.' };
    if (seat !== state.turn) return { ok: false, reason: `It is the turn of ${NAMES[state.turn]}.` };
    const legal = legalTakes(state);
    if (!legal.includes(take)) return { ok: false, reason: `Only ${state.left} stones are left.`, nearest: legal };
    return {
      ok: true,
      state: { left: state.left - Number(take), turn: state.turn === 0 ? 1 : 0 },
      events: [{ type: 'move_played', audience: 'public', data: { seat, move: take, notation: take } }],
    };
  },
  outcome: outcomeOf,
  view: viewOf,
  encode: ({ left, turn }) => `${left} ${turn}`,
  decode(text): TakeAwayState {
    const [, left, turn] = /^([0-7]) ([01])$/.exec(text) ?? [];
    if (!left) throw new Error('Not a take-away state: expected the stones that are left and the seat to move.');
    return { left: Number(left), turn: turn === '1' ? 1 : 0 };
  },
  clock: (state, moveTimeMs) => (outcomeOf(state) ? null : { key: `left:${state.left}`, limitMs: moveTimeMs }),
  instructions: () =>
    [
      'Seven stones lie on the table. Seat 0 begins; in turn, each player takes one, two or three stones. The player who takes the last stone wins.',
      'Act with "1", "2" or "3", or {"take":"2"}. {"type":"resign"} gives up, {"type":"state"} only looks.',
      'Answers: your_turn says whether the game waits for you; legal_moves lists what you may take; view.left is the number of stones.',
    ].join('\n'),
  actionSchema: {
    anyOf: [
      { type: 'string', enum: ['1', '2', '3'] },
      { type: 'object', properties: { take: { type: 'string', enum: ['1', '2', '3'] } }, required: ['take'] },
    ],
  },
  bot: { cost: 'instant', choose: ({ legalMoves, rng }) => rng.pick(legalMoves) },
  describe: ({ left, turn, you, winner }) =>
    [`${left} stones are left.`, winner ? `${winner} has won.` : `${turn} to move.`, you && `You are ${you}.`]
      .filter(Boolean)
      .join('\n'),
});
