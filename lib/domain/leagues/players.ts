import { now } from '@/lib/core/clock';
import type { Strength } from '@/lib/core/game';
import { nameHouseBot } from '@/lib/core/house-bots';
import type { PlayerRow } from './leagues.schema';
import { playerIdAt } from './schedule';

const BOT_VERSION = '1.0.0';

/** House bots as the next players of a league, each another character. @param registered the players that are there */
export function botPlayers(
  strengths: readonly Strength[],
  registered: readonly Pick<PlayerRow, 'number' | 'displayName'>[],
): PlayerRow[] {
  const usedNames = registered.map(({ displayName }) => displayName);
  const first = (registered.at(-1)?.number ?? 0) + 1;
  return strengths.map((strength, index) => {
    const displayName = nameHouseBot(strength, usedNames);
    usedNames.push(displayName);
    return botPlayer(strength, first + index, displayName);
  });
}

function botPlayer(strength: Strength, number: number, displayName: string): PlayerRow {
  return {
    number,
    playerId: playerIdAt(number - 1),
    kind: 'bot',
    displayName,
    version: BOT_VERSION,
    endpoint: null,
    agentId: null,
    strength,
    registeredAt: now(),
    withdrawnAt: null,
  };
}
