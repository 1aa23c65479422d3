import type { Queryable } from '@/lib/data/database';
import { replaceInputText } from './replaced-words.repo';

/**
 * Puts another text in place of what players said in a match, in the inputs that reproduce it. Texts decide nothing in a game, so
 * the match is the same.
 */
export async function replaceSaidText(
  client: Queryable,
  of: { matchId: string; old: string; text: string },
): Promise<void> {
  await replaceInputText(client, of);
}
