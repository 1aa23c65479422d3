import { afterAll } from 'vitest';
import { pool } from '@/lib/data/database';
import { announceChange, registerExperience } from '@/lib/domain/catalog';
import { closeExperienceClients } from '@/lib/gateway';
import { type FakeExperience, type FakeOptions, fakeExperience, manifestFor } from './remote-experience';

type Manifest = Record<string, unknown>;

interface RemoteExperience {
  fake: FakeExperience;
  experienceId: string;
}

interface RemoteExperiences {
  /** Starts and registers an experience that counts as verified. */
  playable(options: FakeOptions, manifest?: Manifest): Promise<RemoteExperience>;
  /** The same for two to four players in a lobby, over REST by default. */
  multiplayer(options?: Partial<FakeOptions>, manifest?: Manifest): Promise<RemoteExperience>;
}

const MULTIPLAYER = {
  min_players: 1,
  max_players: 4,
  multiplayer: { supported: true, min_players: 2, max_players: 4 },
};

async function register(fake: FakeExperience, manifest: Manifest): Promise<string> {
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
  return id;
}

/** Lets this test file start remote experiences; they and our clients are closed at its end. Call it once, after the database. */
export function useRemoteExperiences(): RemoteExperiences {
  const fakes: FakeExperience[] = [];
  afterAll(async () => {
    await closeExperienceClients();
    await Promise.all(fakes.map((fake) => fake.close()));
  });
  async function playable(options: FakeOptions, manifest: Manifest = {}): Promise<RemoteExperience> {
    const fake = await fakeExperience(options);
    fakes.push(fake);
    return { fake, experienceId: await register(fake, manifest) };
  }
  return {
    playable,
    multiplayer: (options = {}, manifest = {}) =>
      playable({ transport: 'rest', ...options }, { sessions: MULTIPLAYER, ...manifest }),
  };
}
