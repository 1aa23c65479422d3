import type { Audience } from '@/lib/core/game';
import { log } from '@/lib/core/log';
import { matchStream, type StreamEvent } from '@/lib/core/stream';
import { readMatch, requireHistory, seatAudiences } from '@/lib/domain/matches';
import { findPlayerOf } from '@/lib/domain/people';
import { lastEventId, mayRead, readEvents, subscribeToStream, waitToRetry } from '@/lib/events';
import { type DeliverEvents, type Source, toWatchedEvent, type WatchedEvent } from './source';
import { requirePersonal, type StreamKind, uuidStreamId } from './stream-kind';

/** Events of one read. */
const PAGE_SIZE = 200;

/**
 * `seat:<game_session_id>`: the events of a match that a person who plays in it reads and spectators do not, those of the
 * own seat and of its teams. Views are left out: the own seat has it.
 */
export const seatKind: StreamKind = {
  name: 'seat',
  id: uuidStreamId('game_session_id'),
  async personal(matchId, person) {
    const signedIn = await person();
    const player = signedIn && (await findPlayerOf(signedIn));
    const audiences = player && (await readPrivateAudiences(matchId, player.agentId));
    if (!player || !audiences) throw requirePersonal('Sign in as a player of this match to follow a seat of it.');
    const { agentId } = player;
    const ownerId = signedIn?.kind === 'owner' ? signedIn.owner.ownerId : null;
    return {
      key: agentId,
      ownerId,
      players: [agentId],
      source: (deliver) => seatSource({ matchId, agentId, deliver }),
    };
  },
};

/** What a player reads now and spectators do not; null without a seat in the match. One query. */
async function readPrivateAudiences(matchId: string, agentId: string): Promise<Audience[] | null> {
  const match = await readMatch(matchId);
  const own = match?.seats.find((seat) => seat.agentId === agentId);
  return match && own ? seatAudiences(match, own.seat).filter((audience) => audience !== 'public') : null;
}

/** A player who has left its team gets nothing that the team says after that: who reads is checked again for each event. */
function seatSource(seat: { matchId: string; agentId: string; deliver: DeliverEvents }): Source {
  const { matchId, agentId, deliver } = seat;
  const stream = matchStream(matchId);
  let isStopped = false;
  const audiencesNow = async () => (await readPrivateAudiences(matchId, agentId)) ?? [];
  const present = ({ data: { view, text, clock, ...data }, ...event }: StreamEvent): WatchedEvent => ({
    ...toWatchedEvent({ ...event, data }, 'public'),
    stream: `seat:${matchId}`,
  });
  const deliverReadable = async (events: StreamEvent[]) => {
    for (let attempt = 1; !isStopped; attempt++) {
      try {
        const audiences = await audiencesNow();
        const own = events.filter((event) => mayRead(audiences, event));
        if (own.length > 0 && !isStopped) deliver(own.map(present));
        return;
      } catch (error) {
        log.warn({ err: error, stream }, 'could not read who may read events of a seat');
        await waitToRetry(attempt);
      }
    }
  };
  let turn = Promise.resolve();
  const subscription = subscribeToStream(stream, (events) => {
    const hidden = events.filter(({ audience }) => audience !== 'public' && audience !== 'spectators');
    if (hidden.length > 0) turn = turn.then(() => deliverReadable(hidden));
  });
  return {
    ready: subscription.ready,
    open: async () => {
      const match = await readMatch(matchId);
      if (match) await requireHistory(match);
      return { snapshot: {}, cursor: (await lastEventId(stream, await audiencesNow())) ?? '' };
    },
    readAfter: async (after) => {
      const audiences = await audiencesNow();
      return (await readEvents({ stream, after, audiences, limit: PAGE_SIZE })).map(present);
    },
    stop: () => {
      isStopped = true;
      subscription.stop();
    },
  };
}
