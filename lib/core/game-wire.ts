import type { z } from 'zod';
import type { Rng } from './rng';

/** Fields of a tool's input or output: each schema carries its description. */
export type WireFields = Record<string, z.ZodType>;

/** `reason` is a whole sentence for the caller, and ends with what would have been right: the nearest legal moves. */
export type Laid<Position> = { ok: true; position: Position } | { ok: false; reason: string };

/** A read-only tool over a position: the legal moves, or what an opponent may choose from. */
export interface WireQuestion<Position> {
  tool: string;
  title: string;
  /** The whole answer: `type` and `gameType` included where the specification shows them. */
  answer(position: Position): Record<string, unknown>;
  /** The schemas of all its fields. */
  fields: WireFields;
}

/**
 * How game-tools.md spells a game. Its tools hold no seat and no secret: the caller carries the whole position as a
 * string, and whose turn it is acts. Pure, like the rules that it is made from.
 */
export interface GameWire<Position> {
  /** `gameType` of every answer; the specification says `slot` where the catalog says `slots`. */
  gameType: string;
  /** `type` of a snapshot: `chess_snapshot`. */
  snapshotType: string;
  /** The field that carries the position. */
  stateField: 'fen' | 'state';
  /** How the specification writes a position, for those who must recognize one: `<FEN>`, `G:<grid>|T:<turn>|…`. */
  stateFormat: string;
  /** Whether a begun game gets a `gameId`, under which its position is kept. */
  keepsGames: boolean;
  begin: {
    tool: string;
    title: string;
    /** What the caller may ask for; all optional. The schemas tell what is right, `start` judges what came. */
    inputs: WireFields;
    /** `asked` holds only fields of `inputs`, with whatever was sent in them. */
    start(asked: Record<string, unknown>, rng: Rng): Laid<Position>;
  };
  apply: {
    tool: string;
    title: string;
    /** The field of the move and the schema that describes it; null where there is nothing to choose. */
    move: { field: string; schema: z.ZodType } | null;
    /** Plays for whose turn it is. `sent` is whatever came in the field: what is no move is a refusal with a reason. */
    play(position: Position, sent: unknown, rng: Rng): Laid<Position>;
  };
  legal: WireQuestion<Position> | null;
  choose: WireQuestion<Position> | null;
  encode(position: Position): string;
  /** @throws Error with the reason when the text is no position of this game. */
  decode(text: string): Position;
  /** What a snapshot says beside `type`, `gameType`, `gameId`, `legal` and the position. */
  snapshot(position: Position, after: 'begin' | 'apply'): Record<string, unknown>;
  /** The schemas of those fields, for both moments. */
  snapshotFields: WireFields;
  /** A position from the middle of a game and a move that is legal there: for the docs, the tests and the benchmarks. */
  example: { position: string; move?: unknown };
}
