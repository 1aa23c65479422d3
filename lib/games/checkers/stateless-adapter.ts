import { z } from 'zod';
import type { StatelessAdapter } from '@/lib/core/stateless-adapter';
import { chooseFields, legalFields, type TurnRules, turnAdapter } from '@/lib/games/turn-adapter';
import { QUIET_LIMIT } from './board';
import { type CheckersState, COLORS, compareMoves, decodeBoard, encodeBoard, OPENING, rulesOf } from './position';

const GAME_TYPE = 'checkers';
const STATE_FORMAT = '<row8>/<row7>/<row6>/<row5>/<row4>/<row3>/<row2>/<row1> <turn>';
const notation = z
  .string()
  .describe('Where the piece starts and every square on which it lands: c3d4, captures b6d4 or b6d4f2');

/** The stateless tools of checkers. The state string has rows and turn alone; a stored game counts the quiet moves. */
export function checkersAdapter(rules: TurnRules<CheckersState, string>): StatelessAdapter<CheckersState> {
  const adapter = turnAdapter<CheckersState, string>(
    { ...rules, encode: encodeBoard, decode: decodeBoard },
    {
      gameType: GAME_TYPE,
      title: 'checkers',
      stateFormat: STATE_FORMAT,
      begin: { start: () => ({ ok: true, position: OPENING }) },
      move: { field: 'move', schema: notation, write: (move) => move },
      example: {
        position: '.b.b.b.b/b.b.b.b./.b.b...b/....b.../...w..../w...w.w./.w.w.w.w/w.w.w.w. w',
        move: 'd4f6',
      },
    },
  );
  return {
    ...adapter,
    legal: {
      tool: 'legal_checkers_moves',
      title: 'Legal moves in checkers',
      answer: legalAnswer,
      fields: {
        ...legalFields(GAME_TYPE, notation),
        moves: z
          .array(notation)
          .describe('Captures and simple moves; simple moves may be played only when mustCapture is false'),
        forcedCaptures: z
          .array(notation)
          .describe('The captures: one of them must be chosen while mustCapture is true'),
        mustCapture: z.boolean().describe('Whether a capture must be taken'),
      },
    },
    choose: adapter.choose && { ...adapter.choose, fields: chooseFields(GAME_TYPE, notation) },
    quietMoves: {
      limit: QUIET_LIMIT,
      countIn: ({ quiet }) => quiet,
      withCount: (state, quiet) => ({ ...state, quiet }),
    },
    snapshot,
    snapshotFields: {
      status: z.enum(['in_progress', 'game_over']).describe('Whether the game continues'),
      turn: z.enum(['w', 'b']).describe('Whose turn it is: white or black'),
      lastMove: z.strictObject({ notation }).describe('The move just played; on apply only'),
      winner: z
        .enum([...COLORS, 'draw'])
        .describe('The winner: the other side has no move. draw: 40 moves each without progress. Only at the end'),
    },
  };
}

function legalAnswer(state: CheckersState): Record<string, unknown> {
  const { playable, simple, mustCapture, end } = rulesOf(state);
  const listed = end === null ? [...new Set([...simple, ...playable])].sort(compareMoves) : [];
  const names = listed.map(({ notation }) => notation);
  return {
    type: 'legal_moves',
    gameType: GAME_TYPE,
    moves: names,
    forcedCaptures: mustCapture ? names.filter((name) => playable.some(({ notation }) => notation === name)) : [],
    mustCapture: mustCapture && end === null,
  };
}

function snapshot(state: CheckersState, after: 'begin' | 'apply'): Record<string, unknown> {
  const { end, side } = rulesOf(state);
  const winner = end === 'forty_moves' ? 'draw' : COLORS[side === 0 ? 1 : 0];
  return {
    status: end === null ? 'in_progress' : 'game_over',
    turn: state.turn,
    ...(after === 'apply' && state.last ? { lastMove: { notation: state.last.notation } } : {}),
    ...(end === null ? {} : { winner }),
  };
}
