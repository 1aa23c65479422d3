import { once } from '@/lib/core/globals';
import { log } from '@/lib/core/log';
import { isProcessAlive, processId, watchProcesses } from '@/lib/events';
import { shownApproval } from './approvals';
import { requireApp } from './apps';
import { changeRoom, countEvents } from './change-room';
import { findRoomForAgent, findRoomForHost, hashParticipant, joinTokenOf, ownRoom, type Visitor } from './find-room';
import { visibleState } from './frames';
import { addMember, admit, isHere, type Member, removeMember } from './local-rooms';
import { type NewRoomEvent, RelayFault, type Room } from './relay.schema';
import { withoutRequests } from './requests';
import { noticeForAgents, presence, withdrawApprovals } from './room-events';
import { findConnectedRooms } from './rooms.repo';
import { loadedState } from './run-engine';
import { endedSession } from './sessions';

/** The first message to a new member. */
export interface Joined {
  roomId: string;
  roomName: string;
  seq: number;
  /** What a page shows; agents ask with snapshot.get. */
  page: Record<string, unknown> | null;
  /** The page runs the application. */
  isRemote: boolean;
  /** An agent that was in the room before, or takes part in its session; the page of the same participant. */
  isKnown: boolean;
}

/** A connection that asks to join. */
export interface Joining {
  member: Member;
  /** The last event that the member has, when it comes back. */
  after: number | null;
  /** Sends relay.joined, before anything else is sent to the member. */
  welcome: (joined: Joined) => void;
}

/** What a page says about itself. */
interface HostPage {
  participant: string;
  appId: string | null;
  /** Whether marked calls of agents wait for the person, for a participant who begins; absent: as the room does. */
  asksFirst: boolean | undefined;
  countNewRoom: () => Promise<void>;
}

/** The address of the page, hashed, and how many rooms it may use in a day; null: any number. */
interface Opener {
  openedFrom: string;
  maxRooms: number | null;
}

/**
 * Joins a page to a room as its host. A newer page of the same participant replaces the older one. While another
 * participant's page has the room, the page gets the participant's own one; a host without a participant is refused.
 * Four statements. Specification: external-agent-protocol.md, 4.0; decisions.md, Relay and booking.
 * @param of.countNewRoom is called before a participant's own room is made, and throws when it may not be made
 * @throws RelayFault SESSION_NOT_ACTIVE, INVALID_MESSAGE
 */
export async function joinAsHost(joining: Joining, of: Visitor & HostPage & Opener): Promise<Joined> {
  const participantHash = hashParticipant(of.participant);
  const who = { ...of, participantHash };
  for (const room of await findRoomForHost(who)) {
    const joined = await host(joining, room.id, who);
    if (joined) return joined;
  }
  if (participantHash === '') throw new OtherHost();
  const joined = await host(joining, (await ownRoom(who)).id, who);
  if (!joined) throw new RelayFault('SESSION_NOT_ACTIVE', 'The session could not be opened. Try again.');
  return joined;
}

/** Another participant's page is open in this room. */
class OtherHost extends RelayFault {
  constructor() {
    super('SESSION_NOT_ACTIVE', 'The page of another participant is open.');
  }
}

/** Makes the member the host of a room. Null when another participant's page has it. */
async function host(
  joining: Joining,
  roomId: string,
  {
    participantHash,
    ownerId,
    asksFirst,
  }: { participantHash: string; ownerId: string | null; asksFirst?: boolean | undefined },
): Promise<Joined | null> {
  const { member } = joining;
  const enter = () =>
    changeRoom(roomId, async (room, at) => {
      const isSame = room.participantHash === participantHash;
      const isKnown = isSame && participantHash !== '';
      if (!isSame && !room.isOpen) throw new RelayFault('SESSION_NOT_ACTIVE', KEY_REPLACED);
      if (!isSame && room.hostId !== null) throw new OtherHost();
      const afresh = isSame && room.state !== null ? null : await startOver(room, at);
      const events: NewRoomEvent[] = [...(afresh?.events ?? []), presence({ ...room, hostId: member.memberId })];
      if (room.sessionId !== null && isSame)
        events.unshift({ direction: 'internal', type: 'host.joined', payload: {} });
      if (room.hostId === null && room.live.agents.length > 0) events.push(noticeForAgents(PAGE_OPEN));
      // The page of a new participant says whether agents ask first; afterwards the person does.
      const first = isSame || asksFirst === undefined ? {} : { asksFirst };
      const before = isSame ? {} : { eventsBefore: countEvents(room) + (afresh?.events.length ?? 0) };
      const { requests, ...others } = afresh?.next.live ?? room.live;
      if (requests) events.push(...withoutRequests(room, () => true, PAGE_REPLACED).events);
      const live = { ...others, ...first, ...before };
      // The sessions of a room that was made for a study are its researcher's, not those of the person at the page.
      const owner = { ownerId: room.madeBy === null ? ownerId : room.ownerId };
      const next = {
        ...afresh?.next,
        live,
        hostId: member.memberId,
        hostProcess: processId(),
        participantHash,
        ...owner,
      };
      return { next, events, session: afresh?.session, value: isKnown, beforeSending: afresh?.beforeSending };
    });
  return join(joining, roomId, enter).catch((thrown) => {
    if (thrown instanceof OtherHost) return null;
    throw thrown;
  });
}

const PAGE_REPLACED = 'The page was opened anew before it answered. Call again.';
const KEY_REPLACED = 'The room has a new key. Open its new link.';
const PAGE_GONE = 'The page was closed before it answered.';
const PAGE_OPEN = 'The page is open.';
const PAGE_CLOSED = 'The page was closed. Calls are refused until it is open again.';

/** Loads the first state of a room, and ends a session that another participant has left behind. */
async function startOver(room: Room, at: Date) {
  if (room.sessionId === null)
    return { next: await loadedState(room, at), events: [], session: undefined, beforeSending: undefined };
  const ended = endedSession(room, { reason: 'participant-left' });
  return { ...ended, next: { ...ended.next, ...(await loadedState({ ...room, ...ended.next }, at)) } };
}

/**
 * Joins an agent to a room. Several agents may be in one room. Three statements.
 * @throws RelayFault SESSION_NOT_ACTIVE when there is no room of this name that the agent may join
 */
export async function joinAsAgent(joining: Joining, of: Visitor & { token: string | null }): Promise<Joined> {
  const { memberId } = joining.member;
  const found = await findRoomForAgent(of);
  return join(joining, found.id, () =>
    changeRoom(found.id, (room) => {
      const { agents, participants } = room.live;
      const others = agents.filter(({ id }) => id !== memberId);
      const live = { ...room.live, agents: [...others, { id: memberId, process: processId() }] };
      const isKnown = others.length < agents.length || participants.includes(memberId);
      return { next: { live }, events: [presence({ ...room, live })], value: isKnown };
    }),
  );
}

/** Adds the connection to this process's members, then to the row of the room, then welcomes it. */
async function join(
  { member, after, welcome }: Joining,
  roomId: string,
  enter: () => Promise<boolean>,
): Promise<Joined> {
  removeMembersOfLostProcesses();
  await addMember(roomId, member);
  try {
    const isKnown = await enter();
    let joined: Joined | undefined;
    await admit(roomId, member, { after, isKnown }, (room) => {
      const seq = countEvents(room);
      joined = {
        roomId,
        roomName: room.name,
        seq,
        page: member.role === 'host' ? pageOf(room) : null,
        isRemote: requireApp(room.app).isRemote === true,
        isKnown,
      };
      welcome(joined);
    });
    return joined as unknown as Joined;
  } catch (thrown) {
    await leaveRoom(roomId, member).catch(() => {});
    throw thrown;
  }
}

/** From its first connection on, this process removes the members of those that are gone. */
function removeMembersOfLostProcesses(): void {
  once('relay.processes', () =>
    watchProcesses(() => {
      removeLostMembers().catch((error) => log.warn({ err: error }, 'could not remove the members of lost processes'));
    }),
  );
}

async function removeLostMembers(): Promise<void> {
  for (const { id, processes } of await findConnectedRooms()) {
    if (processes.every(isProcessAlive)) continue;
    await removeFromRoom(id, ({ process }) => !isProcessAlive(process)).catch((error) =>
      log.warn({ err: error, roomId: id }, 'could not remove lost members from a relay room'),
    );
  }
}

/** What the page shows at its start. */
function pageOf(room: Room): Record<string, unknown> {
  const { uiSpec, messageHistory } = visibleState(room);
  return {
    joinToken: joinTokenOf(room),
    isOpen: room.isOpen,
    controller: room.live.controller,
    asksFirst: room.live.asksFirst,
    agents: room.live.agents.length,
    session: room.sessionId === null ? null : { sessionId: room.sessionId },
    uiSpec,
    messageHistory,
    approvals: room.live.approvals.filter(({ status }) => status === 'pending').map(shownApproval),
  };
}

/** Removes a connection that was closed from its room. One statement. */
export async function leaveRoom(roomId: string, member: Member): Promise<void> {
  if (!removeMember(roomId, member) || isHere(roomId, member.memberId)) return;
  await removeFromRoom(roomId, ({ id, process }) => id === member.memberId && process === processId());
}

/** Removes the connections for which `isGone` is true. */
async function removeFromRoom(
  roomId: string,
  isGone: (connection: { id: string; process: string }) => boolean,
): Promise<void> {
  await changeRoom(roomId, (room) => {
    const agents = room.live.agents.filter((agent) => !isGone(agent));
    const isHostGone = room.hostId !== null && isGone({ id: room.hostId, process: room.hostProcess ?? '' });
    if (agents.length === room.live.agents.length && !isHostGone) return { next: {}, events: [], value: undefined };
    const unanswered = isHostGone ? withoutRequests(room, () => true, PAGE_GONE) : { next: {}, events: [] };
    const live = { ...(unanswered.next.live ?? room.live), agents };
    const next = { live, ...(isHostGone ? { hostId: null, hostProcess: null } : {}) };
    const notice = isHostGone && agents.length > 0 ? [noticeForAgents(PAGE_CLOSED)] : [];
    const events = [...unanswered.events, presence({ ...room, ...next }), ...notice];
    return { next, events, value: undefined };
  });
}

/**
 * Withdraws the calls of a member that wait for the person, or that the person has approved and that are not made yet:
 * its credential does not work any more. An equal call of another member goes on waiting. One statement.
 */
export async function withdrawCalls(roomId: string, { memberId }: Pick<Member, 'memberId'>): Promise<void> {
  await changeRoom(roomId, (room) => {
    const before = room.live.approvals;
    if (!before.some(({ members }) => members?.includes(memberId))) return { next: {}, events: [], value: undefined };
    const left = before.map((one) => ({ ...one, members: one.members?.filter((id) => id !== memberId) ?? [] }));
    const approvals = left.filter(({ members }) => members.length > 0);
    const withdrawn = left.filter(({ members }) => members.length === 0);
    return { next: { live: { ...room.live, approvals } }, events: withdrawApprovals(withdrawn), value: undefined };
  });
}
