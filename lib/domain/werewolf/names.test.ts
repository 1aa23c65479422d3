import { expect, it } from 'vitest';
import { firstPartyExperienceId } from '@/lib/domain/catalog';
import { loadMatchSnapshot } from '@/lib/domain/matches';
import { useCatalog } from '@/lib/testing/catalog';
import { playerFixture } from '@/lib/testing/play';

useCatalog();

it('seats the players of a lobby under names that talk can tell apart', async () => {
  const names = ['Seer', 'Nova', 'Nova', 'Dora', 'Emil', 'Finn', 'Gina', 'Hugo'];
  const players = await Promise.all(names.map((displayName) => playerFixture({ displayName })));
  const [host, ...others] = players;
  const input = { experience_id: firstPartyExperienceId('werewolf') };
  const lobby = await host?.call<{ game_session_id: string }>('lobby.create', input);
  const { game_session_id = '' } = lobby ?? {};
  for (const player of others) await player.call('lobby.join', { game_session_id });
  await host?.call('match.start', { game_session_id });
  const snapshot = await loadMatchSnapshot({ matchId: game_session_id, viewer: 'spectator' });
  expect(snapshot?.players.map(({ display_name }) => display_name)).toEqual([
    'Seer (player)',
    'Nova',
    'Nova 2',
    ...names.slice(3),
  ]);
});
