import { findHouseBotByName, type HouseBot } from '@/lib/core/house-bots';
import { countAllBotResults } from './bot-record.repo';

/** A house bot with its results in the last matches of some games. */
export interface BotTableLine {
  bot: HouseBot;
  wins: number;
  draws: number;
  losses: number;
}

/**
 * The house bots that played in the last 200 finished matches of each game, the one with the greatest share of points first.
 * One query.
 */
export async function readBotTable(gameIds: readonly string[]): Promise<BotTableLine[]> {
  const lines = new Map<string, BotTableLine>();
  for (const { displayName, wins, draws, losses } of await countAllBotResults(gameIds)) {
    const bot = findHouseBotByName(displayName);
    if (!bot) continue;
    const before = lines.get(bot.slug) ?? { bot, wins: 0, draws: 0, losses: 0 };
    lines.set(bot.slug, {
      bot,
      wins: before.wins + wins,
      draws: before.draws + draws,
      losses: before.losses + losses,
    });
  }
  return [...lines.values()]
    .filter((line) => playedBy(line) > 0)
    .sort((one, other) => shareOf(other) - shareOf(one) || playedBy(other) - playedBy(one));
}

const playedBy = ({ wins, draws, losses }: BotTableLine): number => wins + draws + losses;
const shareOf = (line: BotTableLine): number => (line.wins + line.draws / 2) / playedBy(line);
