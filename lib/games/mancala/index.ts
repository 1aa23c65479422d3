import { z } from 'zod';
import { defineGame, type Outcome, type Perspective, type Seat } from '@/lib/core/game';
import { unwrapAction } from '@/lib/games/action';
import { choosePit } from '@/lib/games/mancala/bot';
import { judge } from '@/lib/games/mancala/judge';
import { MANCALA_MANNERS } from '@/lib/games/mancala/manner';
import type { MancalaMove, MancalaView } from '@/lib/games/mancala/rules';
import {
  type Hole,
  isOver,
  type MancalaState,
  opening,
  PITS,
  pathOf,
  SIDES,
  type Side,
  sow,
  sowablePits,
} from '@/lib/games/mancala/rules';
import { readState, STATE_FORMAT, winnerOf, writePosition, writeState } from '@/lib/games/mancala/state-string';
import { turnAdapter } from '@/lib/games/turn-adapter';

export type { MancalaView } from '@/lib/games/mancala/rules';

const WHAT_TO_SEND = 'Name a pit from 1 to 6, for example {"pit":3}.';

const pitNumber = z.union(
  [
    z.int(WHAT_TO_SEND),
    z
      .string()
      .trim()
      .regex(/^(?:pit[\s_-]*)?\d$/i)
      .transform((text) => Number(text.slice(-1))),
  ],
  { error: WHAT_TO_SEND },
);
const move = z
  .unknown()
  .transform((action) => ({ pit: unwrapAction(action, ['pit']) }))
  .pipe(
    z.strictObject({
      pit: pitNumber.refine((pit) => pit >= 1 && pit <= PITS, { error: WHAT_TO_SEND }),
    }),
  );

const bySide = <T>([south, north]: readonly [T, T]): Record<Side, T> => ({ south, north });
const holeName = ({ seat, pit }: Hole) => `${SIDES[seat]}${pit ?? ''}`;
const isStore = (hole: Hole | undefined) => hole?.pit === null;

function outcome(state: MancalaState): Outcome | null {
  const winner = winnerOf(state);
  if (winner === null) return null;
  const results = state.stores.map((score, seat) => {
    if (winner === 'draw') return { seat, result: 'draw' as const, score, rank: 1 };
    return seat === winner
      ? { seat, result: 'win' as const, score, rank: 1 }
      : { seat, result: 'loss' as const, score, rank: 2 };
  });
  return winner === 'draw'
    ? { results, reason: 'equal_seeds', winner: null }
    : { results, reason: 'more_seeds', winner };
}

function lastMove(state: MancalaState): MancalaView['last_move'] {
  const { last, sown } = state;
  const side = sown && SIDES[sown.seat];
  if (last === null || !sown || !side) return null;
  const path = pathOf(sown.seat, last, sown.seeds);
  return {
    side,
    pit: last,
    seeds: sown.seeds,
    path: path.map(holeName),
    captured: sown.captured,
    extra_turn: isStore(path.at(-1)) && winnerOf(state) === null,
    swept: bySide(sown.swept),
  };
}

function view(state: MancalaState, { viewer }: Perspective): MancalaView {
  const winner = winnerOf(state);
  const seatOf = (seat: Seat) => SIDES[seat] ?? null;
  return {
    pits: bySide(state.pits),
    stores: bySide(state.stores),
    status: winner === null ? 'in_progress' : 'game_over',
    turn: winner === null ? seatOf(state.turn) : null,
    you: typeof viewer === 'number' ? seatOf(viewer) : null,
    winner: winner === null || winner === 'draw' ? winner : seatOf(winner),
    last_move: lastMove(state),
  };
}

/** Describes a sowing as notation, `pit 5, takes 6`, and as a sentence, `sows pit 5 and takes 6`. */
function describeSowing(pit: number, next: MancalaState): { notation: string; does: string } {
  const captured = next.sown?.captured ?? 0;
  if (captured > 0) return { notation: `pit ${pit}, takes ${captured}`, does: `sows pit ${pit} and takes ${captured}` };
  const isAgain = next.turn === next.sown?.seat && !isOver(next);
  return isAgain
    ? { notation: `pit ${pit}, again`, does: `sows pit ${pit} and moves again` }
    : { notation: `pit ${pit}`, does: `sows pit ${pit}` };
}

function lastSentence(last: MancalaView['last_move'], status: MancalaView['status']): string {
  if (!last) return '';
  const took = last.captured > 0 ? ` and took ${last.captured}` : '';
  const again = last.extra_turn && status === 'in_progress' ? ' and moves again' : '';
  return `Last move: ${last.side} sowed ${last.seeds} from pit ${last.pit}${took}${again}.`;
}

function describe({ pits, stores, status, turn, you, winner, last_move }: MancalaView): string {
  const row = (seeds: readonly number[]) => seeds.map((count) => String(count).padStart(3)).join('');
  const standing =
    winner === 'draw' ? 'Draw.' : winner ? `${winner} has won ${scoreOf(stores, winner)}.` : `${turn} to move.`;
  return [
    `pit      6  5  4  3  2  1`,
    `north ${row([...pits.north].reverse())}   store ${stores.north}`,
    `south ${row(pits.south)}   store ${stores.south}`,
    `pit      1  2  3  4  5  6`,
    standing,
    you && `You are ${you}.`,
    lastSentence(last_move, status),
  ]
    .filter(Boolean)
    .join('\n');
}

function scoreOf(stores: Record<Side, number>, winner: Side): string {
  return winner === 'south' ? `${stores.south} to ${stores.north}` : `${stores.north} to ${stores.south}`;
}

const SEEDS = 48;
/** A lead in seeds that decides most games. */
const DECISIVE_LEAD = 10;

const rules = defineGame({
  id: 'mancala',
  version: 1,
  title: 'Mancala',
  about: 'Two players sow seeds around the board; who has more in their store at the end wins.',
  summary:
    'Kalah with six pits and four seeds in each: a last seed in your store moves again, in an empty pit of yours it captures.',
  tags: ['board', 'perfect-information', 'classic'],
  rulesSource: 'game-tools.md, Mancala',
  information: 'perfect',
  chance: false,
  eventTypes: ['move_played'],
  hosting: { solo: true, lobby: true, exhibition: true, queue: false },
  seats: { min: 2, max: 2, names: SIDES },
  moveTimeS: { fallback: 60, min: 5, max: 86_400 },
  options: z.strictObject({}),
  move,

  setup: () => ({ state: opening(), events: [] }),
  actors: (state: MancalaState) => (isOver(state) ? [] : [state.turn]),
  legalMoves: (state, seat): MancalaMove[] =>
    isOver(state) || seat !== state.turn ? [] : sowablePits(state, seat).map((pit) => ({ pit })),

  apply(state, seat, { pit }: MancalaMove) {
    if (isOver(state)) return { ok: false, reason: 'The game is over.' };
    if (seat !== state.turn) return { ok: false, reason: `It is ${SIDES[state.turn]}'s turn.` };
    const pits = sowablePits(state, seat);
    if (!pits.includes(pit)) return { ok: false, reason: `Your pit ${pit} is empty.`, nearest: nearest(pits, pit) };
    const next = sow(state, seat, pit);
    const { seeds = 0, captured = 0 } = next.sown ?? {};
    const data = { seat, move: { pit }, ...describeSowing(pit, next), seeds, captured };
    return { ok: true, state: next, events: [{ type: 'move_played', audience: 'public', data }] };
  },

  outcome,
  view,
  isDecided: ({ stores: { south, north } }) =>
    Math.max(south, north) > SEEDS / 2 || Math.abs(south - north) >= DECISIVE_LEAD,
  encode: writeState,
  decode: readState,
  // Seeds only move forward and never leave a store, so no distribution repeats.
  clock: (state, moveTimeMs) =>
    isOver(state) ? null : { key: `seeds:${[...state.pits.flat(), ...state.stores].join(',')}`, limitMs: moveTimeMs },

  instructions: () =>
    [
      'Mancala by the rules of Kalah: six pits a side with four seeds each, and a store for each player. Seat 0 is south and begins, seat 1 is north. Sow one of your pits: its seeds go one by one into the next pits counter-clockwise, into your own store when they pass it, never into the other store. Your pits are numbered 1 to 6 in your sowing direction, so pit 6 lies before your store, and your pit p lies opposite pit 7 - p of the other side.',
      'The last seed in your store: you move again. The last seed in an empty pit of yours with seeds opposite: you take it and all of them. When one side of the board is empty the game ends, and the other side takes its own seeds home. More seeds in the store win; 24 each draw.',
      'Act with a pit that holds seeds: {"pit":3}, or just "3". {"type":"resign"} gives up, {"type":"state"} only looks.',
      'Answers: your_turn says whether you may act (it may be your turn several times in a row); legal_moves lists the pits you may sow, each usable as it is; view.pits.south and view.pits.north hold the seeds of pits 1 to 6, view.stores the seeds won, view.you is your side, view.turn whose turn it is, view.last_move what was sown and taken last, view.winner "south", "north" or "draw" at the end.',
    ].join('\n'),
  actionSchema: {
    description: 'A pit of yours that holds seeds, for example {"pit":3} or "3".',
    anyOf: [
      { type: 'object', properties: { pit: { type: 'integer', minimum: 1, maximum: PITS } }, required: ['pit'] },
      { type: 'string', pattern: '^([Pp]it ?)?[1-6]$' },
    ],
  },
  bot: { cost: 'heavy', choose: choosePit, manners: MANCALA_MANNERS },
  judge,
  describe,
});

/** The closest pits first. */
function nearest(pits: readonly number[], tried: number): MancalaMove[] {
  const distance = (pit: number) => Math.abs(pit - tried);
  return [...pits].sort((one, next) => distance(one) - distance(next)).map((pit) => ({ pit }));
}

export const mancala = defineGame({
  ...rules,
  statelessAdapter: turnAdapter(
    { ...rules, encode: writePosition },
    {
      gameType: 'mancala',
      title: 'mancala',
      stateFormat: STATE_FORMAT,
      begin: { start: () => ({ ok: true, position: opening() }) },
      move: {
        field: 'pit',
        schema: z.int().min(1).max(PITS).describe('Pit to sow, 1 to 6 in your own sowing direction'),
        write: ({ pit }) => pit,
      },
      example: {
        position: 'P:4,4,0,5,5,5|O:4,4,4,4,4,4|PS:1|OS:0|T:player|ST:in_progress|LA:pit3|W:-',
        move: 6,
      },
    },
  ),
});
