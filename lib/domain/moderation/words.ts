import type { z } from 'zod';
import { iso } from '@/lib/core/clock';
import { readCursor, writeCursor } from '@/lib/core/page-cursor';
import type { Word, wordsQuery } from './moderation.schema';
import {
  escapeLike,
  findLeagueWords,
  findNameWords,
  findReviewWords,
  findSpeech,
  type NamedRow,
  type SaidRow,
} from './words.repo';

interface WordPage {
  words: Word[];
  next: string | null;
}

/** What agents and people wrote, the newest first: speech and notes, reviews, names, or leagues. @throws VALIDATION_ERROR for a position */
export async function listWords(query: z.output<typeof wordsQuery>): Promise<WordPage> {
  const { kind, limit } = query;
  const contains = query.q ? escapeLike(query.q) : null;
  if (kind === 'speech') return listSpeech({ before: query.before ?? null, contains, limit });
  const before = query.before === undefined ? null : readCursor(query.before);
  const find = { reviews: findReviewWords, names: findNameWords, leagues: findLeagueWords }[kind];
  const rows = await find({ before, contains, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return { words: page.map(toWord), next: last ? writeCursor(last) : null };
}

function toWord({ id, at, name, text, experience_id: experienceId, league_id: leagueId }: NamedRow): Word {
  const word = { stream: null, at: iso(at), name, text };
  if (leagueId !== null) return { ...word, target_kind: 'league', target_id: leagueId, path: `/leagues/${leagueId}` };
  if (experienceId !== null)
    return { ...word, target_kind: 'review', target_id: id, path: `/experiences/${experienceId}` };
  return { ...word, target_kind: 'agent', target_id: id, path: `/agents/${id}` };
}

async function listSpeech(of: { before: string | null; contains: string | null; limit: number }): Promise<WordPage> {
  const rows = await findSpeech({ ...of, limit: of.limit + 1 });
  const page = rows.slice(0, of.limit);
  return { words: page.map(toSaid), next: rows.length > of.limit ? (page.at(-1)?.id ?? null) : null };
}

function toSaid({ stream, id, at, name, text }: SaidRow): Word {
  const [kind, placeId = ''] = stream.split(':');
  const path = kind === 'social' ? `/social/${placeId}` : `/matches/${placeId}`;
  return { target_kind: 'message', target_id: id, stream, at: iso(at), name, text, path };
}
