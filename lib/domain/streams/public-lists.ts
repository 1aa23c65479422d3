import { listExperiences } from '@/lib/domain/catalog';
import { listSocialLobbies } from '@/lib/domain/social';
import { ChangeSource, type ChangingList } from './change-source';
import { LiveSource } from './live-source';
import type { StreamKind } from './stream-kind';
import { TownSource } from './town-source';

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

/** Social lobbies that a page shows. */
const MAX_LISTED = 100;

/** `lobbies`: lobbies that open, fill, start or end; a page that looks for one reads its list again. */
export const lobbiesKind = changes({
  stream: 'lobbies',
  topic: 'lobbies',
  type: 'lobbies_changed',
  snapshot: async () => ({}),
});

/** `social_lobbies`: social lobbies that open, change their members or end. */
export const socialLobbiesKind = changes({
  stream: 'social_lobbies',
  topic: 'social_lobbies',
  type: 'social_lobbies_changed',
  snapshot: async () => ({ lobbies: (await listSocialLobbies({ limit: MAX_LISTED })).lobbies }),
});

/** `leagues`: leagues that open, take players, start or end; a page that lists them reads its list again. */
export const leaguesKind = changes({
  stream: 'leagues',
  topic: 'leagues',
  type: 'leagues_changed',
  snapshot: async () => ({}),
});

/** `live`: matches that are being played. */
export const liveKind: StreamKind = {
  name: 'live',
  spectators: { source: ({ deliver }) => new LiveSource(deliver) },
};

/** `town`: the Werewolf queue and the buildings of its matches. */
export const townKind: StreamKind = {
  name: 'town',
  spectators: { source: ({ deliver }) => new TownSource(deliver) },
};
