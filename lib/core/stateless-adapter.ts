import type { z } from 'zod';
import type { Rng } from './rng';

/** Fields of a tool's input or output: each schema carries its description. */
export type ToolFields = Record<string, z.ZodType>;

/** A new position, or a refusal whose `reason` is a whole sentence and ends with the nearest legal moves. */
export type PlayResult<Position> = { ok: true; position: Position } | { ok: false; reason: string };

/** A tool that reads a position: the legal moves, or the moves that an opponent may choose from. */
export interface PositionQuery<Position> {
  tool: string;
  title: string;
  /** The whole answer, with `type` and `gameType` where the specification shows them. */
  answer(position: Position): Record<string, unknown>;
  /** The schemas of all its fields. */
  fields: ToolFields;
}

/**
 * The stateless tools of a game, as game-tools.md specifies them. The caller carries the whole position as a string;
 * there are no seats and no secrets, and a move is made for the side to move. Pure, as the rules are.
 */
export interface StatelessAdapter<Position> {
  /** `gameType` of every answer; the specification says `slot` where the catalog says `slots`. */
  gameType: string;
  /** `type` of a snapshot: `chess_snapshot`. */
  snapshotType: string;
  /** The field that carries the position. */
  stateField: 'fen' | 'state';
  /** The form of a position for the reader of the docs: `<FEN>`, `G:<grid>|T:<turn>|…`. */
  stateFormat: string;
  /** Whether a new game gets a `gameId`, under which its position is stored. */
  keepsGames: boolean;
  /**
   * Moves in a row without progress, which the position string does not contain: a stored game counts them and is drawn at
   * `limit`. Absent: the rules know no such draw.
   */
  quietMoves?: {
    limit: number;
    /** Of a position that was just reached from a bare one: 1 after a move without progress, else 0. */
    countIn(position: Position): number;
    withCount(position: Position, count: number): Position;
  };
  /**
   * Repeated positions, which the position string does not tell: a stored game keeps them and is drawn when one occurs
   * for the `limit`th time. Absent: the rules know no such draw.
   */
  repetition?: {
    limit: number;
    /** The same text for positions that count as the same. */
    keyOf(position: Position): string;
    /** Whether no earlier position can occur again after the move that led to this one. */
    isIrreversible(position: Position): boolean;
    /** The position with the draw. */
    withDraw(position: Position): Position;
  };
  begin: {
    tool: string;
    title: string;
    /** The optional inputs of the caller. */
    inputs: ToolFields;
    /** `asked` holds only fields of `inputs`, unchecked: `start` refuses values that are not valid. */
    start(asked: Record<string, unknown>, rng: Rng): PlayResult<Position>;
  };
  apply: {
    tool: string;
    title: string;
    /** The field of the move with its schema; null in a game without a choice. */
    move: { field: string; schema: z.ZodType } | null;
    /** Plays for the side to move. `sent` is the unchecked value of the field: `play` refuses what is not a move. */
    play(position: Position, sent: unknown, rng: Rng): PlayResult<Position>;
  };
  legal: PositionQuery<Position> | null;
  choose: PositionQuery<Position> | null;
  encode(position: Position): string;
  /** @throws Error with the reason when the text is no position of this game. */
  decode(text: string): Position;
  /** The fields of a snapshot beside `type`, `gameType`, `gameId`, `legal` and the position. */
  snapshot(position: Position, after: 'begin' | 'apply'): Record<string, unknown>;
  /** The schemas of those fields, for both moments. */
  snapshotFields: ToolFields;
  /** A position from the middle of a game and a legal move in it, for the docs, the tests and the benchmarks. */
  example: { position: string; move?: unknown };
}
