import { now } from '@/lib/core/clock';
import type { Seat } from '@/lib/core/game';
import { isAwaited, type MatchRow } from '@/lib/domain/matches';
import { advanceLeague, notePlaying } from './advance-league';
import { askMove, moveFor, storedMove } from './ask-move';
import { type ExchangeRow, findExchanges, hasTranscript } from './exchanges.repo';
import { finishFixture } from './finish-fixture';
import { portOf } from './game-port';
import type { FixtureRow, PlayerRow } from './leagues.repo';
import { MatchFollower } from './match-follower';
import { openFixture } from './open-fixture';
import { roundResult } from './protocol.schema';
import { contextOf, envelopeOf, pushSeats, type RefereeContext } from './referee-context';
import { sendNotice } from './send-message';

/**
 * Referees a fixture from where it stands: GAME_START and the match, moves and results of push players, GAME_END and the
 * signed transcript. A process that dies leaves rows from which another one continues.
 * @returns when the fixture is due again; null when it is over, or when its match ends without the referee
 */
export async function playFixture(claimed: FixtureRow, stopping: AbortSignal): Promise<Date | null> {
  const context = await contextOf({ ...claimed });
  const playing = notePlaying(claimed);
  try {
    return await playClaimed(context, claimed, stopping);
  } finally {
    context.follower?.stop();
    playing.end();
  }
}

async function playClaimed(context: RefereeContext, claimed: FixtureRow, stopping: AbortSignal): Promise<Date | null> {
  if (claimed.status === 'scheduled') await openFixture(context, stopping);
  if (stopping.aborted) return now();
  const { fixture } = context;
  if (fixture.status === 'active' && fixture.gameSessionId !== null)
    return pushSeats(context).length === 0 ? null : playMatch(context, fixture.gameSessionId, stopping);
  const isFinished = claimed.status === 'completed' && (await hasTranscript(fixture.id));
  const finishing = isFinished ? Promise.resolve() : finishFixture(context, null, stopping);
  await Promise.all([finishing, advanceLeague(fixture)]);
  return null;
}

const isOver = ({ status }: MatchRow): boolean => status !== 'active';

/** Plays the seats of the push players to the signed transcript; when the process stops, until then. */
async function playMatch(context: RefereeContext, matchId: string, stopping: AbortSignal): Promise<Date | null> {
  const follower = context.follower ?? MatchFollower.follow(matchId);
  try {
    const earlier = context.follower ? [] : await findExchanges(context.fixture.id);
    context.exchanges.push(...earlier);
    const results = pushSeats(context).map((seat) => playSeat(context, seat, { follower, earlier, stopping }));
    // A seat that fails ends the wait too.
    await Promise.race([follower.until(isOver, stopping), Promise.all(results)]);
    const match = await follower.read();
    if (!isOver(match)) {
      await Promise.all(results);
      return now();
    }
    // The next round waits neither for the last messages nor for the transcript.
    const finishing = finishFixture(context, { match, results }, stopping);
    await Promise.all([finishing, advanceLeague(context.fixture)]);
    return null;
  } finally {
    follower.stop();
  }
}

interface SeatPlay {
  follower: MatchFollower;
  /** The exchanges of before a restart. */
  earlier: readonly ExchangeRow[];
  stopping: AbortSignal;
}

async function playSeat(context: RefereeContext, seat: Seat, play: SeatPlay): Promise<void> {
  const player = context.players[seat] as PlayerRow;
  const { follower, earlier, stopping } = play;
  const port = portOf(context.league.gameType);
  let reported = earlier.filter(
    ({ playerId, messageType }) => playerId === player.playerId && messageType === 'ROUND_RESULT',
  ).length;
  const needsSeat = (match: MatchRow) => isOver(match) || isAwaited(match, seat) || port.countRounds(match) > reported;
  for (;;) {
    const match = await follower.until(needsSeat, stopping);
    if (!match) return;
    const isNew = port.countRounds(match) > reported;
    for (const round of isNew ? port.rounds(match, context.ids).slice(reported) : []) {
      const message = roundResult(envelopeOf(context, player.playerId), round, now());
      await sendNotice(context, player, message, stopping);
      reported++;
    }
    if (isOver(match)) return;
    if (!isAwaited(match, seat)) continue;
    const stored = storedMove(context, player.playerId, port.gameRound(match), earlier);
    if (stored !== undefined && (await moveFor(player, match, seat, stored)) === 'made') continue;
    await askMove(context, seat, match, follower, stopping);
  }
}
