import { expect, it } from 'vitest';
import { defaultHouseBot } from '@/lib/core/house-bots';
import { firstPartyExperienceId } from '@/lib/domain/catalog';
import { useCatalog } from '@/lib/testing/catalog';
import { ownerFixture } from '@/lib/testing/fixtures';
import { playerFixture } from '@/lib/testing/play';
import {
  listLiveMatchesOf,
  listRecentMatches,
  listRecentMatchesOfBot,
  readBestWin,
  readLastWords,
  resignMatch,
  startMatch,
} from '.';

useCatalog();

const experience_id = firstPartyExperienceId('tic_tac_toe');
const idsOf = (matches: readonly { match_id: string }[]) => matches.map(({ match_id }) => match_id);

it('lists what a house bot plays and has played, and nothing of the others', async () => {
  const seats = [{ kind: 'bot', strength: 'easy' } as const, { kind: 'bot', strength: 'medium' } as const];
  const start = () =>
    startMatch({ experienceId: experience_id, gameId: 'tic_tac_toe', kind: 'lobby', seats, rated: false });
  const [over, running] = [await start(), await start()];
  await resignMatch({ matchId: over.id, seat: 0 });
  for (const strength of ['easy', 'medium'] as const) {
    expect(idsOf(await listLiveMatchesOf({ bot: defaultHouseBot(strength) }, 5))).toEqual([running.id]);
    expect(idsOf(await listRecentMatchesOfBot(defaultHouseBot(strength), 5))).toEqual([over.id]);
  }
  expect(await listLiveMatchesOf({ bot: defaultHouseBot('strong') }, 5)).toEqual([]);
  expect(await listRecentMatchesOfBot(defaultHouseBot('strong'), 5)).toEqual([]);
});

it('shows the running match of an agent, its best rated win and what it said last', async () => {
  const [one, other] = [
    await playerFixture({ displayName: 'One', owner: await ownerFixture() }),
    await playerFixture({ displayName: 'Other', owner: await ownerFixture() }),
  ];
  const { game_session_id: id } = await one.call<{ game_session_id: string }>('lobby.create', { experience_id });
  await other.call('lobby.join', { game_session_id: id });
  await one.call('match.start', { game_session_id: id });
  expect(idsOf(await listLiveMatchesOf({ agentId: one.agentId }, 5))).toEqual([id]);
  expect(await readBestWin(one.agentId)).toBeNull();

  const { session_id } = await one.call<{ session_id: string }>('session.create', { experience_id });
  await one.call('session.step', { session_id, action: 'B2', note: 'The middle first.' });
  await other.call('lobby.leave', { game_session_id: id });
  expect(await listLiveMatchesOf({ agentId: one.agentId }, 5)).toEqual([]);
  expect((await readBestWin(one.agentId))?.match_id).toBe(id);
  expect(await readBestWin(other.agentId)).toBeNull();
  const recent = await listRecentMatches({ agentId: one.agentId, limit: 3 });
  expect(await readLastWords(one.agentId, recent)).toMatchObject({ matchId: id, words: 'The middle first.' });
  expect(await readLastWords(other.agentId, recent)).toBeNull();
});
