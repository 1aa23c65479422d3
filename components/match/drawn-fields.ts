import { pickDrawnFields } from '@/components/boards/drawn-fields';
import { hasBoard } from '@/components/boards/registry';
import type { LiveMatch } from '@/lib/domain/matches';

/** A match without the fields that pages do not draw. */
export function withDrawnFields<M extends LiveMatch>(match: M): M {
  const text = hasBoard(match.game_type) ? '' : match.text;
  return { ...match, view: pickDrawnFields(match.game_type, match.view), text };
}
