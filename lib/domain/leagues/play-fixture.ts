import { now } from '@/lib/core/clock';
import type { Seat } from '@/lib/core/game';
import { isAwaited, type MatchRow } from '@/lib/domain/matches';
import { advanceLeague } from './advance-league';
import { applyMove, askMove, storedMove } from './ask-move';
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
  try {
    return await playClaimed(context, claimed, stopping);
  } finally {
    context.follower?.stop();
  }
}

async function playClaimed(context: RefereeContext, claimed: FixtureRow, stopping: AbortSignal): Promise<Date | null> {
  if (claimed.status === 'scheduled') await openFixture(context, stopping);
  if (stopping.aborted) return now();
  const { fixture } = context;
  let match: MatchRow | null = null;
  if (fixture.status === 'active' && fixture.gameSessionId !== null) {
    if (pushSeats(context).length === 0) return null;
    match = await playSeats(context, fixture.gameSessionId, stopping);
    if (match.status === 'active') return now();
  }
  const isFinished = claimed.status === 'completed' && (await hasTranscript(fixture.id));
  const finishing = isFinished ? Promise.resolve() : finishFixture(context, match, stopping);
  // The next round need not wait until the transcript is signed.
  await Promise.all([finishing, advanceLeague(fixture.leagueUid)]);
  return null;
}

/** Plays the seats of the push players. Returns the match, which runs when the process stops before its end. */
async function playSeats(context: RefereeContext, matchId: string, stopping: AbortSignal): Promise<MatchRow> {
  const follower = context.follower ?? MatchFollower.follow(matchId);
  try {
    const isResumed = context.follower === null;
    const earlier = isResumed ? await findExchanges(context.fixture.id) : [];
    context.exchanges.push(...earlier);
    await Promise.all(pushSeats(context).map((seat) => playSeat(context, seat, { follower, earlier, stopping })));
    return await follower.read();
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
  const needsSeat = (match: MatchRow) =>
    match.status !== 'active' || isAwaited(match, seat) || port.countRounds(match) > reported;
  for (;;) {
    const match = await follower.until(needsSeat, stopping);
    if (!match) return;
    const isNew = port.countRounds(match) > reported;
    for (const round of isNew ? port.rounds(match, context.ids).slice(reported) : []) {
      const message = roundResult(envelopeOf(context, player.playerId), round, now());
      await sendNotice(context, player, message, stopping);
      reported++;
    }
    if (match.status !== 'active') return;
    if (!isAwaited(match, seat)) continue;
    const stored = storedMove(context, player.playerId, port.gameRound(match), earlier);
    if (stored !== undefined && (await applyMove(match, seat, stored))) continue;
    await askMove(context, seat, match, follower, stopping);
  }
}
