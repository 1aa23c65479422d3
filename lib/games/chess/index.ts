import { z } from 'zod';
import { defineGame } from '@/lib/core/game';
import { chooseMove } from '@/lib/games/chess/bot';
import { judge } from '@/lib/games/chess/judge';
import { CHESS_MANNERS } from '@/lib/games/chess/manner';
import { moveSchema } from '@/lib/games/chess/move-text';
import { PGN } from '@/lib/games/chess/pgn';
import { START_FEN } from '@/lib/games/chess/position';
import { COLOR_NAMES, refuse, refuseAmbiguous } from '@/lib/games/chess/refusal';
import {
  advance,
  type ChessState,
  decode,
  encode,
  isOver,
  lastField,
  moveNumber,
  outcomeOf,
  passedSquareOf,
  positionOf,
  seatToMove,
  startState,
  turnOf,
} from '@/lib/games/chess/state';
import { chessAdapter } from '@/lib/games/chess/stateless-adapter';
import { COLORS, describe, viewOf } from '@/lib/games/chess/view';
import { DRAW_INSTRUCTIONS } from '@/lib/games/draw-offers';

/** A lead in pawns that decides most games: a rook. */
const DECISIVE_MATERIAL = 5;

export const chess = defineGame({
  id: 'chess',
  version: 1,
  title: 'Chess',
  about: 'White and black move in turn; the player who checkmates the other king wins.',
  summary:
    'The game of kings by the rules of FIDE: checkmate wins; stalemate, bare kings, threefold repetition and fifty moves draw.',
  tags: ['board', 'perfect-information', 'classic'],
  rulesSource: 'game-tools.md, Chess',
  information: 'perfect',
  chance: false,
  eventTypes: ['move_played'],
  hosting: { solo: true, lobby: true, exhibition: true, queue: false },
  seats: { min: 2, max: 2, names: COLORS },
  moveTimeS: { fallback: 60, min: 5, max: 86_400 },
  hasGameClock: true,
  drawByAgreement: true,
  options: z.strictObject({}),
  move: moveSchema,

  setup: () => ({ state: startState(START_FEN), events: [] }),
  actors: (state: ChessState) => (isOver(state) ? [] : [seatToMove(state)]),
  legalMoves: (state, seat) =>
    isOver(state) || seat !== seatToMove(state) ? [] : positionOf(state).legal.map((legal) => legal.uci),

  apply(state, seat, text: string) {
    if (isOver(state)) return { ok: false, reason: 'The game is over.' };
    if (seat !== seatToMove(state)) return { ok: false, reason: `It is ${COLOR_NAMES[turnOf(state)]}'s turn.` };
    const position = positionOf(state);
    const [uci, ...others] = position.find(text);
    if (uci === undefined) return refuse(position, text, passedSquareOf(state));
    if (others.length > 0) return refuseAmbiguous(text, [uci, ...others]);
    const next = advance(state, uci);
    const notation = lastField(next.movetext);
    return {
      ok: true,
      state: next,
      events: [{ type: 'move_played', audience: 'public', data: { seat, move: uci, notation } }],
    };
  },

  outcome: outcomeOf,
  view: viewOf,
  isDecided: ({ material }) => Math.abs(material) >= DECISIVE_MATERIAL,
  encode,
  decode,
  clock: (state, moveTimeMs) =>
    isOver(state) ? null : { key: `move:${moveNumber(state)}${turnOf(state)}`, limitMs: moveTimeMs },

  instructions: () =>
    [
      'Chess by the usual rules. Seat 0 is white and moves first, seat 1 is black. Checkmate wins; stalemate, insufficient material, the third repetition of a position and fifty moves without capture or pawn move draw by themselves.',
      'Act with a move in UCI ("e2e4", castling "e1g1", promotion "e7e8q"), in SAN ("Nf3", "exd5", "O-O", "e8=Q"), or as squares ({"from":"e2","to":"e4","promotion":"q"}). {"type":"resign"} gives up, {"type":"state"} only looks.',
      DRAW_INSTRUCTIONS,
      'Answers: your_turn says whether you may act; legal_moves lists every legal move in UCI, each usable as it is; view.fen is the position, view.you your colour, view.turn "w" or "b", view.status in_progress, check, checkmate, stalemate or draw (view.reason says why), view.last_move the move just played, view.moves the game so far, view.material white\'s lead in pawns.',
    ].join('\n'),
  actionSchema: {
    description: 'A move: UCI such as "e2e4" or "e7e8q", SAN such as "Nf3", or {"from","to","promotion"}.',
    anyOf: [
      { type: 'string', minLength: 2, maxLength: 16 },
      {
        type: 'object',
        properties: {
          from: { type: 'string', pattern: '^[a-h][1-8]$' },
          to: { type: 'string', pattern: '^[a-h][1-8]$' },
          promotion: { enum: ['q', 'r', 'b', 'n'] },
        },
        required: ['from', 'to'],
      },
      { type: 'object', properties: { move: { type: 'string', minLength: 2, maxLength: 16 } }, required: ['move'] },
    ],
  },
  bot: { cost: 'heavy', choose: chooseMove, manners: CHESS_MANNERS },
  judge,
  record: PGN,
  statelessAdapter: chessAdapter,
  describe,
});

export type { ChessView } from '@/lib/games/chess/view';
