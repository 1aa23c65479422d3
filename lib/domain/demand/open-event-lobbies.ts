import { now } from '@/lib/core/clock';
import { DueRows } from '@/lib/core/due';
import { env } from '@/lib/core/env';
import { AppError } from '@/lib/core/errors';
import { type AgentId, newId } from '@/lib/core/ids';
import { log } from '@/lib/core/log';
import { findHindrance, readActingAgents } from '@/lib/domain/keys';
import { cancelWaitingLobby, createLobby, readLobbyStatus } from '@/lib/domain/lobbies';
import { upstreamMessage } from '@/lib/gateway';
import { closeEvent } from './close-event';
import { type CandidateRow, claimDue, findCandidates, findEvent, nextOpening, replaceLobbyId } from './demand.repo';
import type { EventRow } from './demand.schema';

/** An opening that failed is tried again, by any process, this long after the longest call of an experience. */
const RETRY_MARGIN_MS = 15_000;
const MAX_BATCH = 50;
/** What hosting is: an agent hosts no event whose owner would be asked about it, or has stopped it. */
const HOST = { tools: ['lobby.create'], scope: 'lobby:write' } as const;
/** Agents that are tried as the host. */
const MAX_CANDIDATES = 100;

const openings = new DueRows('demand.open_lobby');

/**
 * Opens the lobbies of the events that begin within five minutes. The agent that scheduled the event hosts; when it is
 * busy or its owner does not let it, the first of those that come and is free. Until the start it is tried again; then the event is cancelled. All
 * involved get a notice on `me`. The id of a lobby is that of its event's row, so two processes open one. After a refusal by
 * the experience, which leaves a cancelled lobby, the row gets a new id.
 * The ticker calls it. Returns how many events it has handled. Specification: gateway-tool-contract.md, Agents on Demand.
 */
export async function openDueEvents(at: Date = now()): Promise<number> {
  const retryMs = env().EXPERIENCE_TIMEOUT_MS + RETRY_MARGIN_MS;
  const ids = await claimDue(at, new Date(at.getTime() + retryMs), MAX_BATCH);
  return openings.attemptEach(ids, (id) => openEvent(id, at));
}

async function openEvent(id: string, at: Date): Promise<void> {
  const scheduled = await findEvent(id);
  if (scheduled?.status !== 'scheduled') return;
  const status = await readLobbyStatus(scheduled.game_session_id);
  const event = status === 'cancelled' ? await withNewLobbyId(scheduled) : scheduled;
  if (!event) return;
  const isOpen = status !== null && status !== 'cancelled';
  const refusal = isOpen ? null : await openLobby(event);
  if (refusal === null) return completeOpening(event);
  if (at >= event.starts_at) await closeEvent(event, 'cancelled', refusal);
}

/** The planner may have cancelled the event while the experience answered: then its lobby has no purpose. */
async function completeOpening(event: EventRow): Promise<void> {
  await closeEvent(event, 'open', {});
  const after = await findEvent(event.id);
  if (after?.status !== 'cancelled') return;
  await cancelWaitingLobby({ lobbyId: event.game_session_id, reason: 'event_cancelled' });
}

/** Null when another process has changed the event in the meantime. */
async function withNewLobbyId(event: EventRow): Promise<EventRow | null> {
  const newLobbyId = newId();
  const isReplaced = await replaceLobbyId({ eventId: event.id, lobbyId: event.game_session_id, newLobbyId });
  return isReplaced ? { ...event, game_session_id: newLobbyId } : null;
}

/** Why an event has no lobby: nobody could host it, or its lobby was refused, with the code and the words. */
type Hindrance =
  | { reason: 'no_host' }
  | { reason: 'refused'; error: { code: string; message: string; experience_says?: string } };

/** Null when the event has a lobby now. */
async function openLobby(event: EventRow): Promise<Hindrance | null> {
  const candidates = await findCandidates(event.id, MAX_CANDIDATES);
  const agents = await readActingAgents(candidates.map(({ agent_id }) => agent_id));
  for (const candidate of candidates) {
    if (findHindrance(agents.get(candidate.agent_id), HOST)) continue;
    const outcome = await tryHost(event, candidate);
    if (outcome !== 'busy') return outcome;
  }
  return { reason: 'no_host' };
}

async function tryHost(event: EventRow, candidate: CandidateRow): Promise<'busy' | Hindrance | null> {
  const agent = { agentId: candidate.agent_id as AgentId, displayName: candidate.display_name };
  const lobby = { lobbyId: event.game_session_id, experienceId: event.experience_id, config: event.config };
  try {
    await createLobby({ agent, ...lobby });
    return null;
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
    if (thrown.code === 'AGENT_BUSY') return 'busy';
    log.info({ event_id: event.id, code: thrown.code }, 'an event has no lobby yet');
    const words = upstreamMessage(thrown);
    const error = { code: thrown.code, message: thrown.message, ...(words !== null && { experience_says: words }) };
    return { reason: 'refused', error };
  }
}

/** When the next lobby of an event is to be opened; null when there is none. */
export function nextEventDue(): Promise<Date | null> {
  return nextOpening();
}
