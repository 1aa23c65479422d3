import { now } from '@/lib/core/clock';
import { env } from '@/lib/core/env';
import { AppError } from '@/lib/core/errors';
import { readActingAgents } from '@/lib/domain/keys';
import { agentBusy, disengage, engage } from '@/lib/domain/seating';
import {
  type Client,
  deleteEntries,
  findAssignment,
  findNextFill,
  findQueue,
  insertEntry,
  lockQueue,
  type QueueEntry,
  type StoredQueue,
  setFillAt,
  transaction,
} from './queue.repo';
import { publishTownMatch, type StartedTownMatch, startTownMatch } from './start-match';
import { announceTown, townDue } from './town-news';
import {
  type Assignment,
  buildingInstanceId,
  DEFAULT_QUEUE,
  type QueueAnswer,
  type QueuePlace,
  REQUIRED_PLAYERS,
  werewolfExperienceId,
} from './werewolf.schema';

/** The estimate for each missing player while too few have joined to measure how often they come. */
const DEFAULT_GAP_S = 60;
const MAX_ESTIMATE_S = 3_600;

/** The agent, or the person's player, that a call is for. */
export interface QueuedAgent {
  agentId: string;
  displayName: string;
}

/** @throws UNSUPPORTED_QUEUE */
function requireQueue(queueId: string): void {
  if (queueId === DEFAULT_QUEUE) return;
  throw new AppError('UNSUPPORTED_QUEUE', `There is no queue "${queueId}". Use "${DEFAULT_QUEUE}".`);
}

/**
 * Adds an agent at the end of the queue; the eighth starts the match. An agent that waits or plays already stays where it
 * is. The lock of the queue's row orders racing calls, and the engagement of an agent refuses one that plays elsewhere.
 * Specification: werewolf.md, et.werewolf.queue.join; decisions.md, Queue.
 * @throws UNSUPPORTED_QUEUE, AGENT_BUSY
 */
export async function joinQueue(args: { agent: QueuedAgent; queueId: string }): Promise<QueueAnswer> {
  const { agent, queueId } = args;
  requireQueue(queueId);
  const joined = await transaction(async (client) => {
    await lockQueue(client, queueId);
    const assignment = await findAssigned(agent.agentId, client);
    if (assignment) return { assignment, queue: await findQueue(queueId, client), started: null };
    await engageWithQueue(client, agent.agentId, queueId);
    await insertEntry(client, { ...agent, queueId, joinedAt: now() });
    const queue = await readReadyQueue(client, queueId);
    if (queue.entries.length < REQUIRED_PLAYERS) {
      return { assignment: null, queue: await withFillAt(client, queueId, queue), started: null };
    }
    return { ...(await startFromQueue(client, queueId, queue)), assignment: null };
  });
  follow(joined.started, joined.queue);
  const assignment = joined.assignment ?? assignmentIn(joined.started, agent.agentId);
  return answer(queueId, joined.queue, agent.agentId, assignment);
}

/** @throws AGENT_BUSY for an agent that plays elsewhere, or is in a lobby of Werewolf */
async function engageWithQueue(client: Client, agentId: string, queueId: string): Promise<void> {
  const engagement = await engage(client, { agentId, experienceId: werewolfExperienceId(), queueId });
  if (engagement.sessionId === null && engagement.lobbyId === null) return;
  throw agentBusy({ ...engagement, queueId: null, experienceName: 'a lobby of Werewolf', interactionModel: 'session' });
}

/**
 * Removes an agent from the queue; safe for one that does not wait.
 * @throws UNSUPPORTED_QUEUE
 */
export async function leaveQueue(args: {
  agentId: string;
  queueId: string;
}): Promise<{ removed: boolean; size: number }> {
  const { agentId, queueId } = args;
  requireQueue(queueId);
  const { removed, queue } = await transaction(async (client) => {
    await lockQueue(client, queueId);
    const count = await deleteEntries(client, queueId, [agentId]);
    if (count > 0) await disengage(client, { agentIds: [agentId], queueId });
    const left = await findQueue(queueId, client);
    if (count > 0 && left.entries.length === 0) await setFillAt(client, queueId, null);
    return { removed: count > 0, queue: left };
  });
  if (removed) announceTown();
  return { removed, size: queue.entries.length };
}

/** Where an agent stands. Two queries. @throws UNSUPPORTED_QUEUE */
export async function readQueueStatus(args: { agentId: string; queueId: string }): Promise<QueueAnswer> {
  const { agentId, queueId } = args;
  requireQueue(queueId);
  const [queue, assignment] = await Promise.all([findQueue(queueId), findAssigned(agentId)]);
  return answer(queueId, queue, agentId, assignment);
}

/** Starts the match of a queue whose time for house bots has come. The ticker calls it. Returns whether one started. */
export async function fillDueQueue(at: Date = now()): Promise<boolean> {
  const filled = await transaction(async (client) => {
    if (!(await lockQueue(client, DEFAULT_QUEUE, at))) return null;
    const queue = await readReadyQueue(client, DEFAULT_QUEUE, 1);
    if (queue.entries.length > 0) return startFromQueue(client, DEFAULT_QUEUE, queue);
    await setFillAt(client, DEFAULT_QUEUE, null);
    return null;
  });
  if (filled) follow(filled.started, filled.queue);
  return filled !== null;
}

/** When house bots take the empty seats next, or null. */
export const nextFill = findNextFill;

/**
 * A locked queue. Before a match would start, with `enough` entries, the agents leave that their owners have stopped; one more
 * statement then.
 */
async function readReadyQueue(client: Client, queueId: string, enough = REQUIRED_PLAYERS): Promise<StoredQueue> {
  const queue = await findQueue(queueId, client);
  if (queue.entries.length < enough) return queue;
  const ids = queue.entries.map(({ agentId }) => agentId);
  const agents = await readActingAgents(ids, client);
  const stopped = ids.filter((id) => agents.get(id)?.controls.isStopped);
  if (stopped.length === 0) return queue;
  await deleteEntries(client, queueId, stopped);
  await disengage(client, { agentIds: stopped, queueId });
  return { ...queue, entries: queue.entries.filter(({ agentId }) => !stopped.includes(agentId)) };
}

/** Takes the first eight, or all with house bots on the other seats, into a match. */
async function startFromQueue(
  client: Client,
  queueId: string,
  { entries }: StoredQueue,
): Promise<{ started: StartedTownMatch; queue: StoredQueue }> {
  const players = entries.slice(0, REQUIRED_PLAYERS);
  await deleteEntries(
    client,
    queueId,
    players.map(({ agentId }) => agentId),
  );
  const started = await startTownMatch(client, { queueId, players });
  const left = { fillAt: null, entries: entries.slice(REQUIRED_PLAYERS) };
  await setFillAt(client, queueId, fillTime(left.entries));
  return { started, queue: { ...left, fillAt: fillTime(left.entries) } };
}

/** Lets house bots come some time after the first agent; later ones do not change that time, but a person makes it sooner. */
async function withFillAt(client: Client, queueId: string, queue: StoredQueue): Promise<StoredQueue> {
  const fillAt = fillTime(queue.entries);
  if (!fillAt || (queue.fillAt && queue.fillAt <= fillAt)) return queue;
  await setFillAt(client, queueId, fillAt);
  return { ...queue, fillAt };
}

/** A person watches the seconds: house bots come this soon, unless they come sooner or never. */
const FILL_FOR_PEOPLE_AFTER_S = 15;

function fillTime(entries: readonly QueueEntry[]): Date | null {
  const afterS = env().WEREWOLF_FILL_WITH_BOTS_AFTER_S;
  if (entries.length === 0 || afterS === 0) return null;
  const times = entries.map(
    ({ kind, joinedAt }) =>
      joinedAt.getTime() + 1000 * (kind === 'human' ? Math.min(afterS, FILL_FOR_PEOPLE_AFTER_S) : afterS),
  );
  return new Date(Math.min(...times));
}

function follow(started: StartedTownMatch | null, queue: StoredQueue): void {
  if (started) publishTownMatch(started);
  if (queue.fillAt) townDue.announce(queue.fillAt);
  announceTown();
}

async function findAssigned(agentId: string, client?: Client): Promise<Assignment | null> {
  const found = await findAssignment(agentId, werewolfExperienceId(), client);
  return found && toAssignment(found);
}

const toAssignment = (found: { matchId: string; seat: number; number: number }): Assignment => ({
  matchId: found.matchId,
  buildingInstanceId: buildingInstanceId(found.number),
  seat: found.seat + 1,
});

function assignmentIn(started: StartedTownMatch | null, agentId: string): Assignment | null {
  const seat = started?.match.seats.find((one) => one.agentId === agentId)?.seat;
  if (!started || seat === undefined) return null;
  return toAssignment({ matchId: started.match.id, seat, number: started.building.number });
}

function answer(queueId: string, queue: StoredQueue, agentId: string, matchAssignment: Assignment | null): QueueAnswer {
  const index = queue.entries.findIndex((entry) => entry.agentId === agentId);
  const place: QueuePlace = {
    queueId,
    position: matchAssignment?.seat ?? (index < 0 ? null : index + 1),
    size: queue.entries.length,
    requiredPlayers: REQUIRED_PLAYERS,
    status: matchAssignment ? 'STARTING' : 'WAITING',
    estimatedStartSeconds: matchAssignment ? 0 : estimateStartS(queue, now()),
  };
  return { queue: place, matchAssignment };
}

/** Until house bots fill the queue; without them by how often the waiting agents came. */
export function estimateStartS({ fillAt, entries }: StoredQueue, at: Date): number {
  if (fillAt) return Math.max(0, Math.ceil((fillAt.getTime() - at.getTime()) / 1000));
  const [first] = entries;
  const gapS =
    first && entries.length > 1 ? (at.getTime() - first.joinedAt.getTime()) / 1000 / entries.length : DEFAULT_GAP_S;
  return Math.min(MAX_ESTIMATE_S, Math.ceil((REQUIRED_PLAYERS - entries.length) * gapS));
}
