import { AppError } from '@/lib/core/errors';
import { socialStream } from '@/lib/core/stream';
import { loadSocialSnapshot, socialLobbyExists } from '@/lib/domain/social';
import { storedSource } from './stored-source';
import { type StreamKind, uuidStreamId } from './stream-kind';

/** `social:<social_lobby_id>`: messages, members and proposals of a social lobby. Everybody may read them. */
export const socialKind: StreamKind = {
  name: 'social',
  id: uuidStreamId('social_lobby_id'),
  scope: 'social:read',
  viewForAgent: async (_agent, id) =>
    (await socialLobbyExists(id)) ? { stream: socialStream(id), audiences: ['public'] } : null,
  spectators: {
    source: ({ id, view, deliver }) =>
      storedSource({
        stream: socialStream(id),
        view,
        deliver,
        open: async () => {
          const snapshot = await loadSocialSnapshot(id);
          if (!snapshot) throw new AppError('NOT_FOUND', 'Unknown stream: no social lobby has this id.');
          return { snapshot, cursor: snapshot.cursor };
        },
      }),
  },
};
