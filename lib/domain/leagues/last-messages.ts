import { setTimeout as pause } from 'node:timers/promises';
import { once } from '@/lib/core/globals';
import type { PlayerRow } from './leagues.repo';
import type { RefereeContext } from './referee-context';

/** How long the next match of a player waits for it to take the last messages of the one before. */
const PATIENCE_MS = 1_000;

/** The last messages of matches that are on their way to players. */
const onTheirWay = () => once('leagues.last_messages', () => new Map<string, Promise<unknown>>());

const keyOf = ({ fixture }: RefereeContext, { playerId }: PlayerRow): string => `${fixture.leagueUid} ${playerId}`;

/** Notes that a player is sent the last messages of a match: its next match in the league begins after them. */
export function noteLastMessages(context: RefereeContext, player: PlayerRow, messages: Promise<unknown>): void {
  const key = keyOf(context, player);
  onTheirWay().set(key, messages);
  const remove = () => {
    if (onTheirWay().get(key) === messages) onTheirWay().delete(key);
  };
  messages.then(remove, remove);
}

/** Resolves when a player has the last messages of its earlier match; after a second although it does not take them. */
export async function waitForLastMessages(context: RefereeContext, player: PlayerRow): Promise<void> {
  const messages = onTheirWay().get(keyOf(context, player));
  if (!messages) return;
  await Promise.race([messages.catch(() => {}), pause(PATIENCE_MS, undefined, { ref: false })]);
}
