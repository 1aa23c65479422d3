import { z } from 'zod';
import { listExperiences } from '@/lib/domain/catalog';
import { LiveSource } from './live-source';
import { matchSource } from './match-source';
import { NewsSource, type NewsStream } from './news-source';
import type { SourceMaker } from './source';

/** The id of a `match:<id>` stream, or null. */
export function matchIdOf(stream: string): string | null {
  const id = stream.startsWith('match:') ? stream.slice('match:'.length) : '';
  return z.uuid().lowercase().safeParse(id).success ? id : null;
}

const CATALOG: NewsStream = {
  stream: 'catalog',
  topic: 'catalog',
  type: 'experience_changed',
  snapshot: () => listExperiences({ page: 1, limit: 50, listed: true }),
};

/** Lobbies that open, fill, begin or end: whoever looks for one to join asks for the list of its game then. */
const LOBBIES: NewsStream = {
  stream: 'lobbies',
  topic: 'lobbies',
  type: 'lobbies_changed',
  snapshot: async () => ({}),
};

/** Every stream that can be watched. interface.md, Sockets. */
export const makeSource: SourceMaker = (watched, deliver) => {
  const matchId = matchIdOf(watched.stream);
  if (matchId) return matchSource(matchId, watched, deliver);
  if (watched.stream === 'live') return new LiveSource(deliver);
  if (watched.stream === 'catalog') return new NewsSource(CATALOG, deliver);
  if (watched.stream === 'lobbies') return new NewsSource(LOBBIES, deliver);
  return null;
};
