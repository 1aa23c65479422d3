import pLimit from 'p-limit';
import { now } from '@/lib/core/clock';
import { DueRows } from '@/lib/core/due';
import { env } from '@/lib/core/env';
import type { StreamEvent } from '@/lib/core/stream';
import { getPlayed, type PlayableExperience } from '@/lib/domain/catalog';
import { announceLobbies, type Lobby, lockLobby, requireLobby } from '@/lib/domain/seating';
import { publish } from '@/lib/events';
import { closeLobby } from './close-lobby';
import { notifyCancelled } from './end-match';
import { type Client, findIdleWaiting, isIdleWaiting, transaction } from './lobbies.repo';

const REASON = 'nobody_started';
const MAX_BATCH = 100;
/** Experiences that are notified at the same time. */
const MAX_CONCURRENT = 5;

const cancellations = new DueRows('lobbies.cancel');

interface Cancelled {
  lobby: Lobby;
  experience: PlayableExperience;
}

/**
 * Cancels the waiting lobbies that no agent has started, joined or left for LOBBY_IDLE_MINUTES, so that their players
 * are free again, and then notifies their experiences; no further one after `stopping` aborts. The ticker calls it. Returns
 * how many it cancelled. Decision: docs/decisions/0021-sessions-while-a-lobby-waits.md.
 */
export async function cancelIdleLobbies(at: Date = now(), stopping?: AbortSignal): Promise<number> {
  const before = new Date(at.getTime() - env().LOBBY_IDLE_MINUTES * 60_000);
  const cancelled: Cancelled[] = [];
  for (const id of await findIdleWaiting(before, cancellations.postponed(), MAX_BATCH)) {
    const done = await cancellations.attempt(id, () => cancelIf(id, REASON, (on) => isIdleWaiting(on, id, before)));
    if (done) cancelled.push(done);
  }
  await notifyExperiences(cancelled, stopping);
  return cancelled.length;
}

/** Cancels a lobby that waits, for a reason of the platform, and notifies its experience. Nothing for one that does not wait. */
export async function cancelWaitingLobby({ lobbyId, reason }: { lobbyId: string; reason: string }): Promise<void> {
  const cancelled = await cancelIf(lobbyId, reason, async (_, lobby) => lobby?.status === 'waiting');
  if (cancelled) await notifyCancelled(cancelled.lobby, cancelled.experience, { reason });
}

type Condition = (client: Client, locked: Lobby | undefined) => Promise<boolean>;

/** Null when the lobby has changed in the meantime, or another process has cancelled it. */
async function cancelIf(id: string, reason: string, condition: Condition): Promise<Cancelled | null> {
  const lobby = await requireLobby(id);
  const experience = await getPlayed({ experienceId: lobby.experienceId });
  const events = await transaction((client) => closeIf(client, { lobbyId: id, experience, reason, condition }));
  if (!events) return null;
  publish(events);
  announceLobbies(experience.id);
  return { lobby, experience };
}

/** The lock on the lobby orders this with the calls that join, leave and start it. */
async function closeIf(
  client: Client,
  args: { lobbyId: string; experience: PlayableExperience; reason: string; condition: Condition },
): Promise<StreamEvent[] | null> {
  const { lobbyId, experience, reason, condition } = args;
  const locked = await lockLobby(client, lobbyId);
  if (!(await condition(client, locked?.lobby))) return null;
  return closeLobby(client, lobbyId, { status: 'cancelled', reason, outcomes: null }, experience);
}

async function notifyExperiences(cancelled: readonly Cancelled[], stopping?: AbortSignal): Promise<void> {
  const limit = pLimit(MAX_CONCURRENT);
  const notify = async ({ lobby, experience }: Cancelled) => {
    if (!stopping?.aborted) await notifyCancelled(lobby, experience, { reason: REASON });
  };
  await Promise.all(cancelled.map((one) => limit(() => notify(one))));
}
