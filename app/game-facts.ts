import { type GameFacts, NO_FACTS } from '@/components/match/game-facts';
import { gameById } from '@/lib/games';
import { whyNoBoard } from '@/lib/games/practice';
import { canAnalyse } from '@/lib/games/review/analysis';

/** The facts of a game that its match pages need. */
export function readGameFacts(gameId: string): GameFacts {
  const game = gameById(gameId);
  if (!game) return NO_FACTS;
  return {
    hidesInformation: game.information === 'hidden',
    hasChance: game.chance,
    canAnalyse: canAnalyse(game),
    canContinue: whyNoBoard(game) === null,
    notation: game.record?.extension ?? null,
  };
}
