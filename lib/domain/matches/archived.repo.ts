import { matchStream } from '@/lib/core/stream';
import { type Archived, findArchived } from '@/lib/data/months/archived';

export { type Archived, archivedError } from '@/lib/data/months/archived';

/** When the events of a match left to the archive, or null. One query. */
export const findArchivedEvents = (matchId: string): Promise<Archived | null> =>
  findArchived('events', matchStream(matchId));
