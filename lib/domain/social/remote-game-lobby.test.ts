import { afterAll, beforeAll, expect, it } from 'vitest';
import { startBus, stopBus } from '@/lib/events';
import { advanceClock, useClock } from '@/lib/testing/clock';
import { useDatabase, whileRefused } from '@/lib/testing/database';
import { playerFixture } from '@/lib/testing/play';
import { callsOf } from '@/lib/testing/remote-lobby';
import { useRemoteExperiences } from '@/lib/testing/remote-play';
import { openLeftoverGameLobbies } from '.';

useDatabase();
useClock();
beforeAll(startBus);
afterAll(stopBus);
const { multiplayer } = useRemoteExperiences();

it('the game lobby of a proposal is opened under a new id when the database failed during its first opening', async () => {
  const { fake, experienceId } = await multiplayer();
  const proposer = await playerFixture();
  const { id } = await proposer.call<{ id: string }>('social.create');
  const input = { social_lobby_id: id, experience_id: experienceId };
  const { proposal_id } = await proposer.call<{ proposal_id: string }>('social.propose', input);
  // The lobby is stored, then the note of the experience's answer fails, and the lobby is cancelled.
  const first = await whileRefused('UPDATE ON lobbies', "NEW.status = 'waiting'", () =>
    proposer.call('social.vote', { proposal_id, vote: 'yes' }),
  );
  expect(first).toMatchObject({ status: 'approved' });
  expect(first).not.toHaveProperty('game_session_id');
  advanceClock(60_001);
  expect(await openLeftoverGameLobbies()).toBe(1);
  const { proposals } = await proposer.call<{ proposals: { game_session_id: string }[] }>('social.proposals', {
    social_lobby_id: id,
  });
  const [cancelled, opened] = callsOf(fake, 'lobby.create').map(({ game_session_id }) => game_session_id);
  expect(proposals).toMatchObject([{ status: 'approved', game_session_id: opened }]);
  expect(opened).not.toBe(cancelled);
  expect(await proposer.call('match.state', { game_session_id: opened })).toMatchObject({ status: 'waiting' });
});
