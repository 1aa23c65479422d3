import pLimit from 'p-limit';
import { env } from '@/lib/core/env';
import { log } from '@/lib/core/log';
import type { StreamEvent } from '@/lib/core/stream';
import { getPlayed, type PlayableExperience } from '@/lib/domain/catalog';
import { type Lobby, lockLobby, requireLobby } from '@/lib/domain/seating';
import { publish } from '@/lib/events';
import { type Client, findIdleWaiting, isIdleWaiting, transaction } from './lobbies.repo';
import { announceLobbies } from './lobby-news';
import { tellOfCancelling, writeCancelled } from './match-end';

const REASON = 'nobody_started';
const BATCH = 100;
/** Experiences that are told at the same time. */
const TOLD_AT_ONCE = 5;

interface Cancelled {
  lobby: Lobby;
  experience: PlayableExperience;
}

/**
 * Calls off the waiting lobbies that nobody has started, joined or left for LOBBY_IDLE_MINUTES, so that their players
 * are free again. A job calls it. Returns how many it cancelled; the experiences are told when everybody is free, and
 * no further one once `stopping` aborts.
 * Decision: docs/decisions/0032-idle-lobbies-expire.md.
 */
export async function cancelIdleLobbies(now: Date = new Date(), stopping?: AbortSignal): Promise<number> {
  const before = new Date(now.getTime() - env().LOBBY_IDLE_MINUTES * 60_000);
  const cancelled: Cancelled[] = [];
  for (const id of await findIdleWaiting(before, BATCH)) {
    const done = await cancelIdle(id, before).catch((thrown: unknown) => {
      log.error({ err: thrown, lobby_id: id }, 'a lobby that nobody starts could not be cancelled');
      return null;
    });
    if (done) cancelled.push(done);
  }
  await tellExperiences(cancelled, stopping);
  return cancelled.length;
}

/** Null when the lobby has changed in the meantime, or another process was first. */
async function cancelIdle(id: string, before: Date): Promise<Cancelled | null> {
  const lobby = await requireLobby(id);
  const experience = await getPlayed({ experienceId: lobby.experienceId });
  const events = await transaction((client) => writeIfIdle(client, { lobbyId: id, experience, before }));
  if (!events) return null;
  publish(events);
  announceLobbies(experience.id);
  return { lobby, experience };
}

/** The lobby's row orders this with everybody who joins, leaves or starts; what they have committed is seen here. */
async function writeIfIdle(
  client: Client,
  args: { lobbyId: string; experience: PlayableExperience; before: Date },
): Promise<StreamEvent[] | null> {
  const { lobbyId, experience, before } = args;
  await lockLobby(client, lobbyId);
  if (!(await isIdleWaiting(client, lobbyId, before))) return null;
  return writeCancelled(client, { lobbyId, experience, reason: REASON });
}

async function tellExperiences(cancelled: readonly Cancelled[], stopping?: AbortSignal): Promise<void> {
  const limit = pLimit(TOLD_AT_ONCE);
  const tell = async ({ lobby, experience }: Cancelled) => {
    if (!stopping?.aborted) await tellOfCancelling(lobby, experience, { reason: REASON });
  };
  await Promise.all(cancelled.map((one) => limit(() => tell(one))));
}
