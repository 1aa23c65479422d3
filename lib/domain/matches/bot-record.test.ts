import { expect, it } from 'vitest';
import { defaultHouseBot } from '@/lib/core/house-bots';
import { firstPartyExperienceId } from '@/lib/domain/catalog';
import { useCatalog } from '@/lib/testing/catalog';
import { playerFixture } from '@/lib/testing/play';
import { findBotRecord, resignMatch, type SeatInput, startMatch } from '.';

useCatalog();

const gameId = 'tic_tac_toe';
const bot = (strength: 'easy' | 'strong'): SeatInput => ({ kind: 'bot', strength });

async function playAgainst(opponent: SeatInput, resigns: 0 | 1): Promise<string> {
  const experienceId = firstPartyExperienceId(gameId);
  const match = await startMatch({ experienceId, gameId, kind: 'lobby', seats: [bot('easy'), opponent], rated: false });
  await resignMatch({ matchId: match.id, seat: resigns });
  return match.seats[0]?.displayName ?? '';
}

it('counts the results of a house bot against agents and against other bots, each under its own name', async () => {
  const { agentId } = await playerFixture({ displayName: 'Ada' });
  const agent: SeatInput = {
    kind: 'agent',
    agentId,
    experienceAgentId: agentId,
    sessionId: null,
    displayName: 'Ada',
  };
  expect(await playAgainst(agent, 0)).toBe(defaultHouseBot('easy').displayName);
  await playAgainst(agent, 1);
  await playAgainst(bot('strong'), 1);
  const gameIds = [gameId, 'chess'];
  const easy = await findBotRecord({ bot: defaultHouseBot('easy'), gameIds });
  expect(easy).toHaveLength(2);
  expect(easy).toEqual(
    expect.arrayContaining([
      { gameId, opponents: 'players', wins: 1, draws: 0, losses: 1 },
      { gameId, opponents: 'bots', wins: 1, draws: 0, losses: 0 },
    ]),
  );
  expect(await findBotRecord({ bot: defaultHouseBot('strong'), gameIds })).toEqual([
    { gameId, opponents: 'bots', wins: 0, draws: 0, losses: 1 },
  ]);
});
