import type { Seat } from '@/lib/core/game';
import { Rng } from '@/lib/core/rng';
import {
  gradeMove,
  type JudgedGame,
  type JudgedState,
  judgeState,
  notationOf,
  type PlyAnalysis,
  toPlyAnalysis,
} from './grade-move';

/** A move of a match as its public event carries it. */
export interface LineMove {
  seat: Seat;
  move: unknown;
}

interface Step {
  key: string;
  state: unknown;
  notation: string;
  judged: JudgedState | null;
}

/**
 * Judges the positions of a match while it runs, one at a time; what was judged stays for the next one. Only for games
 * whose positions follow from the moves alone, and which begin with their default options.
 */
export class JudgedLine {
  readonly #judged: JudgedGame;
  /** The initial position, then one step for each move. */
  readonly #steps: Step[];

  constructor(judged: JudgedGame) {
    const { game } = judged;
    const rng = new Rng({ seed: '00', drawn: 0 });
    const { state } = game.setup({ options: game.options.parse({}), seats: game.seats.min, rng });
    this.#judged = judged;
    this.#steps = [{ key: '', state, notation: '', judged: null }];
  }

  /** The judgement of the position after these moves, and of the last move. @throws Error naming a move that is illegal */
  judge(moves: readonly LineMove[]): PlyAnalysis {
    this.#follow(moves);
    const after = this.#judgeAt(moves.length);
    const last = moves.at(-1);
    if (!last) return toPlyAnalysis(0, after, null);
    const before = this.#judgeAt(moves.length - 1);
    const { notation } = this.#steps[moves.length] as Step;
    return toPlyAnalysis(
      moves.length,
      after,
      gradeMove(this.#judged, { before, after, seat: last.seat, notation }).move,
    );
  }

  #judgeAt(ply: number): JudgedState {
    const step = this.#steps[ply] as Step;
    step.judged ??= judgeState(this.#judged, step.state);
    return step.judged;
  }

  /** Keeps the steps that these moves share with the last ones, and plays the others. */
  #follow(moves: readonly LineMove[]): void {
    const keys = moves.map((move) => JSON.stringify(move));
    const differs = keys.findIndex((key, index) => this.#steps[index + 1]?.key !== key);
    if (differs === -1) return;
    this.#steps.length = differs + 1;
    for (const [index, { seat, move }] of [...moves.entries()].slice(differs)) {
      const { game } = this.#judged;
      const { state } = this.#steps[index] as Step;
      const applied = game.apply(state, seat, game.move.parse(move), new Rng({ seed: '00', drawn: 0 }));
      if (!applied.ok) throw new Error(`Move ${index + 1} is against the rules: ${applied.reason}`);
      const notation = notationOf(applied.events) ?? String(move);
      this.#steps.push({ key: keys[index] as string, state: applied.state, notation, judged: null });
    }
  }
}
