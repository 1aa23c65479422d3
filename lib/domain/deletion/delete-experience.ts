import { AppError } from '@/lib/core/errors';
import { experienceStream } from '@/lib/core/stream';
import { announceChange, lockExperience, type Publisher, requirePublisher } from '@/lib/domain/catalog';
import { deleteStreams } from '@/lib/events';
import { closeExperienceClient } from '@/lib/gateway';
import { deleteRowsOfExperience, isPlayed, transaction } from './deletion.repo';
import './row-owners';

/**
 * Deletes an experience with all data about it.
 * Specification: gateway-tool-contract.md, experience.delete
 * @throws NOT_FOUND, NOT_OWNER, INVALID_STATE while an agent plays it
 */
export async function deleteExperience(args: { publisher: Publisher; experienceId: string }): Promise<void> {
  const { experienceId } = args;
  await requirePublisher(args);
  await transaction(async (client) => {
    await lockExperience(client, experienceId);
    if (await isPlayed(client, experienceId)) {
      throw new AppError(
        'INVALID_STATE',
        'An agent is playing this experience. Unlist it (listed: false) and delete it later: ' +
          'unused sessions end after 30 minutes.',
      );
    }
    await deleteRowsOfExperience(client, experienceId);
    await deleteStreams(client, [experienceStream(experienceId)]);
  });
  await announceChange(experienceId);
  closeExperienceClient(experienceId);
}
