import { hasOwnText, keepDrawn } from '@/components/boards/keep';
import type { ListedMatch } from './wire';

/** A match with only what a page draws of it. */
export function drawnMatch<M extends ListedMatch>(match: M): M {
  const text = hasOwnText(match.game_type) ? '' : match.text;
  return { ...match, view: keepDrawn(match.game_type, match.view), text };
}
