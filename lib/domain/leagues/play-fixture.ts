import { setTimeout as pause } from 'node:timers/promises';
import { now } from '@/lib/core/clock';
import type { Seat } from '@/lib/core/game';
import { newId } from '@/lib/core/ids';
import { isAwaited, type MatchRow } from '@/lib/domain/matches';
import { advanceLeague } from './advance-league';
import { askMove, moveFor, storedMove } from './ask-move';
import { type Exchange, findExchanges, readExchange } from './exchanges.repo';
import { byPlayer, portOf } from './game-port';
import type { FixtureRow, PlayerRow } from './leagues.repo';
import { matchPointsOf } from './leagues.schema';
import { MatchFollower } from './match-follower';
import { openFixture } from './open-fixture';
import { gameEnd, roundResult } from './protocol.schema';
import { contextOf, envelopeOf, pushSeats, type RefereeContext } from './referee-context';
import { sendNotice } from './send-message';
import { readResult } from './store-result';

/** How long the league waits for the players of an ended match to take its last messages, before its next round may begin. */
const MAX_WAIT_FOR_END_MS = 1_000;

/**
 * What the referee is to do with a fixture: nothing until its match ends, which makes it due again; all of it again, because
 * the process stops; or nothing more, and its transcript can be written.
 */
export type Progress = 'waits' | 'stopped' | 'over';

/**
 * Referees a fixture from where it stands: GAME_START and the match, moves and results of push players, GAME_END. A process
 * that dies leaves rows from which another one continues.
 */
export async function playFixture(fixture: FixtureRow, stopping: AbortSignal): Promise<Progress> {
  const context = await contextOf(fixture);
  const seats = pushSeats(context);
  const isResumed = fixture.status !== 'scheduled';
  const matchId = fixture.gameSessionId ?? newId();
  const follower = seats.length === 0 ? null : new MatchFollower({ matchId, isNew: !isResumed });
  try {
    if (!isResumed) await openFixture(context, matchId, stopping);
    if (stopping.aborted) return 'stopped';
    if (fixture.status === 'active' && seats.length === 0) return 'waits';
    const isPlayed = fixture.gameSessionId !== null;
    const earlier = isResumed ? (await findExchanges([fixture.id])).map(readExchange) : [];
    return await playToEnd({ context, follower: isPlayed ? follower : null, earlier }, stopping);
  } finally {
    follower?.stop();
  }
}

/** Plays all seats of push players at the same time. The next round begins when the match is over. */
async function playToEnd(play: Omit<FixturePlay, 'signal'>, stopping: AbortSignal): Promise<Progress> {
  const { context, follower } = play;
  // A seat that fails ends the others.
  const failed = new AbortController();
  const signal = AbortSignal.any([stopping, failed.signal]);
  try {
    const playing = Promise.all(pushSeats(context).map((seat) => playSeat({ ...play, signal }, seat)));
    await Promise.race([playing, follower?.until(isOver, signal)]);
    // A player has GAME_END before the GAME_START of the next round; one that does not take it delays that by a second.
    await Promise.race([playing, pause(MAX_WAIT_FOR_END_MS, undefined, { ref: false })]);
    if (!stopping.aborted) await advanceLeague(context.fixture.leagueUid);
    await playing;
    return stopping.aborted ? 'stopped' : 'over';
  } finally {
    failed.abort();
  }
}

const isOver = ({ status }: MatchRow): boolean => status !== 'active';

interface FixturePlay {
  context: RefereeContext;
  /** Null for a fixture without a match. */
  follower: MatchFollower | null;
  /** The exchanges of before a restart. */
  earlier: readonly Exchange[];
  signal: AbortSignal;
}

/** Plays the seat of a push player up to its GAME_END; when the process stops, until then. */
async function playSeat(play: FixturePlay, seat: Seat): Promise<void> {
  const { context, follower, earlier, signal } = play;
  const player = context.players[seat] as PlayerRow;
  if (!follower) return sendEnd(play, player, null);
  const port = portOf(context.league.gameType);
  let reported = ownExchanges(play, player, 'ROUND_RESULT').length;
  const needsSeat = (match: MatchRow) => isOver(match) || isAwaited(match, seat) || port.countRounds(match) > reported;
  for (;;) {
    const match = await follower.until(needsSeat, signal);
    if (!match) return;
    const isNew = port.countRounds(match) > reported;
    for (const round of isNew ? port.rounds(match, context.ids).slice(reported) : []) {
      await sendNotice(context, player, roundResult(envelopeOf(context, player.playerId), round, now()), signal);
      reported++;
    }
    if (isOver(match)) return sendEnd(play, player, match);
    if (!isAwaited(match, seat)) continue;
    const stored = storedMove(context, player.playerId, port.gameRound(match), earlier);
    if (stored !== undefined && (await moveFor(player, match, seat, stored)) === 'made') continue;
    await askMove(context, seat, match, follower, signal);
  }
}

/** Sends GAME_END, unless the player took it before a restart. */
async function sendEnd(play: FixturePlay, player: PlayerRow, match: MatchRow | null): Promise<void> {
  const { context, signal } = play;
  const { ids } = context;
  if (signal.aborted || hasTakenEnd(play, player)) return;
  const { winner, scores } = readResult(context, match);
  const matchPoints = matchPointsOf({ first: ids[0], second: ids[1], winner });
  const game = { finalScores: byPlayer(ids, scores), winner, matchPoints };
  await sendNotice(context, player, gameEnd(envelopeOf(context, player.playerId), game, now()), signal);
}

const hasTakenEnd = (play: FixturePlay, player: PlayerRow): boolean =>
  ownExchanges(play, player, 'GAME_END').some(({ fault }) => fault === null);

const ownExchanges = ({ earlier }: FixturePlay, { playerId }: PlayerRow, type: string): Exchange[] =>
  earlier.filter(({ player_id, message_type }) => player_id === playerId && message_type === type);
