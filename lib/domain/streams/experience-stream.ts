import { experienceStream } from '@/lib/core/stream';
import { isPublisherOf } from '@/lib/domain/catalog';
import { lastEventId } from '@/lib/events';
import { storedSource } from './stored-source';
import { requirePersonal, type StreamKind, uuidStreamId } from './stream-kind';

/**
 * `experience:<experience_id>`: the verifications of an experience, for its publisher. Events: `verification_started`,
 * `verification_checked`, `verification_finished`, after which a page reads the report again; the snapshot is empty.
 */
export const experienceKind: StreamKind = {
  name: 'experience',
  id: uuidStreamId('experience_id'),
  async personal(experienceId, person) {
    const signedIn = await person();
    const ownerId = signedIn?.kind === 'owner' ? signedIn.owner.ownerId : null;
    if (ownerId === null || !(await isPublisherOf({ publisher: { agentId: null, ownerId }, experienceId })))
      throw requirePersonal('Sign in as the publisher of this experience to follow its verification.');
    const stream = experienceStream(experienceId);
    const open = async () => ({ snapshot: {}, cursor: (await lastEventId(stream, ['public'])) ?? '' });
    const source = (deliver: Parameters<typeof storedSource>[0]['deliver']) =>
      storedSource({ stream, view: 'public', open, deliver });
    return { key: ownerId, ownerId, players: [], source };
  },
};
