import { expect, it } from 'vitest';
import { defaultHouseBot } from '@/lib/core/house-bots';
import { firstPartyExperienceId } from '@/lib/domain/catalog';
import { useCatalog } from '@/lib/testing/catalog';
import { playerFixture } from '@/lib/testing/play';
import { findBotRecord, readBotTable, resignMatch, type SeatInput, startMatch } from '.';

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

it('lists the house bots of a game by their share of points, and none of a game that nobody has played', async () => {
  const other = 'four_in_a_row';
  const play = async (one: SeatInput, two: SeatInput, resigns: 0 | 1) => {
    const experienceId = firstPartyExperienceId(other);
    const seats = [one, two];
    const match = await startMatch({ experienceId, gameId: other, kind: 'lobby', seats, rated: false });
    await resignMatch({ matchId: match.id, seat: resigns });
  };
  await play(bot('easy'), bot('strong'), 0);
  await play({ ...bot('easy'), displayName: 'Pip 2 (house bot)' }, bot('strong'), 0);
  await play(bot('easy'), bot('strong'), 1);
  expect(await readBotTable([other])).toEqual([
    { bot: defaultHouseBot('strong'), wins: 2, draws: 0, losses: 1 },
    { bot: defaultHouseBot('easy'), wins: 1, draws: 0, losses: 2 },
  ]);
  expect(await readBotTable(['mancala'])).toEqual([]);
});
