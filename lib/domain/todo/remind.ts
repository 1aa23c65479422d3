import { iso, now } from '@/lib/core/clock';
import { DueRows } from '@/lib/core/due';
import type { OwnerId } from '@/lib/core/ids';
import { agentStream, type StreamEvent } from '@/lib/core/stream';
import type { Queryable } from '@/lib/data/database';
import { isAwaited, type MatchRow, postponeDeadline, readMatches } from '@/lib/domain/matches';
import { announceNotices, notifyOwner, readNoticesByPrefix } from '@/lib/domain/notifications';
import { noteReminders, noteTurns } from '@/lib/domain/seating';
import { appendEvents, publish } from '@/lib/events';
import { findNearDeadlines, findTurnContacts, findTurnsOfPeople, transaction } from './todo.repo';

const MAX_BATCH = 200;

/** A player for whom a match waits. */
interface Turn {
  [column: string]: unknown;
  agentId: string;
  lobbyId: string;
  deadlineAt: Date;
  sessionId: string | null;
}

/** By match: one that fails is tried again later and later, and holds up no other. */
const reminders = new DueRows('correspondence.remind');

const isSameSeat = (one: { agentId: string; lobbyId: string }, other: { agentId: string; lobbyId: string }): boolean =>
  one.agentId === other.agentId && one.lobbyId === other.lobbyId;

/**
 * Reminds the players of correspondence games whose move is due soon, once for each deadline, by the event `move_due_soon` on
 * `me` and a notice to the owner. A deadline that vacation postpones is moved in its place. The ticker calls it. Returns how many were
 * reminded.
 */
export async function remindOfMoves(at: Date = now()): Promise<number> {
  const near = await findNearDeadlines(at, reminders.postponed(), MAX_BATCH);
  if (near.length === 0) return 0;
  const matches = await readMatches([...new Set(near.map(({ lobbyId }) => lobbyId))]);
  const turns = await Promise.all(matches.map((match) => reminders.attempt(match.id, () => remindersOf(match))));
  const wanted = turns.flatMap((some) => some ?? []).filter((one) => near.some((other) => isSameSeat(one, other)));
  const { events, ownerIds } = await transaction(async (client) => {
    const marked = await noteReminders(client, wanted);
    const fresh = wanted.filter((one) => marked.some((other) => isSameSeat(one, other)));
    const stored: StreamEvent[] = [];
    for (const { agentId, lobbyId, deadlineAt, sessionId } of fresh.sort((a, b) => (a.agentId < b.agentId ? -1 : 1))) {
      const data = { game_session_id: lobbyId, session_id: sessionId, due_at: iso(deadlineAt) };
      stored.push(...(await appendEvents(client, agentStream(agentId), [{ type: 'move_due_soon', data }])));
    }
    return { events: stored, ownerIds: await notifyOwners(client, 'move_due_soon', fresh) };
  });
  publish(events);
  for (const ownerId of ownerIds) await announceNotices(ownerId);
  return events.length;
}

/**
 * Notifies people that it is their turn in a correspondence game, once for each move; when they have moved, the notice counts as read.
 * The ticker calls it. Returns how many notices were stored.
 */
export async function notifyPeopleOfTurns(): Promise<number> {
  const turns = await findTurnsOfPeople(MAX_BATCH);
  if (turns.length === 0) return 0;
  const matches = await readMatches([...new Set(turns.map(({ lobbyId }) => lobbyId))]);
  const awaited = matches.flatMap(awaitedIn);
  const { stored, changed } = await transaction(async (client) => {
    const marked = await noteTurns(client, turns);
    const fresh = awaited.filter((one) => marked.some((other) => isSameSeat(one, other)));
    // Every turn that was looked at is another one than before: what was asked for is done.
    const contacts = await findTurnContacts(client, marked);
    const earlier = contacts.map(({ ownerId, ...seat }) => ({ ownerId, prefix: keyOf('your_turn', seat) }));
    const readBy = await readNoticesByPrefix(client, earlier);
    const notified = await notifyOwners(client, 'your_turn', fresh);
    return { stored: notified.length, changed: new Set([...readBy, ...notified]) };
  });
  for (const ownerId of changed) await announceNotices(ownerId);
  return stored;
}

/** How the keys of notices about the turns of a player in a match begin. */
const keyOf = (type: string, { lobbyId, agentId }: { lobbyId: string; agentId: string }): string =>
  `${type} ${lobbyId} ${agentId} `;

/** Stores a notice for the owner of each player. Returns the owners who got one. */
async function notifyOwners(
  client: Queryable,
  type: 'your_turn' | 'move_due_soon',
  turns: readonly Turn[],
): Promise<OwnerId[]> {
  if (turns.length === 0) return [];
  const ownerIds: OwnerId[] = [];
  for (const { agentId, lobbyId, ownerId, agentName, experienceName } of await findTurnContacts(client, turns)) {
    const turn = turns.find((one) => isSameSeat(one, { agentId, lobbyId }));
    if (!turn) continue;
    const due = iso(turn.deadlineAt);
    const data = {
      agent_id: agentId,
      agent_name: agentName,
      match_id: lobbyId,
      experience_name: experienceName,
      due_at: due,
    };
    const onceKey = `${keyOf(type, turn)}${due}`;
    if (await notifyOwner({ ownerId, type, data, onceKey }, client)) ownerIds.push(ownerId);
  }
  return ownerIds;
}

/** The players of a match for whom it waits; none when vacation has moved the deadline. */
async function remindersOf(match: MatchRow): Promise<Turn[]> {
  const { deadlineAt } = match;
  const postponed = await postponeDeadline(match);
  if (deadlineAt === null || postponed === null || postponed > deadlineAt) return [];
  return awaitedIn(match);
}

function awaitedIn(match: MatchRow): Turn[] {
  const { id: lobbyId, deadlineAt } = match;
  if (deadlineAt === null) return [];
  return match.seats.flatMap(({ agentId, seat, sessionId }) =>
    agentId && isAwaited(match, seat) ? [{ agentId, lobbyId, deadlineAt, sessionId }] : [],
  );
}
