import { AppError } from '@/lib/core/errors';
import { type Change, changeRoom } from './change-room';
import { hashParticipant, hostKeyOf } from './find-room';
import { TOKEN_RENEWED } from './frames';
import { type NewRoomEvent, RelayFault, type Requester, type Room } from './relay.schema';
import { withoutRequests } from './requests';
import { answerTo, presence, withdrawApprovals } from './room-events';

/** A room without its agents, whose join token is void and whose approvals are withdrawn. */
function withoutAgents(room: Room) {
  const live = { ...room.live, agents: [], approvals: [], tokenRound: (room.live.tokenRound ?? 0) + 1 };
  return { live, events: withdrawApprovals(room.live.approvals) };
}

/**
 * Makes a new join token: the earlier one is void, the agents that are here are disconnected, and their calls wait no
 * longer. Who may join without the token can come back. One statement.
 */
export async function renewJoinToken(of: Requester): Promise<void> {
  await changeRoom(of.roomId, (room) => {
    const { live, events } = withoutAgents(room);
    return {
      next: { live },
      events: [...events, answerTo(of, TOKEN_RENEWED, {}), presence({ ...room, live })],
      value: undefined,
    };
  });
}

/**
 * Makes a new key for the page of a room that was made for a study, and a new join token. Who is connected by the earlier
 * ones is disconnected, and what waits is answered; a session that runs goes on when the page is opened by its new link.
 * One statement, two where no member of the room is in this process.
 * @throws NOT_FOUND for a room that another owner has made
 */
export async function renewRoomKeys({ roomId, ownerId }: { roomId: string; ownerId: string }): Promise<void> {
  const renew = (room: Room): Change<void> => {
    if (room.madeBy !== ownerId) throw new AppError('NOT_FOUND', NO_ROOM);
    const { live: left, events } = withoutAgents(room);
    const unanswered = withoutRequests(room, () => true, KEYS_RENEWED).events;
    const { requests: _answered, ...others } = left;
    const live = { ...others, keyRound: (room.live.keyRound ?? 0) + 1 };
    const participantHash = hashParticipant(hostKeyOf({ id: room.id, live }));
    const next = { live, participantHash, hostId: null, hostProcess: null };
    const renewed: NewRoomEvent = { direction: 'internal', type: TOKEN_RENEWED, payload: {} };
    return { next, events: [...events, ...unanswered, renewed, presence({ ...room, ...next })], value: undefined };
  };
  await changeRoom(roomId, renew).catch((thrown) => {
    if (thrown instanceof RelayFault && thrown.code === 'SESSION_NOT_ACTIVE') throw new AppError('NOT_FOUND', NO_ROOM);
    throw thrown;
  });
}

/** The refusal for a room of another owner, and for one that does not exist. */
export const NO_ROOM = 'You have no room with this id.';
const KEYS_RENEWED = 'The room has new keys. Open it by its new link.';
