import { listExperiences } from '@/lib/domain/catalog';
import { ChangeSource, type ChangingList } from './change-source';
import { LiveSource } from './live-source';
import type { StreamKind } from './stream-kind';

const changes = (list: ChangingList): StreamKind => ({
  name: list.stream,
  spectators: { source: ({ deliver }) => new ChangeSource(list, deliver) },
});

/** `catalog`: experiences that are added, changed or removed. */
export const catalogKind = changes({
  stream: 'catalog',
  topic: 'catalog',
  type: 'experience_changed',
  snapshot: () => listExperiences({ page: 1, limit: 50, listed: true }),
});

/** `lobbies`: lobbies that open, fill, start or end; a page that looks for one reads its list again. */
export const lobbiesKind = changes({
  stream: 'lobbies',
  topic: 'lobbies',
  type: 'lobbies_changed',
  snapshot: async () => ({}),
});

/** `live`: matches that are being played. */
export const liveKind: StreamKind = {
  name: 'live',
  spectators: { source: ({ deliver }) => new LiveSource(deliver) },
};
