import { pickDrawnFields } from '@/components/boards/drawn-fields';
import { hasBoard } from '@/components/boards/registry';
import type { ListedMatch } from './types';

/** A match without the fields that pages do not draw. */
export function withDrawnFields<M extends ListedMatch>(match: M): M {
  const text = hasBoard(match.game_type) ? '' : match.text;
  return { ...match, view: pickDrawnFields(match.game_type, match.view), text };
}
