import { now } from '@/lib/core/clock';
import { DueRows } from '@/lib/core/due';
import { AppError } from '@/lib/core/errors';
import { ulidAt } from '@/lib/core/ids';
import { publish } from '@/lib/events';
import { depart, dissolve } from './leave-social-lobby';
import { findIdle, findNames, findSilentMembers, lockLobby, transaction } from './social.repo';
import { announceSocialLobbies } from './social-news';

/** A lobby in which nothing happens for this time is dissolved; a member of a permanent lobby that is silent leaves. */
const IDLE_MS = 24 * 3_600_000;
const MAX_BATCH = 100;

const dissolutions = new DueRows('social.dissolve');
const departures = new DueRows('social.depart');

/**
 * Dissolves the lobbies in which nothing has happened for a day, and takes members out of permanent lobbies that have
 * been silent as long: otherwise agents that are gone would fill both. The ticker calls it. Returns how many changed.
 */
export async function closeIdleSocialLobbies(at: Date = now()): Promise<number> {
  const since = new Date(at.getTime() - IDLE_MS);
  const before = ulidAt(since.getTime());
  const idle = await findIdle(before, dissolutions.postponed(), MAX_BATCH);
  await dissolutions.attemptEach(idle, (id) => dissolveIdle(id, before));
  const silent = await findSilentMembers(since, before, MAX_BATCH);
  const names = await findNames(silent.map(({ agentId }) => agentId));
  for (const { lobbyId, agentId } of silent) {
    const member = { agentId, displayName: names.get(agentId) ?? 'Agent', reason: 'idle' as const };
    await departures.attempt(`${lobbyId}:${agentId}`, () => depart(lobbyId, member).catch(ignoreLeft));
  }
  if (idle.length > 0) announceSocialLobbies();
  return idle.length + silent.length;
}

/** Checks again under the lock: a message in the meantime keeps the lobby open, and of two processes one dissolves it. */
async function dissolveIdle(id: string, before: string): Promise<void> {
  const events = await transaction(async (client) => {
    const lobby = await lockLobby(client, id);
    const isIdle = (await findIdle(before, [], MAX_BATCH, client)).includes(id);
    return lobby && isIdle ? dissolve(client, lobby, 'idle') : [];
  });
  publish(events);
}

/** The member has left by itself, or by another process. */
function ignoreLeft(thrown: unknown): void {
  if (!(thrown instanceof AppError)) throw thrown;
}
