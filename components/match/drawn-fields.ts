import { pickDrawnFields } from '@/components/boards/drawn-fields';
import { hasBoard } from '@/components/boards/registry';
import type { LiveMatch } from '@/lib/domain/matches';
import type { StepBoards } from '@/lib/domain/replays';

/** A match without the fields that pages do not draw. */
export function withDrawnFields<M extends LiveMatch>(match: M): M {
  const text = hasBoard(match.game_type) ? '' : match.text;
  return { ...match, view: pickDrawnFields(match.game_type, match.view), text };
}

/** The positions of a session without the fields that pages do not draw. */
export function withDrawnPositions(boards: StepBoards): StepBoards {
  const pick = (view: Record<string, unknown> | null) => view && pickDrawnFields(boards.gameId, view);
  const positions = boards.positions.map((position) => ({
    ...position,
    before: pick(position.before),
    after: pick(position.after),
  }));
  return { ...boards, positions };
}
