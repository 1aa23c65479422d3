import { z } from 'zod';
import { CatalogSource } from './catalog-source';
import { LiveSource } from './live-source';
import { matchSource } from './match-source';
import type { SourceMaker } from './source';

/** The id of a `match:<id>` stream, or null. */
export function matchIdOf(stream: string): string | null {
  const id = stream.startsWith('match:') ? stream.slice('match:'.length) : '';
  return z.uuid().lowercase().safeParse(id).success ? id : null;
}

/** Every stream that can be watched. interface.md, Sockets. */
export const makeSource: SourceMaker = (watched, deliver) => {
  const matchId = matchIdOf(watched.stream);
  if (matchId) return matchSource(matchId, watched, deliver);
  if (watched.stream === 'live') return new LiveSource(deliver);
  if (watched.stream === 'catalog') return new CatalogSource(deliver);
  return null;
};
