import { findMatchOrLobby } from '@/app/matches';
import { isUuid } from '@/app/search-params';
import { readTv } from '@/app/tv';
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

/** One live match after another, in a frame of another page. */
export async function embedTv({ searchParams }: URL): Promise<Response> {
  const tv = await readTv(Promise.resolve({ game: searchParams.get('game') ?? undefined }));
  return writeEmbedDocument({ title: 'TV', content: { kind: 'tv', ...tv }, theme: searchParams.get('theme') });
}
