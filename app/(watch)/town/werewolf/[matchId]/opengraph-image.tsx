import MatchImage from '../../../matches/[id]/opengraph-image';

export { alt, contentType, size } from '../../../matches/[id]/opengraph-image';

/** The preview image of a match in the town: that of its page among all matches. */
export default async function TownMatchImage({ params }: { params: Promise<{ matchId: string }> }) {
  const { matchId } = await params;
  return MatchImage({ params: Promise.resolve({ id: matchId }) });
}
