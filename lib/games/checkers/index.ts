import { z } from 'zod';
import { defineGame, type Outcome, type Perspective } from '@/lib/core/game';
import { unwrapAction } from '@/lib/games/action';
import { chooseMove, judge } from '@/lib/games/checkers/bot';
import { CHECKERS_MANNERS } from '@/lib/games/checkers/manner';
import { PDN } from '@/lib/games/checkers/pdn';
import type { CheckersView, PieceCount } from '@/lib/games/checkers/position';
import {
  advance,
  type CheckersState,
  COLORS,
  decode,
  encode,
  jumpedSquares,
  OPENING,
  pieceLetterAt,
  type Rules,
  rulesOf,
  squaresIn,
} from '@/lib/games/checkers/position';
import { matchingMoves, refuse, refuseAmbiguous } from '@/lib/games/checkers/refusal';
import { checkersAdapter } from '@/lib/games/checkers/stateless-adapter';
import { DRAW_INSTRUCTIONS } from '@/lib/games/draw-offers';

export type { CheckersView } from '@/lib/games/checkers/position';

const ASK = 'Write a move as squares from a1 to h8: "c3d4", or every square of a capture, "b6d4f2".';
const SEPARATORS = /[\s,;:>→–-]+|x/g;
const NOTATION = /^(?:[a-h][1-8]){2,10}$/;

/** Reads squares from a text, a list, `{ from, to }` or `{ from, path }`; null for anything else. */
function notationIn(action: unknown): string | null {
  if (Array.isArray(action)) return action.every((part) => typeof part === 'string') ? tidy(action.join('')) : null;
  if (typeof action === 'string') return tidy(action);
  if (typeof action !== 'object' || action === null || !('from' in action)) return null;
  const { from, path = [], to = [] } = action as Record<string, unknown>;
  return notationIn([from, ...[path, to].flat()]);
}

function tidy(text: string): string | null {
  const bare = text.slice(0, 80).toLowerCase().replace(SEPARATORS, '');
  return NOTATION.test(bare) ? bare : null;
}

const move = z
  .unknown()
  .transform((action) => notationIn(unwrapAction(action, ['notation'])))
  .transform((notation, context): string => {
    if (notation !== null) return notation;
    context.addIssue({ code: 'custom', message: ASK });
    return z.NEVER;
  });

function outcome(state: CheckersState): Outcome | null {
  const { end, side } = rulesOf(state);
  if (end === null) return null;
  if (end === 'forty_moves')
    return { results: [0, 1].map((seat) => ({ seat, result: 'draw', rank: 1 })), reason: end, winner: null };
  return {
    results: [0, 1].map((seat) =>
      seat === side ? { seat, result: 'loss', rank: 2 } : { seat, result: 'win', rank: 1 },
    ),
    reason: end,
    winner: 1 - side,
  };
}

function countOf(rows: string, man: string): PieceCount {
  return { men: rows.split(man).length - 1, kings: rows.split(man.toUpperCase()).length - 1 };
}

function lastMoveOf({ last }: CheckersState): CheckersView['last_move'] {
  if (!last) return null;
  const squares = jumpedSquares(last.notation);
  return {
    notation: last.notation,
    path: squaresIn(last.notation),
    captured: squares.map((square, index) => ({ square, piece: last.taken.charAt(index) })),
  };
}

function view(state: CheckersState, { viewer }: Perspective): CheckersView {
  const { end, side, mustCapture } = rulesOf(state);
  return {
    board: state.rows.split('/'),
    status: end === null ? 'in_progress' : 'game_over',
    turn: end === null ? COLORS[side] : null,
    you: typeof viewer === 'number' ? (COLORS[viewer] ?? null) : null,
    winner: end === null ? null : end === 'forty_moves' ? 'draw' : COLORS[side === 0 ? 1 : 0],
    reason: end,
    must_capture: end === null && mustCapture,
    last_move: lastMoveOf(state),
    pieces: { white: countOf(state.rows, 'w'), black: countOf(state.rows, 'b') },
    move_number: Math.floor(state.ply / 2) + 1,
    quiet_moves: state.quiet,
  };
}

const ENDS: Record<NonNullable<Rules['end']>, string> = {
  no_pieces: 'every piece was taken',
  no_moves: 'the other side cannot move',
  forty_moves: 'forty moves each without a capture or a move of a man',
};

function describe({ board, turn, you, winner, reason, must_capture, last_move, move_number }: CheckersView): string {
  const why = reason && ENDS[reason];
  const standing = winner
    ? `${winner === 'draw' ? 'Draw' : `${winner} has won`}: ${why}.`
    : `Move ${move_number}, ${turn} to move${must_capture ? ' and must capture' : ''}.`;
  return [
    ...board.map((row, index) => `${8 - index} ${[...row].join(' ')}`),
    '  a b c d e f g h',
    'w and b are men, W and B kings; white moves up.',
    standing,
    you && `You are ${you}.`,
    last_move && `Last move: ${last_move.notation}.`,
  ]
    .filter(Boolean)
    .join('\n');
}

/** A lead in men that decides most games. */
const DECISIVE_LEAD = 3;

/** In men. */
const worthOf = ({ men, kings }: PieceCount): number => men + 1.5 * kings;

const rules = defineGame<CheckersState, string, CheckersView, Record<string, never>>({
  id: 'checkers',
  version: 1,
  title: 'Checkers',
  about: 'Two players jump over each other on the dark squares; the player who cannot move loses.',
  summary:
    'English draughts: men step forwards, kings both ways, captures are forced, and a player without a move loses.',
  tags: ['board', 'perfect-information', 'classic'],
  rulesSource: 'game-tools.md, Checkers',
  information: 'perfect',
  chance: false,
  eventTypes: ['move_played'],
  hosting: { solo: true, lobby: true, exhibition: true, queue: false },
  seats: { min: 2, max: 2, names: COLORS },
  moveTimeS: { fallback: 60, min: 5, max: 86_400 },
  hasGameClock: true,
  drawByAgreement: true,
  options: z.strictObject({}),
  move,

  setup: () => ({ state: OPENING, events: [] }),
  actors(state) {
    const { end, side } = rulesOf(state);
    return end === null ? [side] : [];
  },
  legalMoves(state, seat) {
    const { end, side, playable } = rulesOf(state);
    return end === null && seat === side ? playable.map(({ notation }) => notation) : [];
  },
  apply(state, seat, notation) {
    const rules = rulesOf(state);
    if (rules.end !== null) return { ok: false, reason: 'The game is over.' };
    if (seat !== rules.side) return { ok: false, reason: `It is ${COLORS[rules.side]}'s turn.` };
    const [chosen, ...others] = matchingMoves(rules, notation);
    if (!chosen) return refuse(state, notation);
    if (others.length > 0) return refuseAmbiguous(notation, [chosen, ...others]);
    const next = advance(state, chosen);
    const captured = jumpedSquares(chosen.notation);
    const to = squaresIn(chosen.notation).at(-1) ?? '';
    const crowned = pieceLetterAt(state.rows, chosen.notation.slice(0, 2)) !== pieceLetterAt(next.rows, to);
    const data = { seat, move: chosen.notation, notation: chosen.notation, captured, crowned };
    return { ok: true, state: next, events: [{ type: 'move_played', audience: 'public', data }] };
  },

  outcome,
  view,
  isDecided: ({ pieces: { white, black } }) => Math.abs(worthOf(white) - worthOf(black)) >= DECISIVE_LEAD,
  encode,
  decode,
  clock: (state, moveTimeMs) => (rulesOf(state).end === null ? { key: `ply:${state.ply}`, limitMs: moveTimeMs } : null),

  instructions: () =>
    [
      'Checkers (English draughts) on the dark squares of an 8×8 board; a1 is dark. Seat 0 is white, starts below and moves first, up the board; seat 1 is black. Men step one square diagonally forwards and capture forwards, by jumping over a neighbouring enemy to the free square behind it; kings do both in all four directions, one step at a time. Who can capture must, and must jump on while the same piece can; any of the possible captures may be chosen. A man that reaches the last row becomes a king and its move ends. Who has no move loses; forty moves each without a capture or a move of a man draw.',
      'Act with the squares of the move: "c3d4"; a capture names every square on which it lands, "b6d4f2", or only its first and last when that is clear. Separators are fine ("b6xd4xf2"), as are {"move":"c3d4"} and {"from":"c3","to":"d4"}. {"type":"resign"} gives up, {"type":"state"} only looks.',
      DRAW_INSTRUCTIONS,
      'Answers: your_turn says whether you may act; legal_moves lists what may be played now (only captures while view.must_capture is true), each usable as it is; view.board holds eight rows from the top, "w" and "b" men, "W" and "B" kings; view.you is your colour, view.turn whose turn it is, view.last_move the move just played, view.pieces the count of each side, view.quiet_moves how far the draw is (80), view.winner "white", "black" or "draw" at the end.',
    ].join('\n'),
  actionSchema: {
    description: 'The squares of a move: "c3d4", a capture "b6d4f2", or {"from":"c3","to":"d4"}.',
    anyOf: [
      { type: 'string', minLength: 4, maxLength: 40 },
      { type: 'object', properties: { move: { type: 'string', minLength: 4, maxLength: 40 } }, required: ['move'] },
      {
        type: 'object',
        properties: {
          from: { type: 'string', pattern: '^[a-h][1-8]$' },
          to: { type: 'string', pattern: '^[a-h][1-8]$' },
        },
        required: ['from', 'to'],
      },
    ],
  },
  bot: { cost: 'heavy', choose: chooseMove, manners: CHECKERS_MANNERS },
  judge,
  record: PDN,
  describe,
});

/** The rules and the field names of game-tools.md. */
export const checkers: typeof rules = { ...rules, statelessAdapter: checkersAdapter(rules) };
