import { z } from 'zod';
import type { GameDefinition } from '@/lib/core/game';
import type { Rng } from '@/lib/core/rng';
import type { PlayResult, StatelessAdapter, ToolFields } from '@/lib/core/stateless-adapter';

/** The parts of a game's definition that its stateless tools use. */
export type TurnRules<State, Move> = Pick<
  GameDefinition<State, Move>,
  'actors' | 'legalMoves' | 'apply' | 'encode' | 'decode' | 'move'
>;

/** The wording of game-tools.md for a two-seat game with alternating turns. */
interface TurnAdapterSpec<State, Move> {
  /** Part of the tool names: `new_<gameType>_game`. */
  gameType: string;
  /** The title within a sentence: `tic-tac-toe`. */
  title: string;
  stateFormat: string;
  /** Makes the initial position; `inputs` are the caller's options. */
  begin: { inputs?: ToolFields; start(asked: Record<string, unknown>, rng: Rng): PlayResult<State> };
  /** The field of a move, the schema of one move in lists, and the conversion of a move of the rules to it. */
  move: { field: string; schema: z.ZodType; write(move: Move): string | number };
  example: StatelessAdapter<State>['example'];
}

const SIDES = ['player', 'opponent'] as const;
const MAX_NAMED_MOVES = 12;

/**
 * The adapter of a two-seat game whose state string has the fields `T`, `ST`, `LA` and `W` of game-tools.md. Snapshots are
 * read from the string, so the two never disagree. A game with more fields replaces a part:
 * `{ ...turnAdapter(rules, spec), snapshot, snapshotFields }`.
 */
export function turnAdapter<State extends object, Move>(
  rules: TurnRules<State, Move>,
  { gameType, title, stateFormat, begin, move, example }: TurnAdapterSpec<State, Move>,
): StatelessAdapter<State> {
  const moves = (state: State) => movesToPlay(rules, state).map(move.write);
  const encode = cacheLast(rules.encode);
  return {
    gameType,
    snapshotType: `${gameType}_snapshot`,
    stateField: 'state',
    stateFormat,
    keepsGames: true,
    begin: {
      tool: `new_${gameType}_game`,
      title: `New game of ${title}`,
      inputs: begin.inputs ?? {},
      start: begin.start,
    },
    apply: {
      tool: `apply_${gameType}_move`,
      title: `Move in ${title}`,
      move: { field: move.field, schema: move.schema },
      play: (state, sent, rng) => playMove(rules, { state, sent, field: move.field, write: move.write }, rng),
    },
    legal: {
      tool: `legal_${gameType}_moves`,
      title: `Legal moves in ${title}`,
      answer: (state) => ({ type: 'legal_moves', gameType, moves: moves(state) }),
      fields: legalFields(gameType, move.schema),
    },
    choose: {
      tool: `choose_${gameType}_opponent_move`,
      title: `The opponent's choice in ${title}`,
      answer: (state) => ({ type: 'opponent_choice', gameType, moves: moves(state), policy: MOVE_POLICY }),
      fields: chooseFields(gameType, move.schema),
    },
    encode,
    decode: rules.decode,
    snapshot: (state, after) => readSnapshot(encode(state), after),
    snapshotFields: {
      status: z.enum(['in_progress', 'game_over']).describe('Whether the game continues'),
      turn: z.enum(SIDES).describe('Whose turn it is'),
      lastAction: z.string().describe('The move just played; on apply only'),
      winner: z.enum([...SIDES, 'draw']).describe('Who has won; only once the game is over'),
    },
    example,
  };
}

/** Caches the last result, because one call encodes the same immutable state several times. */
function cacheLast<State extends object>(write: (state: State) => string): (state: State) => string {
  let last: State | null = null;
  let text = '';
  return (state) => {
    if (state !== last) {
      text = write(state);
      last = state;
    }
    return text;
  };
}

/** The legal moves of the seat to move; none when the game is over. */
function movesToPlay<State, Move>(rules: TurnRules<State, Move>, state: State): Move[] {
  const [seat] = rules.actors(state);
  return seat === undefined ? [] : rules.legalMoves(state, seat);
}

/** Plays `{ <field>: sent }`, parsed and checked by the rules of the game. */
function playMove<State, Move>(
  rules: TurnRules<State, Move>,
  { state, sent, field, write }: { state: State; sent: unknown; field: string; write(move: Move): string | number },
  rng: Rng,
): PlayResult<State> {
  const [seat] = rules.actors(state);
  if (seat === undefined) return { ok: false, reason: 'Illegal move. The game is over.' };
  const refuse = (reason: string, nearest = rules.legalMoves(state, seat)): PlayResult<State> => ({
    ok: false,
    reason: refusalText('move', reason, nearest.map(write)),
  });
  const parsed = rules.move.safeParse({ [field]: sent });
  if (!parsed.success) return refuse(parsed.error.issues[0]?.message ?? 'That is no move.');
  const applied = rules.apply(state, seat, parsed.data, rng);
  return applied.ok
    ? { ok: true, position: applied.state }
    : refuse(applied.reason, applied.nearest as Move[] | undefined);
}

/** `Illegal move. B2 is taken. Nearest legal moves: A1, C3.` */
export function refusalText(what: 'move' | 'action', reason: string, nearest: readonly (string | number)[]): string {
  const why = reason.startsWith('Illegal') ? reason : `Illegal ${what}. ${reason}`;
  if (nearest.length === 0) return why;
  const end = nearest.length > MAX_NAMED_MOVES ? ', …' : '.';
  return `${why} Nearest legal ${what}s: ${nearest.slice(0, MAX_NAMED_MOVES).join(', ')}${end}`;
}

/** Reads the fields `T`, `ST`, `LA` and `W` of a state string for a snapshot. */
function readSnapshot(text: string, after: 'begin' | 'apply'): Record<string, unknown> {
  const winner = fieldOf(text, 'W');
  return {
    status: fieldOf(text, 'ST'),
    turn: fieldOf(text, 'T'),
    ...(after === 'apply' ? { lastAction: fieldOf(text, 'LA') } : {}),
    ...(winner === '-' ? {} : { winner }),
  };
}

/** The value of a field of a state string: `T` of `G:…|T:player|…` is `player`. */
function fieldOf(text: string, name: string): string {
  const start = text.indexOf(`|${name}:`) + name.length + 2;
  const end = text.indexOf('|', start);
  return text.slice(start, end === -1 ? undefined : end);
}

/** The policy of each `choose_*` tool. */
const MOVE_POLICY = { mustChooseFromMoves: true, chooseExactlyOne: true } as const;

export const gameTypeField = (gameType: string) => z.literal(gameType).describe('The game');

/** `policy` of an answer: each keyword is `true`; `more` adds fields. */
export function policyField(words: readonly string[], more: ToolFields = {}) {
  const always = z.literal(true).describe('Always true: follow it');
  return z
    .strictObject({ ...Object.fromEntries(words.map((word) => [word, always])), ...more })
    .describe('The rules of choosing');
}

/** The fields of `legal_*`, from the schema of one move. */
export function legalFields(gameType: string, move: z.ZodType): ToolFields {
  return {
    type: z.literal('legal_moves').describe('What this is'),
    gameType: gameTypeField(gameType),
    moves: z.array(move).describe('Every legal move of whose turn it is; empty once the game is over'),
  };
}

/** The fields of `choose_*`, from the schema of one move. */
export function chooseFields(gameType: string, move: z.ZodType): ToolFields {
  return {
    type: z.literal('opponent_choice').describe('What this is'),
    gameType: gameTypeField(gameType),
    moves: z
      .array(move)
      .describe('What the side to move may choose from: the opponent on its turn; empty once the game is over'),
    policy: policyField(Object.keys(MOVE_POLICY)),
  };
}
