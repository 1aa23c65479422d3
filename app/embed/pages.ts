import { findLeague, toFixture, toLeagueView } from '@/app/leagues';
import { findMatchOrLobby } from '@/app/matches';
import { isUuid } from '@/app/search-params';
import { readTv } from '@/app/tv';
import type { EmbeddedLeague } from '@/components/embed/embedded';
import { withDrawnFields } from '@/components/match/drawn-fields';
import { matchup } from '@/components/match/sentences';
import { writeEmbedDocument } from './document';

/** A match in a frame of another page: the public view, for every viewer. One query, two before the match begins. */
export async function embedMatch(id: string, { searchParams }: URL): Promise<Response> {
  const theme = searchParams.get('theme');
  const found = isUuid(id) ? await findMatchOrLobby(id) : null;
  if (!found) return writeEmbedDocument({ title: 'Not found', content: { kind: 'missing' }, theme }, 404);
  if (!found.match) {
    const { title } = found.lobby;
    return writeEmbedDocument({ title, content: { kind: 'lobby', title, matchId: id }, theme });
  }
  const snapshot = withDrawnFields(found.match);
  const title = `${matchup(snapshot.players)}, ${snapshot.title}`;
  return writeEmbedDocument({ title, content: { kind: 'match', snapshot }, theme });
}

/** Results and running matches below the table of an embedded league. */
const MAX_FIXTURES = 6;

/** What the embedded table of a league shows; null for an unknown league. */
export async function readEmbeddedLeague(id: string): Promise<EmbeddedLeague | null> {
  const details = await findLeague(id);
  if (!details) return null;
  const fixtures = details.schedule.map(toFixture).filter(({ second }) => second !== null);
  const over = fixtures.filter(({ status }) => status === 'completed');
  const latest = [...fixtures.filter(({ status }) => status === 'active'), ...over.reverse()];
  return {
    kind: 'league',
    league: toLeagueView(details),
    latest: latest.slice(0, MAX_FIXTURES),
    cursor: details.cursor,
  };
}

/** The table of a league in a frame of another page. */
export async function embedLeague(id: string, { searchParams }: URL): Promise<Response> {
  const theme = searchParams.get('theme');
  const content = await readEmbeddedLeague(id);
  if (!content) return writeEmbedDocument({ title: 'Not found', content: { kind: 'missing' }, theme }, 404);
  return writeEmbedDocument({ title: content.league.name, content, theme });
}

/** One live match after another, in a frame of another page. */
export async function embedTv({ searchParams }: URL): Promise<Response> {
  const tv = await readTv(Promise.resolve({ game: searchParams.get('game') ?? undefined }));
  return writeEmbedDocument({ title: 'TV', content: { kind: 'tv', ...tv }, theme: searchParams.get('theme') });
}
