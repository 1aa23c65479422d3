import { now } from '@/lib/core/clock';
import type { Strength } from '@/lib/core/game';
import { HOUSE_BOTS } from '@/lib/core/house-bots';
import type { PlayerRow } from './leagues.schema';
import { playerIdAt } from './schedule';

const BOT_VERSION = '1.0.0';

/** A house bot as a player. @param number its place in the order of registration, from 1 */
export function botPlayer(strength: Strength, number: number): PlayerRow {
  return {
    number,
    playerId: playerIdAt(number - 1),
    kind: 'bot',
    displayName: `${HOUSE_BOTS[strength].name} ${number} (house bot)`,
    version: BOT_VERSION,
    endpoint: null,
    agentId: null,
    strength,
    registeredAt: now(),
    withdrawnAt: null,
  };
}
