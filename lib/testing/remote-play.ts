import { pool } from '@/lib/data/database';
import { announceChange, registerExperience } from '@/lib/domain/catalog';
import { type FakeExperience, type FakeOptions, fakeExperience, manifestFor } from './remote-experience';

/** A remote experience that runs, is registered and counts as verified. Close it at the end. */
export async function playableFixture(
  options: FakeOptions,
  manifest: Record<string, unknown> = {},
): Promise<{ fake: FakeExperience; experienceId: string }> {
  const fake = await fakeExperience(options);
  const { id } = await registerExperience({
    publisher: { agentId: null, ownerId: null },
    manifest: JSON.stringify(manifestFor(fake, manifest)),
  });
  const info = {
    action_schema: { type: 'object', properties: { guess: { type: 'integer' } } },
    gameplay_instructions: 'Guess a number from 1 to 10.',
  };
  await pool().query(`UPDATE experiences SET verification_status = 'verified', info = $2 WHERE id = $1`, [id, info]);
  await announceChange(id);
  return { fake, experienceId: id };
}
